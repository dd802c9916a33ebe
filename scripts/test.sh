#!/usr/bin/env bash
# The whole test: checks, unit and route tests, the build, the executable, browsers. Gets Bun and Chromium if they are
# absent. Stops at the first stage that fails; the last line is always "N passed, N failed".
set -uo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

passed=0
failed=0
output=$(mktemp)
# However it ends, the counts are the last line.
trap 'rm -f "$output"; printf "%s passed, %s failed\n" "$passed" "$failed"' EXIT

stage() {
  local name=$1
  shift
  printf '\n==> %s\n' "$name"
  "$@" && return
  printf '\nStopped: the stage "%s" failed.\n' "$name"
  # A stage without tests counts as one: "0 failed" must never be the last word of a run that failed.
  [ "$failed" != 0 ] || failed=1
  exit 1
}

# Runs bun test and adds its counts to ours.
count_tests() {
  local code=0
  bun test --timeout 60000 "$@" 2>&1 | tee "$output" || code=$?
  local good bad
  good=$(sed -nE 's/^ *([0-9]+) pass$/\1/p' "$output" | tail -1)
  bad=$(sed -nE 's/^ *([0-9]+) (fail|errors?)$/\1/p' "$output" | awk '{ sum += $1 } END { print sum + 0 }')
  # A run that broke off has no summary; it counts as one failure.
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
  # Without it the tests of our own site run in Chromium, too, which takes twice as long.
  command -v chromium-headless-shell >/dev/null ||
    (apt_install "Chromium's headless shell (for quicker browser tests)" chromium-headless-shell) || true
  echo "Bun $(bun --version), $(chromium --version 2>/dev/null | head -1)"
}

# In this shell, not in a subshell: PATH must reach the stages after it.
printf '==> Bun and Chromium\n'
prepare || exit 1
stage "packages, as bun.lock says" bun install --frozen-lockfile
stage "checks" bash scripts/check.sh
stage "unit and route tests" count_tests --parallel=2 --no-isolate src test/unit test/boundaries.test.ts
stage "build" bun scripts/build.ts
stage "the executable, from an empty read-only folder with an empty environment" count_tests test/smoke.test.ts test/cli.test.ts
# Two files at a time, the longest first. No test is tried again: one that fails now and then is a defect to mend.
# test/e2e/test.ts has the tests' time limits; this one is for hooks.
stage "browsers and whole-executable tests" count_tests --timeout 300000 --parallel=2 --timings=test/e2e/timings.json test/e2e
printf '\nAll stages passed.\n'
