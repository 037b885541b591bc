#!/usr/bin/env bash
# Makes .venv with clients, readers of statements and a terminal that nobody here wrote; tests use them. Does nothing when it is there.
set -euo pipefail
cd "$(dirname "$0")/../../.."

wanted="pyzmq==26.2.0 tinyrpc==1.1.7 jsonrpcclient==4.0.3 ofxparse==0.21 quiffen==4.0.1 aiosmtpd==1.4.6 standardwebhooks==1.0.0 pyte==0.8.2 icalendar==6.1.0 python-dateutil==2.9.0.post0"
if [ -x .venv/bin/python ] && [ "$(cat .venv/wanted 2>/dev/null)" = "$wanted" ]; then exit 0; fi

echo "Making .venv with $wanted"
python3 -m venv --clear .venv
# The pins are words of their own.
# shellcheck disable=SC2086
.venv/bin/python -m pip install --quiet --disable-pip-version-check --no-input $wanted
echo "$wanted" >.venv/wanted
