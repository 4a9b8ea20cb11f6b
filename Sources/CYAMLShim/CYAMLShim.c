// Fixture bytes to YAML events: libyaml's parser without unions, callbacks or manual frees.

#include "CYAMLShim.h"

#include <stdlib.h>
#include <string.h>
#include <yaml.h>

struct cyaml_parser {
  yaml_parser_t parser;
  yaml_event_t event;
  /// What `event` is to the caller.
  cyaml_event described;
  /// Whether the stream has ended or failed, so that the last event comes again.
  bool has_ended;
};

cyaml_parser *cyaml_parser_create(const uint8_t *bytes, size_t length) {
  cyaml_parser *self = calloc(1, sizeof *self);
  if (self == NULL) return NULL;
  if (!yaml_parser_initialize(&self->parser)) {
    free(self);
    return NULL;
  }
  yaml_parser_set_input_string(&self->parser, length > 0 ? bytes : (const uint8_t *)"", length);
  return self;
}

void cyaml_parser_destroy(cyaml_parser *self) {
  if (self == NULL) return;
  yaml_event_delete(&self->event);
  yaml_parser_delete(&self->parser);
  free(self);
}

static cyaml_mark mark(yaml_mark_t mark) {
  return (cyaml_mark){
      .index = (uint32_t)mark.index, .line = (uint32_t)mark.line, .column = (uint32_t)mark.column};
}

static void set_text(cyaml_event *event, const void *text, size_t length) {
  event->text = text;
  event->length = length;
}

static void describe_error(const yaml_parser_t *parser, cyaml_event *event) {
  if (parser->error == YAML_MEMORY_ERROR) {
    event->kind = CYAML_MEMORY_ERROR;
    return;
  }
  if (parser->error == YAML_READER_ERROR) {
    event->kind = CYAML_ENCODING_ERROR;
    event->start.index = (uint32_t)parser->problem_offset;
    event->end = event->start;
  } else {
    event->kind = CYAML_SYNTAX_ERROR;
    event->start = mark(parser->problem_mark);
    event->end = mark(parser->context != NULL ? parser->context_mark : parser->problem_mark);
  }
  const char *problem = parser->problem != NULL ? parser->problem : "not YAML";
  set_text(event, problem, strlen(problem));
}

static void describe(const yaml_event_t *from, cyaml_event *event) {
  event->start = mark(from->start_mark);
  event->end = mark(from->end_mark);
  switch (from->type) {
    case YAML_STREAM_END_EVENT:
      event->kind = CYAML_STREAM_END;
      break;
    case YAML_DOCUMENT_START_EVENT:
      event->kind = CYAML_DOCUMENT_START;
      break;
    case YAML_DOCUMENT_END_EVENT:
      event->kind = CYAML_DOCUMENT_END;
      break;
    case YAML_ALIAS_EVENT:
      event->kind = CYAML_ALIAS;
      set_text(event, from->data.alias.anchor, strlen((const char *)from->data.alias.anchor));
      break;
    case YAML_SCALAR_EVENT:
      event->kind = CYAML_SCALAR;
      set_text(event, from->data.scalar.value, from->data.scalar.length);
      event->anchor = (const char *)from->data.scalar.anchor;
      event->tag = (const char *)from->data.scalar.tag;
      event->is_plain = from->data.scalar.style == YAML_PLAIN_SCALAR_STYLE;
      break;
    case YAML_SEQUENCE_START_EVENT:
      event->kind = CYAML_SEQUENCE_START;
      event->anchor = (const char *)from->data.sequence_start.anchor;
      event->tag = (const char *)from->data.sequence_start.tag;
      event->is_flow = from->data.sequence_start.style == YAML_FLOW_SEQUENCE_STYLE;
      break;
    case YAML_SEQUENCE_END_EVENT:
      event->kind = CYAML_SEQUENCE_END;
      break;
    case YAML_MAPPING_START_EVENT:
      event->kind = CYAML_MAPPING_START;
      event->anchor = (const char *)from->data.mapping_start.anchor;
      event->tag = (const char *)from->data.mapping_start.tag;
      event->is_flow = from->data.mapping_start.style == YAML_FLOW_MAPPING_STYLE;
      break;
    case YAML_MAPPING_END_EVENT:
      event->kind = CYAML_MAPPING_END;
      break;
    case YAML_NO_EVENT:
    case YAML_STREAM_START_EVENT:
      break;
  }
}

const cyaml_event *cyaml_parser_next(cyaml_parser *self) {
  cyaml_event *event = &self->described;
  if (self->has_ended) return event;
  do {
    yaml_event_delete(&self->event);
    memset(event, 0, sizeof *event);
    if (yaml_parser_parse(&self->parser, &self->event)) {
      describe(&self->event, event);
    } else {
      describe_error(&self->parser, event);
      break;
    }
  } while (self->event.type == YAML_STREAM_START_EVENT);
  self->has_ended = event->kind == CYAML_STREAM_END || event->kind >= CYAML_SYNTAX_ERROR;
  return event;
}
