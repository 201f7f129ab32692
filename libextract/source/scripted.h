/* SPDX-License-Identifier: MIT */
#pragma once

#include <glib.h>

/*
 * extract_scripted_looks_so: whether a page seems to get its text from scripts: hardly any text is in it, but
 * scripts are; or it says so itself.
 */
gboolean extract_scripted_looks_so (GBytes *page);
