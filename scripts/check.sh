#!/usr/bin/env bash
# Everything that can be said about the code without running it. Stops at the first thing that is wrong.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

step() { printf '==> check: %s\n' "$*"; }
fail() {
  printf 'check: %s\n' "$*" >&2
  exit 1
}

# Called through Bun, since a machine with the pinned Bun alone has no node for their first lines.
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

step "bun.lock names no address"
# A custom registry writes its own address into the lock; everybody else's install would then ask that host.
if grep -nE 'https?://' bun.lock; then fail "bun.lock has addresses in it: replace each by an empty text"; fi

step "no file knows the machine that it was written on"
if git grep -nE '(^|[^A-Za-z0-9._$-])/(wor[k]|roo[t])/' -- . ':!*.lock'; then fail "a path of one machine is in the files above"; fi

step "all is well"
