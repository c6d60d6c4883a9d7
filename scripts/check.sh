#!/usr/bin/env bash
# All checks except the tests. Every step runs, even if one before it has failed.
set -uo pipefail
cd "$(dirname "$0")/.."
failed=0

# A step prints its output only if it fails.
step() {
  local name=$1 output
  shift
  if output=$("$@" 2>&1); then
    echo "$name: ok"
  else
    # Without the box in which Redocly announces new versions.
    printf '%s: FAILED\n%s\n\n' "$name" "$(grep -v '[╔║╚]' <<<"$output")"
    failed=1
  fi
}

lockfile() {
  if grep -l '"resolved"' package-lock.json scripts/clients/package-lock.json test/system/package-lock.json; then
    echo 'These lock files name download addresses; run npm install with omit-lockfile-registry-resolved=true'
    return 1
  fi
}

# The review prints what the change means for clients even if it breaks nothing.
review() {
  if ! git rev-parse --verify --quiet main >/dev/null 2>&1 && ! git rev-parse --verify --quiet origin/main >/dev/null 2>&1; then
    echo 'review: skipped, there is no branch main to compare the contract with'
    return
  fi
  local output
  if output=$(npm run --silent contract:review 2>&1); then
    printf 'review: ok\n%s\n' "$output"
  else
    printf 'review: FAILED\n%s\n' "$output"
    failed=1
  fi
}

# Types and lint of test/system need them, and the step `unused`.
step packages npm run --silent install:system
step lint npm run --silent lint
step drift npm run --silent generate -- --check
step types npm run --silent types
step format npx prettier --check --log-level warn .
step eslint npm run --silent eslint
# Exports that no file imports, files that nothing runs. Not dependencies: many are loaded by computed names.
step unused test/system/node_modules/.bin/knip --config scripts/knip.jsonc --files --exports --treat-config-hints-as-errors --no-progress
step lockfile lockfile
review
exit "$failed"
