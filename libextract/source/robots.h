/* SPDX-License-Identifier: MIT */
/*
 * robots.txt, as RFC 9309 has it: what a site asks programs not to fetch. Of the groups of rules those count
 * that name us, or else those for all; of the rules that match an address, the longest; of two of the same
 * length, the one that allows.
 */
#pragma once

#include <glib.h>

/* The name that groups of rules may have for us. */
#define EXTRACT_ROBOTS_TOKEN "texttractor"
/* What is read of such a file; the rest may be cut off. */
#define EXTRACT_ROBOTS_MAX_BYTES ((gsize) 500 << 10)

typedef struct _ExtractRobots ExtractRobots;

/* extract_robots_new: any bytes. Returns: (transfer full) */
ExtractRobots *extract_robots_new (const char *text, gsize n);
void extract_robots_free (ExtractRobots *robots);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (ExtractRobots, extract_robots_free)

/* extract_robots_allow: @url: http: or https: */
gboolean extract_robots_allow (const ExtractRobots *robots, const char *url);

/* extract_robots_get_delay: Returns: seconds between two requests (Crawl-delay); 0 if it names none */
double extract_robots_get_delay (const ExtractRobots *robots);
