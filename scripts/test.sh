#!/usr/bin/env bash
# The whole test suite: checks, unit and route tests on both engines, the build, the executable, browsers. Installs Bun,
# Chromium and PostgreSQL if they are missing. Stops at the first stage that fails; the last line is always "N passed, N failed".
set -uo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

passed=0
failed=0
output=$(mktemp)
# The counts are the last line, however the script ends.
trap 'rm -f "$output"; printf "%s passed, %s failed\n" "$passed" "$failed"' EXIT

stage() {
  local name=$1
  shift
  printf '\n==> %s\n' "$name"
  "$@" && return
  printf '\nStopped: the stage "%s" failed.\n' "$name"
  # A stage without tests counts as one failure: a run that failed must never end with "0 failed".
  [ "$failed" != 0 ] || failed=1
  exit 1
}

count_tests() { count bun test --timeout 60000 "$@"; }

# Runs a command that ends with the summary of bun test, and adds its counts to the totals.
count() {
  local code=0
  "$@" 2>&1 | tee "$output" || code=$?
  local good bad
  good=$(sed -nE 's/^ *([0-9]+) pass$/\1/p' "$output" | tail -1)
  bad=$(sed -nE 's/^ *([0-9]+) (fail|errors?)$/\1/p' "$output" | awk '{ sum += $1 } END { print sum + 0 }')
  # A run that was cut off has no summary, and counts as one failure.
  if [ -z "$good" ] || { [ "$code" != 0 ] && [ "$bad" = 0 ]; }; then bad=$((bad + 1)); fi
  passed=$((passed + ${good:-0}))
  failed=$((failed + bad))
  [ "$code" = 0 ] && [ "$bad" = 0 ]
}

prepare() {
  # shellcheck source=scripts/get-bun.sh
  . scripts/get-bun.sh
  ensure_bun
  command -v chromium >/dev/null || apt_install "Chromium (for the browser tests)" chromium
  # Without it, the tests of our own pages run in Chromium as well, which takes twice as long.
  command -v chromium-headless-shell >/dev/null ||
    (apt_install "Chromium's headless shell (for quicker browser tests)" chromium-headless-shell) || true
  # Its server is not used: the tests start one in a temporary folder.
  [ -n "${SAPA_TEST_PG:-}" ] || ls /usr/lib/postgresql/*/bin/initdb >/dev/null 2>&1 || command -v initdb >/dev/null ||
    apt_install "PostgreSQL (for the tests on both engines)" postgresql
  echo "Bun $(bun --version), $(chromium --version 2>/dev/null | head -1)"
}

# Runs in this shell and not in a subshell, because the later stages need its PATH.
printf '==> Bun, Chromium and PostgreSQL\n'
prepare || exit 1
stage "packages of bun.lock" bun install --frozen-lockfile
stage "checks" bash scripts/check.sh
stage "unit and route tests on SQLite" count bun scripts/test-units.ts --engine=sqlite
stage "store and route tests on PostgreSQL" count bun scripts/test-units.ts --engine=postgres
stage "build" bun scripts/build.ts
stage "the executable, from an empty read-only folder with an empty environment" count_tests test/smoke.test.ts test/cli.test.ts
# Two files at a time, the longest first. No test is repeated: a test that fails sometimes is a defect to fix.
# test/e2e/test.ts sets the tests' time limits; this limit is for hooks.
stage "browsers and whole-executable tests" count_tests --timeout 300000 --parallel=2 --timings=test/e2e/timings.json test/e2e
printf '\nAll stages passed.\n'
