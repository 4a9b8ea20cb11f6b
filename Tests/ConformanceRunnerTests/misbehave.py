"""An adapter that does one thing wrong, the one that its first argument names.

It knows unscoped properties alone: a case reads `left`, and the trouble begins where that holds 2.
Where there is a second argument, it is a file to which each process adds its id.
"""

import json
import os
import signal
import sys
import time

fault = sys.argv[1]
if len(sys.argv) > 2:
    with open(sys.argv[2], "a") as processes:
        print(os.getpid(), file=processes)


def write(text):
    sys.stdout.write(text)
    sys.stdout.flush()


def send(**message):
    write(json.dumps({"jsonrpc": "2.0", **message}) + "\n")


def misbehave(id, trace):
    print("the last words", file=sys.stderr)
    if fault == "exits":
        sys.exit(3)
    elif fault == "is killed":
        os.kill(os.getpid(), signal.SIGSEGV)
    elif fault in ("is silent", "ends no line"):
        time.sleep(600)
    elif fault == "drips":
        while True:
            write(" ")
            time.sleep(0.1)
    elif fault == "floods blank lines":
        # Without a rest it would cost its reader a core for as long as it lasts.
        while True:
            write("\n" * 4096)
            time.sleep(0.1)
    elif fault == "floods its output":
        while True:
            write("x" * 65536)
    elif fault == "floods its errors":
        for _ in range(10_000):
            sys.stderr.write("y" * 1000 + "\n")
        send(id=id, result={"trace": trace})
    elif fault == "closes its output":
        os.close(1)
        time.sleep(600)
    elif fault == "starts another process":
        if os.fork() == 0:
            with open(sys.argv[2], "a") as processes:
                print(os.getpid(), file=processes)
            time.sleep(600)
        send(id=id, result={"trace": trace})
    elif fault.startswith("says "):
        line = fault.removeprefix("says ").replace("ID", str(id))
        sys.stdout.buffer.write(line.encode("latin-1") + b"\n")
        sys.stdout.buffer.flush()
    elif fault == "fails at length":
        sys.exit("y" * 1000)
    elif fault.startswith("fails far down"):
        for number in range(1, 21):
            names_error = number == 12 and "with an error" in fault
            print("a.TypeError: no x" if names_error else f"\tline {number}\n", file=sys.stderr)
        sys.exit(3)
    elif fault == "has not what it takes":
        send(id=id, error={"code": -32001, "message": "reads are for another day"})
    else:
        send(id=id, result={"trace": trace})


if fault == "ignores everything":
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    # The runner knows of this process once it asks something.
    sys.stdin.readline()
    open("asked", "w").close()
    time.sleep(600)
elif fault == "prints a banner":
    print("Welcome to my adapter!", flush=True)
elif fault == "exits at once":
    sys.exit("cannot find module 'streams'")
elif fault == "is silent from the start":
    time.sleep(600)

requests = 0
for line in sys.stdin:
    request = json.loads(line)
    if request["method"] == "initialize":
        result = {"protocol": 1, "implementation": {"name": "bad"}}
        if fault == "speaks another version":
            result["protocol"] = 2
        if fault == "supports less":
            result["supports"] = {"operators": [], "properties": ["scoped"]}
        elif fault == "supports with slips":
            result["supports"] = {
                "operators": ["remember", "startWith"], "properties": ["Unscoped"],
                "channels": ["next", "states"], "release": False, "colour": "blue",
                "stops": "sometime", "shares": "alway"}
        if "deviation" in fault:
            one = {"name": "adds-one", "clause": "read", "sentence": "A read adds one."}
            result["supports"] = {"deviations": [one] * (1 + ("twice" in fault))}
        if fault == "ends no line":
            # The beginning of the next answer is read with this one.
            trace = {"trace": [[["returns", 2]]]}
            lines = [{"id": request["id"], "result": result}, {"id": 1, "result": trace}]
            write("\n".join(json.dumps({"jsonrpc": "2.0", **line}) for line in lines))
        else:
            send(id=request["id"], result=result)
    elif request["method"] == "run" and "deviation" in request["params"]:
        if fault == "exits in every deviation":
            sys.exit(3)
        elif fault == "hangs in a deviation":
            time.sleep(600)
        value = next(iter(request["params"]["subject"]["stores"].values()))
        if fault == "errs at two in a deviation":
            if value == 2:
                send(id=request["id"], error={"code": -32603, "message": "boom"})
            else:
                send(id=request["id"], result={"trace": [[["returns", value]]]})
            continue
        send(id=request["id"], result={"trace": [[["returns", value + 1]]]})
    elif request["method"] == "run":
        value = next(iter(request["params"]["subject"]["stores"].values()))
        trace = [[["returns", value]]]
        requests += 1
        if fault.startswith("is slow") and not os.path.exists("seen"):
            time.sleep(0.3)
        elif fault == "waits for two others":
            while len(open(sys.argv[2]).readlines()) < 3:
                time.sleep(0.01)
        if requests == 4 and fault == "at the fourth: exits":
            sys.exit(3)
        elif requests == 4 and fault == "at the fourth: is killed":
            os.kill(os.getpid(), signal.SIGSEGV)
        elif requests == 4 and fault == "at the fourth: garbage":
            write("zzz\n")
        elif fault == "exits in every case":
            sys.exit(5)
        elif value == 2:
            misbehave(request["id"], trace)
        else:
            send(id=request["id"], result={"trace": trace})
    elif fault == "ignores the shutdown":
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
        time.sleep(600)
    elif fault == "fails at the shutdown":
        sys.exit(4)
    elif fault == "talks at the shutdown":
        write("bye\n")
    else:
        break
