#!/usr/bin/env bash
# What is checked beside the tests: generated files, types, the contract's lint, the lock file.
set -euo pipefail
cd "$(dirname "$0")/.."

npm run --silent generate -- --check
npm run --silent types
npm run --silent lint
if grep -q '"resolved"' package-lock.json; then
  echo 'package-lock.json names download addresses; run npm install with omit-lockfile-registry-resolved=true' >&2
  exit 1
fi
