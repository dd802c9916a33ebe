#!/usr/bin/env bash
# Makes a release of the checked out commit in dist/release: executables for all systems, what is inside them, checksums and
# signatures. docs/operate.md#making-a-release says how. The signing key is never in the repository: SAPA_RELEASE_KEY_FILE
# names its file, or SAPA_RELEASE_KEY has its text.
#   scripts/release.sh [--only TARGET]… [--out FOLDER] [--unsigned]
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
# shellcheck source=scripts/get-bun.sh
. scripts/get-bun.sh
ensure_bun
bun install --frozen-lockfile
flavours=$(bun scripts/release.ts --flavours "$@")
for flavour in $flavours; do bun_for "$flavour"; done
if [ -n "${SAPA_RELEASE_KEY_FILE:-}" ]; then
  SAPA_RELEASE_KEY=$(cat "$SAPA_RELEASE_KEY_FILE") || fail "The signing key $SAPA_RELEASE_KEY_FILE cannot be read"
  export SAPA_RELEASE_KEY
fi
bun scripts/release.ts "$@"
