#!/bin/sh
# SPDX-License-Identifier: MIT
# The cases that train, beside the others: a test runs in one process.
exec sh "$(dirname "$0")/run.sh" --training
