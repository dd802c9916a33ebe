#!/usr/bin/env bash
# Installs and starts Sapa from a clone: downloads Bun if it is missing, builds the executable (or gets a release), makes the
# data folder and the administrator, and starts the server: as root under systemd as a service, otherwise in the foreground.
# It is safe to run again: existing data is kept. It checks for known problems before it changes anything, and reports each
# failure in one line that says what to do.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")"

usage() {
  cat <<'TEXT'
Usage: ./install.sh [--no-start] [--release FROM] [-- FLAGS]
       ./install.sh --service [--release FROM] [--domain NAME [--acme-email EMAIL]]
       ./install.sh --uninstall

  --no-start           only build dist/sapa
  --service            install a service with a user of its own, which systemd starts: the default for root where systemd
                       runs, unless FLAGS are given
  --foreground         run the server here until Ctrl-C: the default otherwise
  --release FROM       install a release, checked by its signature, instead of building: a folder, or its address
  --domain NAME        serve https for this name, which leads to this machine; the service only
  --acme-email EMAIL   address for the certificate authority
  --uninstall          remove the service and the program; the data and the settings stay
  -- FLAGS             flags for `sapa serve`, such as -- --host 0.0.0.0 --port 8080

Variables: SAPA_ADMIN_EMAIL (default admin@example.com), SAPA_ADMIN_PASSWORD (default: a random one, printed once),
and those of `sapa serve`, such as SAPA_DATA, SAPA_HOST, SAPA_PORT and SAPA_PUBLIC_URL.
TEXT
}

wrong() {
  printf 'Sapa: %s; see ./install.sh --help\n' "$*" >&2
  exit 2
}

start=yes mode='' release='' domain='' acme_email=''
while [ $# -gt 0 ]; do
  case $1 in
    --no-start) start=no ;;
    --service | --foreground | --uninstall) mode=${1#--} ;;
    --release | --domain | --acme-email)
      [ -n "${2:-}" ] || wrong "$1 needs a value"
      case $1 in --release) release=$2 ;; --domain) domain=$2 ;; --acme-email) acme_email=$2 ;; esac
      shift
      ;;
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

is_taken() { timeout 2 bash -c 'exec 3<>"/dev/tcp/$1/$2"' _ "$1" "$2" 2>/dev/null; }

# shellcheck source=scripts/install-service.sh
. scripts/install-service.sh
if [ "$mode" = uninstall ]; then
  uninstall_service
  exit 0
fi
if [ -z "$mode" ]; then
  mode=foreground
  if [ -n "$domain$acme_email" ]; then
    mode=service
  elif [ "$(id -u)" = 0 ] && [ $# = 0 ] && has_systemd; then
    mode=service
  fi
fi
if [ "$mode" = service ]; then
  [ $# = 0 ] || wrong "flags after -- are for the foreground; a service has its settings in /etc/sapa/sapa.env"
  [ "$start" = yes ] || mode=foreground
elif [ -n "$domain$acme_email" ]; then
  wrong "--domain is for the service; in the foreground: ./install.sh -- --domain $domain"
fi

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
  if [ "$port" != 0 ] && is_taken "$reachable" "$port"; then
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

# build: makes dist/sapa from this clone.
build() {
  local had_packages=no
  check_space
  ensure_bun
  say "Using Bun $(bun --version)"
  make_scratch "${TMPDIR:-/tmp}"
  say "Installing the packages of bun.lock"
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
}

# use_release: makes dist/sapa from a release. An installed service changes to it by its own upgrade, which can go back.
use_release() {
  # shellcheck source=scripts/get-release.sh
  . scripts/get-release.sh
  make_scratch "${TMPDIR:-/tmp}"
  need_space 400 "$scratch" "the release"
  get_release "$release" "$scratch"
  if [ "$mode" = service ] && [ -x "$program" ] && [ "$("$program" version)" != "sapa $release_version" ]; then
    say "Upgrading the installed $("$program" version)"
    "$program" upgrade --from "$release" --data "$service_data"
    rm -rf "$scratch"
    exit 0
  fi
  mkdir -p dist
  mv "$release_file" dist/sapa.part
  mv dist/sapa.part dist/sapa
}

# make_administrator FOLDER SAPA…: the account of the administrator, unless there is one. SAPA is the command that runs Sapa.
make_administrator() {
  local folder=$1 email=${SAPA_ADMIN_EMAIL:-admin@example.com} refusal=$scratch/refusal code=0
  shift
  say "Making the administrator's account in $folder (unless there is one)"
  if [ -n "${SAPA_ADMIN_PASSWORD:-}" ]; then
    printf '%s\n' "$SAPA_ADMIN_PASSWORD" | "$@" admin create --email "$email" --password-stdin --data "$folder" 2>"$refusal" || code=$?
  else
    "$@" admin create --email "$email" --data "$folder" 2>"$refusal" || code=$?
  fi
  if [ "$code" != 0 ]; then
    grep -q 'administrator already' "$refusal" || {
      cat "$refusal" >&2
      exit "$code"
    }
    say "There is an administrator already; the account stays as it is (sapa admin reset-password gives it another password)"
  fi
}

check_rights
# Check these before the build. The folder comes first, because a running server most likely uses the port as well.
if [ "$mode" = service ]; then
  check_service
elif [ "$start" = yes ]; then
  check_data
  check_port
fi
if [ -n "$release" ]; then use_release; else build; fi

if [ "$start" = no ]; then
  say "Built. Start it with: dist/sapa serve"
  exit 0
fi

if [ "$mode" = service ]; then
  install_service dist/sapa
  exit 0
fi

make_administrator "$data" dist/sapa
rm -rf "$scratch"

# The server does not need it, and other processes of the same user can read a process's environment.
unset SAPA_ADMIN_PASSWORD
say "Starting the server; Ctrl-C stops it. Later: dist/sapa serve --data $data"
exec dist/sapa serve "$@"
