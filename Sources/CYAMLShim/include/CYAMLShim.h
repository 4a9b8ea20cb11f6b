// Fixture bytes to YAML events: libyaml's parser without unions, callbacks or manual frees.

#ifndef CYAMLSHIM_H
#define CYAMLSHIM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// A parser of one byte buffer. Opaque; made by `cyaml_parser_create`.
typedef struct cyaml_parser cyaml_parser;

/// What an event is.
typedef enum cyaml_kind {
  CYAML_STREAM_END,
  CYAML_DOCUMENT_START,
  CYAML_DOCUMENT_END,
  CYAML_ALIAS,
  CYAML_SCALAR,
  CYAML_SEQUENCE_START,
  CYAML_SEQUENCE_END,
  CYAML_MAPPING_START,
  CYAML_MAPPING_END,
  /// The bytes are not YAML. `text` says why, `start` where. Every later event is this one again.
  CYAML_SYNTAX_ERROR,
  /// The bytes are not text. `text` says why, `start.index` is the offset in bytes.
  CYAML_ENCODING_ERROR,
  /// There was no memory for the next event.
  CYAML_MEMORY_ERROR
} cyaml_kind;

/// A place in the text, counted from 0. `index` and `column` count Unicode scalars, not bytes.
typedef struct cyaml_mark {
  uint32_t index;
  uint32_t line;
  uint32_t column;
} cyaml_mark;

/// One event.
typedef struct cyaml_event {
  cyaml_kind kind;
  cyaml_mark start;
  /// Behind the last character. For a syntax error, where what it is found within begins.
  cyaml_mark end;
  /// A scalar's content, an alias's name or an error's description: UTF-8, `length` bytes. NULL for
  /// other events.
  const uint8_t *text;
  size_t length;
  /// A scalar, sequence or mapping's anchor: NUL-terminated, NULL where it has none.
  const char *anchor;
  /// A scalar, sequence or mapping's resolved tag: NUL-terminated, NULL where it has none.
  const char *tag;
  /// Whether a scalar is written without quotes and not as a block.
  bool is_plain;
  /// Whether a sequence or mapping is written in flow style.
  bool is_flow;
} cyaml_event;

/// Makes a parser of `length` bytes at `bytes`, which are borrowed: they must stay until the parser
/// is destroyed. There are less than 2^32 of them. The caller owns the parser. Returns NULL where there
/// is no memory.
cyaml_parser *cyaml_parser_create(const uint8_t *bytes, size_t length);

/// Ends a parser and everything that belongs to it. NULL is allowed.
void cyaml_parser_destroy(cyaml_parser *parser);

/// Reads the next event, which belongs to the parser and lives until the next call with it.
///
/// Failures are events: see `cyaml_kind`. Behind the end of the stream and behind a failure, the
/// same event comes again. libyaml bounds the nesting at 1,000 levels; other bounds are the
/// caller's, who can stop between any two events.
const cyaml_event *cyaml_parser_next(cyaml_parser *parser);

#endif
