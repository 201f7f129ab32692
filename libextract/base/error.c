/* SPDX-License-Identifier: MIT */
#include "libextract/extract.h"

G_DEFINE_QUARK (extract - error - quark, extract_error)
