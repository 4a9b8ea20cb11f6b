// Fixture bytes to YAML events: libyaml's parser without callbacks or manual frees.

#include "CYAMLShim.h"

#include <stdlib.h>
#include <string.h>

struct cyaml_parser {
  yaml_parser_t parser;
  yaml_event_t event;
  /// The file, during the reading of an event, and the number of bytes taken.
  const uint8_t *bytes;
  size_t length;
  size_t taken;
};

static int take_bytes(void *data, unsigned char *buffer, size_t size, size_t *taken) {
  cyaml_parser *self = data;
  size_t rest = self->length - self->taken;
  *taken = size < rest ? size : rest;
  if (*taken > 0) memcpy(buffer, self->bytes + self->taken, *taken);
  self->taken += *taken;
  return 1;
}

cyaml_parser *cyaml_parser_create(void) {
  cyaml_parser *self = calloc(1, sizeof *self);
  if (self == NULL) return NULL;
  if (!yaml_parser_initialize(&self->parser)) {
    free(self);
    return NULL;
  }
  yaml_parser_set_input(&self->parser, take_bytes, self);
  return self;
}

void cyaml_parser_destroy(cyaml_parser *self) {
  if (self == NULL) return;
  yaml_event_delete(&self->event);
  yaml_parser_delete(&self->parser);
  free(self);
}

/// Deletes an event. Most events own nothing, or only a scalar's text from `malloc`, which is freed
/// here because libyaml is slower.
static inline void delete_event(yaml_event_t *event) {
  switch (event->type) {
    case YAML_SEQUENCE_END_EVENT:
    case YAML_MAPPING_END_EVENT: return;
    case YAML_SCALAR_EVENT:
      if (cyaml_anchor(event) != NULL || cyaml_tag(event) != NULL) break;
      free(event->data.scalar.value);
      return;
    case YAML_SEQUENCE_START_EVENT:
    case YAML_MAPPING_START_EVENT:
      if (cyaml_anchor(event) != NULL || cyaml_tag(event) != NULL) break;
      return;
    default: break;
  }
  yaml_event_delete(event);
}

const yaml_event_t *cyaml_parser_next(
    cyaml_parser *self, const uint8_t *bytes, size_t length) {
  self->bytes = bytes;
  self->length = length;
  delete_event(&self->event);
  if (!yaml_parser_parse(&self->parser, &self->event)) return NULL;
  // After the end and after an error, libyaml succeeds with no event.
  return self->event.type == YAML_NO_EVENT ? NULL : &self->event;
}

cyaml_error cyaml_parser_error(const cyaml_parser *self) {
  const yaml_parser_t *parser = &self->parser;
  return (cyaml_error){
      .type = parser->error,
      .problem = parser->problem != NULL ? parser->problem : "not YAML",
      .offset = parser->problem_offset,
      .mark = parser->problem_mark,
      .context_mark = parser->context != NULL ? parser->context_mark : parser->problem_mark};
}
