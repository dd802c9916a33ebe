#!/usr/bin/env bash
# All checks of the code that do not run it. Stops at the first failure.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

step() { printf '==> check: %s\n' "$*"; }
fail() {
  printf 'check: %s\n' "$*" >&2
  exit 1
}

# The tools are run with Bun, because a machine may have no node, which their first lines name.
step "generated files"
bun scripts/generate.ts

step "format, lint and dependency rules (biome)"
colors=force
[ -t 1 ] || colors=off
bun node_modules/@biomejs/biome/bin/biome ci --colors="$colors" --error-on-warnings --max-diagnostics=50

step "types (tsc)"
bun node_modules/typescript/bin/tsc --noEmit

step "unused files, exports and packages (knip)"
bun node_modules/knip/bin/knip.js --no-progress

step "bun.lock contains no addresses"
# A custom registry writes its own address into the lock file, and every other installation would then use that host.
if grep -nE 'https?://' bun.lock; then fail "bun.lock contains addresses: replace each of them with an empty string"; fi

step "no file contains a path of the machine that it was written on"
if git grep -nE '(^|[^A-Za-z0-9._$-])/(wor[k]|roo[t])/' -- . ':!*.lock'; then fail "the files above contain a path of one machine"; fi

step "all checks passed"
