#!/usr/bin/env bash
# The long suite: crashes, full and failing disks, locks of other processes, a soak test, large moves, two and three nodes on
# one PostgreSQL, websites, releases for other systems, upgrades that are killed, and every screen in both languages and themes, with the built
# executable. It takes 45 minutes;
# SAPA_LONG_SCALE=10 makes it ten times as long, and SAPA_LONG_KILLS is how often a node is killed. Arguments choose files:
# bash scripts/test-long.sh test/long/soak.test.ts
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
# shellcheck source=scripts/get-bun.sh
. scripts/get-bun.sh
ensure_bun
[ "$#" -gt 0 ] || set -- test/long
bun scripts/build.ts
export SAPA_LONG_KILLS="${SAPA_LONG_KILLS:-50}"
bun test --timeout 3600000 "$@"
if [ "$*" = test/long ]; then
  SAPA_EVERY_LOOK=1 bun test --timeout 300000 --parallel=2 test/e2e/web-access.test.ts test/e2e/web-brand.test.ts
fi
case "$*" in
  test/long | *nodes*) SAPA_LONG_NODES=3 bun test --timeout 3600000 test/long/nodes.test.ts test/long/nodes-trouble.test.ts ;;
esac
