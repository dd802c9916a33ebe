#!/usr/bin/env bash
# The long suite: crashes, full and failing disks, locks of other processes and a soak test, with the built executable. It
# takes a few minutes; SAPA_LONG_SCALE=10 makes it ten times as long. Arguments choose files:
# bash scripts/test-long.sh test/long/soak.test.ts
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
# shellcheck source=scripts/get-bun.sh
. scripts/get-bun.sh
ensure_bun
[ "$#" -gt 0 ] || set -- test/long
bun scripts/build.ts
bun test --timeout 3600000 "$@"
