// The system's libyaml, as a module.
#include <yaml.h>
