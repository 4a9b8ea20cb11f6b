// Fixture bytes to YAML events: libyaml's parser without callbacks or manual frees.

#ifndef CYAMLSHIM_H
#define CYAMLSHIM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <yaml.h>

/// A parser of one file. Opaque; made by `cyaml_parser_create`.
typedef struct cyaml_parser cyaml_parser;

/// Why a parser could not go on.
typedef struct cyaml_error {
  /// `YAML_MEMORY_ERROR` if there was no memory, `YAML_READER_ERROR` if the bytes are not text, and
  /// any other if they are not YAML.
  yaml_error_type_t type;
  /// The problem, in libyaml's words.
  const char *problem;
  /// The place of bytes that are not text, as an offset in bytes.
  size_t offset;
  /// The place of text that is not YAML, and the beginning of the node around it.
  yaml_mark_t mark;
  yaml_mark_t context_mark;
} cyaml_error;

/// Makes a parser, which the caller owns. Returns NULL if there is no memory.
cyaml_parser *cyaml_parser_create(void);

/// Ends a parser and everything that belongs to it. NULL is allowed.
void cyaml_parser_destroy(cyaml_parser *parser);

/// Reads the next event, which belongs to the parser and lives until the next call with it.
///
/// `bytes` are the `length` bytes of the whole file, the same in each call, and only borrowed for
/// it. Returns NULL if the parser could not go on, and after the end of the stream. libyaml bounds
/// the nesting at 1,000 levels; the caller can enforce other bounds between any two events.
const yaml_event_t *cyaml_parser_next(cyaml_parser *parser, const uint8_t *bytes, size_t length);

/// The anchor of a scalar, sequence or mapping; NULL if it has none.
static inline const yaml_char_t *cyaml_anchor(const yaml_event_t *event) {
  switch (event->type) {
    case YAML_SCALAR_EVENT: return event->data.scalar.anchor;
    case YAML_SEQUENCE_START_EVENT: return event->data.sequence_start.anchor;
    default: return event->data.mapping_start.anchor;
  }
}

/// The tag of a scalar, sequence or mapping; NULL if it has none.
static inline const yaml_char_t *cyaml_tag(const yaml_event_t *event) {
  switch (event->type) {
    case YAML_SCALAR_EVENT: return event->data.scalar.tag;
    case YAML_SEQUENCE_START_EVENT: return event->data.sequence_start.tag;
    default: return event->data.mapping_start.tag;
  }
}

/// Whether a scalar is written without quotes, not as a block.
static inline bool cyaml_is_plain(const yaml_event_t *event) {
  return event->data.scalar.style == YAML_PLAIN_SCALAR_STYLE;
}

/// Whether a sequence or mapping that begins is written in brackets or braces.
static inline bool cyaml_is_flow(const yaml_event_t *event) {
  return event->type == YAML_SEQUENCE_START_EVENT
             ? event->data.sequence_start.style == YAML_FLOW_SEQUENCE_STYLE
             : event->data.mapping_start.style == YAML_FLOW_MAPPING_STYLE;
}

/// A mark as one number: the line in the lower half, the column in the upper. Both halves wrap.
static inline uint64_t cyaml_place(yaml_mark_t mark) {
  return (uint64_t)mark.column << 32 | (uint32_t)mark.line;
}

/// Where an event begins, and where it ends.
static inline uint64_t cyaml_start(const yaml_event_t *event) {
  return cyaml_place(event->start_mark);
}
static inline uint64_t cyaml_end(const yaml_event_t *event) { return cyaml_place(event->end_mark); }

/// Why the parser could not go on, once `cyaml_parser_next` has returned NULL.
cyaml_error cyaml_parser_error(const cyaml_parser *parser);

#endif
