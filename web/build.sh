#!/usr/bin/env bash
# Fetches the packages of package-lock.json and bundles them into FOLDER, by default the one in the package.
#
#     web/build.sh [FOLDER]
set -euo pipefail
folder=$(realpath -m "${1:-$(dirname "${BASH_SOURCE[0]}")/../grader/web/static/built}")
cd "$(dirname "${BASH_SOURCE[0]}")"
npm ci --ignore-scripts --no-audit --no-fund --loglevel=error
node build.mjs "$folder"
