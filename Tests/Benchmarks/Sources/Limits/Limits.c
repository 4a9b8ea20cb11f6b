// The least that reading YAML with libyaml can cost: a file's bytes, and its events one by one.

#include "Limits.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <yaml.h>

static size_t events(const unsigned char *bytes, size_t length) {
  yaml_parser_t parser;
  if (!yaml_parser_initialize(&parser)) return 0;
  yaml_parser_set_input_string(&parser, bytes, length);
  size_t count = 0;
  int is_at_end = 0;
  while (!is_at_end) {
    yaml_event_t event;
    if (!yaml_parser_parse(&parser, &event)) {
      count = 0;
      break;
    }
    count += 1;
    is_at_end = event.type == YAML_STREAM_END_EVENT;
    yaml_event_delete(&event);
  }
  yaml_parser_delete(&parser);
  return count;
}

size_t events_of_file(const char *path) {
  FILE *file = fopen(path, "rb");
  if (file == NULL) return 0;
  size_t count = 0;
  struct stat status;
  if (fstat(fileno(file), &status) == 0) {
    size_t size = (size_t)status.st_size;
    unsigned char *bytes = malloc(size + 1);
    if (bytes != NULL && fread(bytes, 1, size, file) == size) count = events(bytes, size);
    free(bytes);
  }
  fclose(file);
  return count;
}
