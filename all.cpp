#include <filigree/filigree.hpp>
