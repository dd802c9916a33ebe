#!/usr/bin/env bash
# Installs and starts Sapa from a clone: downloads Bun if it is missing, builds the executable, makes the data folder and
# the administrator, and starts the server in the foreground. It is safe to run again: existing data is kept. It checks
# for known problems before it changes anything, and reports each failure in one line that says what to do.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")"

usage() {
  cat <<'TEXT'
Usage: ./install.sh [--no-start] [-- FLAGS]

  --no-start   only build dist/sapa
  -- FLAGS     flags for `sapa serve`, such as -- --host 0.0.0.0 --port 8080

Variables: SAPA_ADMIN_EMAIL (default admin@example.com), SAPA_ADMIN_PASSWORD (default: a random one, printed once),
and those of `sapa serve`, such as SAPA_DATA, SAPA_HOST, SAPA_PORT and SAPA_PUBLIC_URL.
TEXT
}

start=yes
while [ $# -gt 0 ]; do
  case $1 in
    --no-start) start=no ;;
    --help | -h)
      usage
      exit 0
      ;;
    --)
      shift
      break
      ;;
    *)
      usage >&2
      exit 2
      ;;
  esac
  shift
done

# shellcheck source=scripts/get-bun.sh
. scripts/get-bun.sh

# flag NAME DEFAULT ARGUMENT…: the value that `sapa serve` will read from these arguments.
flag() {
  local name=$1 value=$2 previous=
  shift 2
  for argument in "$@"; do
    case $argument in "$name"=*) value=${argument#"$name"=} ;; esac
    [ "$previous" = "$name" ] && value=$argument
    previous=$argument
  done
  printf '%s\n' "$value"
}
# The administrator must go into the folder that the server will use.
data=$(flag --data "${SAPA_DATA:-data}" "$@")
host=$(flag --host "${SAPA_HOST:-127.0.0.1}" "$@")
port=$(flag --port "${SAPA_PORT:-3000}" "$@")

check_rights() {
  local path owner
  for path in "$PWD" "$PWD"/{.tools,node_modules,dist,src/server/generated}; do
    [ ! -e "$path" ] || [ -w "$path" ] && continue
    owner=$(stat -c %U "$path")
    fail "$path belongs to $owner, and $(id -un) may not write there. Run this as $owner, or hand the clone over: chown -R $(id -un) $PWD"
  done
}

# A running server holds the SQLite lock of lock.db. Neither SQLite nor Bun is available yet, so this reads the system's
# list of locks. If the list does not show the lock (a server in another container), the server refuses after the build.
check_data() {
  local device inode holder
  [ -e "$data/lock.db" ] && [ -r /proc/locks ] || return 0
  read -r device inode < <(stat -c '%d %i' "$data/lock.db")
  device=$(printf '%02x:%02x' $((device >> 8 & 0xfff)) $((device & 0xff | device >> 12 & 0xfff00)))
  # SQLite's locks start at this byte, and only a writer's lock is exclusive.
  holder=$(awk -v file="$device:$inode" '$2 == "POSIX" && $4 == "WRITE" && $6 == file && $7 >= 1073741824 { print $5; exit }' /proc/locks)
  [ -n "$holder" ] || return 0
  printf 'Sapa: %s is in use by another Sapa server (process %s). Stop it first (kill %s), or choose another folder: ./install.sh -- --data FOLDER\n' "$data" "$holder" "$holder" >&2
  exit 3
}

# Without this check, a program that uses the port would be noticed only after the build and after the administrator's
# password was printed.
check_port() {
  local reachable=$host
  case $host in 0.0.0.0) reachable=127.0.0.1 ;; :: | '[::]') reachable=::1 ;; esac
  if [ "$port" != 0 ] && timeout 2 bash -c 'exec 3<>"/dev/tcp/$1/$2"' _ "$reachable" "$port" 2>/dev/null; then
    printf 'Sapa: --port: %s:%s is in use by another program. Stop it, or choose another port: ./install.sh -- --port 8080\n' "$host" "$port" >&2
    exit 2
  fi
}

# The measured sizes of Bun, its packages, the build and its temporary files, without those that exist already.
check_space() {
  local needed=150
  [ -d node_modules ] || needed=$((needed + 400))
  command -v bun >/dev/null || [ -d .tools/bin ] || needed=$((needed + 160))
  need_space "$needed" . "building Sapa"
}

check_rights
# Check both before the build. The folder comes first, because a running server most likely uses the port as well.
if [ "$start" = yes ]; then
  check_data
  check_port
fi
check_space
ensure_bun
say "Using Bun $(bun --version)"

make_scratch "${TMPDIR:-/tmp}"
say "Installing the packages of bun.lock"
had_packages=no
[ -d node_modules ] && had_packages=yes
if ! within_minutes 15 "$scratch/packages.log" bun install --frozen-lockfile; then
  # Remove an incomplete first installation, and keep the packages of an earlier run.
  [ "$had_packages" = yes ] || rm -rf node_modules
  explain "Bun could not get the packages" "$scratch/packages.log"
fi

say "Building dist/sapa"
if ! bun scripts/build.ts >"$scratch/build.log" 2>&1; then
  rm -rf dist/.build
  explain "The build failed" "$scratch/build.log"
fi
cat "$scratch/build.log"

if [ "$start" = no ]; then
  say "Built. Start it with: dist/sapa serve"
  exit 0
fi

say "Making the administrator's account in $data (unless there is one)"
email=${SAPA_ADMIN_EMAIL:-admin@example.com}
refusal=$scratch/refusal
code=0
if [ -n "${SAPA_ADMIN_PASSWORD:-}" ]; then
  printf '%s\n' "$SAPA_ADMIN_PASSWORD" | dist/sapa admin create --email "$email" --password-stdin --data "$data" 2>"$refusal" || code=$?
else
  dist/sapa admin create --email "$email" --data "$data" 2>"$refusal" || code=$?
fi
if [ "$code" != 0 ]; then
  grep -q 'administrator already' "$refusal" || {
    cat "$refusal" >&2
    exit "$code"
  }
  say "There is an administrator already; the account stays as it is (sapa admin reset-password gives it another password)"
fi
rm -rf "$scratch"

# The server does not need it, and other processes of the same user can read a process's environment.
unset SAPA_ADMIN_PASSWORD
say "Starting the server; Ctrl-C stops it. Later: dist/sapa serve --data $data"
exec dist/sapa serve "$@"
