#include "CAcceptGuard.h"
