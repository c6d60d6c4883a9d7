#!/usr/bin/env bash
# Builds the program, the documentation page and the console, and on Node.js 20 the SQLite driver. They do not need each
# other.
set -uo pipefail
cd "$(dirname "$0")/.."

# CI checks the types in a step of its own.
program() {
  tsc -p src ${CI:+--noCheck} && chmod +x dist/src/main.js && mkdir -p node_modules/.bin && ln -sf ../../dist/src/main.js node_modules/.bin/culprit
}

# Newer releases load another version of the driver, which needs no compiler (src/DECISIONS.md, "SQLite driver").
driver() {
  node -e 'process.exit(Number.parseInt(process.versions.node) < 22 ? 0 : 1)' || return 0
  local folder=node_modules/better-sqlite3 output
  [ -e "$folder/build/Release/better_sqlite3.node" ] && return
  output=$(JOBS=max npm run --silent --prefix "$folder" install 2>&1) || { printf '%s\n' "$output"; return 1; }
}

pages() {
  npm run --silent docs && npm run --silent console
}

running=()
for part in driver program pages; do
  "$part" &
  running+=("$!")
done
status=0
for part in "${running[@]}"; do wait "$part" || status=1; done
exit "$status"
