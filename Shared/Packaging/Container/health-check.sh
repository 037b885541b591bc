#!/bin/sh
# The health check of a container: of the services that are named, by default of all.
#
# An engine asks for the first time after a whole interval; only Docker 25 has a shorter one for the start, and Compose
# refuses that one for older engines. So the interval is one second, and the waiting is here: from the first good answer
# on, a check takes ten seconds longer.
seen=/tmp/healthy
if [ -e "$seen" ]; then sleep 10; fi
if gateway health "$@"; then
    : > "$seen"
else
    rm -f "$seen"
    exit 1
fi
