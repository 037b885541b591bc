#!/usr/bin/env bash
# Makes .venv with clients, checkers of types and schemas, readers of statements and telemetry, a terminal and a driver of
# browsers that nobody here wrote; tests use them. Does nothing when it is there.
set -euo pipefail
cd "$(dirname "$0")/../../.."

wanted="pyzmq==26.2.0 tinyrpc==1.1.7 jsonrpcclient==4.0.3 ofxparse==0.21 quiffen==4.0.1 mt-940==5.1.1 pycamt==1.1.1 aiosmtpd==1.4.6 standardwebhooks==1.0.0 pyte==0.8.2 icalendar==6.1.0 PyNaCl==1.5.0 python-dateutil==2.9.0.post0 selenium==4.27.1 opentelemetry-proto==1.45.2 mypy==1.14.1 jsonschema==4.23.0"
# Only a file of it is used, axe.min.js with the rules of WCAG 2.2: what it would drive browsers with is not needed.
alone="axe-playwright-python==0.1.8"
if [ -x .venv/bin/python ] && [ "$(cat .venv/wanted 2>/dev/null)" = "$wanted $alone" ]; then exit 0; fi

echo "Making .venv with $wanted $alone"
python3 -m venv --clear .venv
# The pins are words of their own.
# shellcheck disable=SC2086
.venv/bin/python -m pip install --quiet --disable-pip-version-check --no-input $wanted
.venv/bin/python -m pip install --quiet --disable-pip-version-check --no-input --no-deps "$alone"
echo "$wanted $alone" >.venv/wanted
