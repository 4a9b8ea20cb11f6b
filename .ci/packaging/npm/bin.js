#!/usr/bin/env node
// Starts the executable, which is in a package for each platform, and ends as it ends.
'use strict';
const {spawn} = require('node:child_process');
const {optionalDependencies} = require('./package.json');

/** The executable for this platform, or an error that says what to do. */
function executable() {
  const platform = `${process.platform}-${process.arch}`;
  const name = `conformance-runner-${platform}`;
  try {
    return require.resolve(`${name}/bin/ConformanceRunner`);
  } catch {
    const version = optionalDependencies[name];
    const known = Object.keys(optionalDependencies).map((one) => one.replace('conformance-runner-', ''));
    throw new Error(version
      ? `the executable is missing: \`npm install ${name}@${version}\` adds it. On Linux, it needs glibc`
      : `there is no executable for ${platform}, only for ${known.join(', ')}: build it from source`);
  }
}

function run() {
  const child = spawn(executable(), process.argv.slice(2), {stdio: 'inherit'});
  // Ctrl-C reaches the executable by itself, and a second signal would end it without a report.
  for (const signal of ['SIGINT', 'SIGHUP']) process.on(signal, () => {});
  process.on('SIGTERM', () => child.kill('SIGTERM'));
  child.on('error', fail);
  child.on('exit', (status, signal) => {
    if (signal === null) process.exit(status);
    process.removeAllListeners(signal);
    process.kill(process.pid, signal);
  });
}

function fail({message}) {
  process.stderr.write(`error: ${message}\n`);
  process.exit(69);
}

try {
  run();
} catch (error) {
  fail(error);
}
