# Sourced by install.sh. Installs Sapa as a service of systemd: a user of its own, the program in /usr/local/bin, the data in
# /var/lib/sapa, settings in /etc/sapa/sapa.env. DESTDIR is put before all these paths, as usual.

program=${DESTDIR:-}/usr/local/bin/sapa
unit=${DESTDIR:-}/etc/systemd/system/sapa.service
settings=${DESTDIR:-}/etc/sapa/sapa.env
service_data=${DESTDIR:-}/var/lib/sapa

has_systemd() { [ -d "${DESTDIR:-}/run/systemd/system" ] && command -v systemctl >/dev/null; }

require_root() {
  [ "$(id -u)" = 0 ] || fail "$1 needs root. Run it with sudo, or leave it out: ./install.sh then runs Sapa as $(id -un) in the foreground."
}

# Before anything is fetched: what would only fail at the end.
check_service() {
  require_root "Installing a service"
  if ! command -v useradd >/dev/null || ! command -v runuser >/dev/null; then
    fail "useradd or runuser is missing. Install the packages passwd and util-linux, and run this again."
  fi
  if [ -n "$domain" ] && ! [[ $domain =~ ^[A-Za-z0-9.-]+\.[A-Za-z0-9.-]+$ ]]; then
    printf 'Sapa: --domain: %s is not a domain name, such as chat.example.com\n' "$domain" >&2
    exit 2
  fi
  if has_systemd && systemctl is-active --quiet sapa; then return; fi
  local one own
  # A server that was started by hand.
  data=$service_data check_data
  own=3000
  if [ -r "$settings" ]; then own=$(sed -n 's/^SAPA_PORT=//p' "$settings" | tail -1); fi
  own=${own:-3000}
  if is_taken 127.0.0.1 "$own"; then
    fail "Port $own is in use by another program (see: ss -ltnp). Stop it, or write SAPA_PORT=3001 into $settings, and run this again."
  fi
  [ -n "$domain" ] || return 0
  for one in 80 443; do
    if is_taken 127.0.0.1 "$one"; then
      fail "Port $one is in use by another program, and --domain needs it (see: ss -ltnp). Stop that program and run this again, or let it pass the visitors on: docs/operate.md, \"A proxy with https\"."
    fi
  done
}

# put_program FILE: replaces the program as a whole, and keeps the one that was there as sapa.old.
put_program() {
  mkdir -p "$(dirname "$program")"
  cp "$1" "$program.part"
  chmod 755 "$program.part"
  if [ -e "$program" ] && ! cmp -s "$1" "$program"; then ln -f "$program" "$program.old"; fi
  mv "$program.part" "$program"
}

# set_variable NAME VALUE: in the file of settings, whose other lines stay.
set_variable() {
  local rest
  rest=$(grep -v "^$1=" "$settings" || true)
  (umask 077 && printf '%s\n' ${rest:+"$rest"} "$1=$2" >"$settings.part")
  mv "$settings.part" "$settings"
}

write_settings() {
  mkdir -p "$(dirname "$settings")"
  if [ ! -e "$settings" ]; then
    (umask 077 && printf '# Variables of the server, one a line: sapa serve --help has the list. Apply changes with: systemctl restart sapa\n' >"$settings")
  fi
  [ -z "$domain" ] || set_variable SAPA_DOMAIN "$domain"
  [ -z "$acme_email" ] || set_variable SAPA_ACME_EMAIL "$acme_email"
}

# as_service COMMAND…: as the service's user, so that no file of the data folder belongs to root.
as_service() { (cd / && runuser -u sapa -- "$@"); }

make_service() {
  if ! id -u sapa >/dev/null 2>&1; then
    say "Making the user sapa"
    useradd --system --user-group --home-dir /var/lib/sapa --no-create-home --shell /usr/sbin/nologin sapa
  fi
  mkdir -p "$service_data"
  chown sapa:sapa "$service_data"
  chmod 700 "$service_data"
  write_settings
  mkdir -p "$(dirname "$unit")"
  cp deploy/sapa.service "$unit"
  chmod 644 "$unit"
}

# install_service FILE: from the executable to a server that answers.
install_service() {
  say "Installing $program, with the data in $service_data"
  put_program "$1"
  make_service
  make_administrator "$service_data" as_service "$program"
  if ! has_systemd; then
    say "Installed. systemd does not run here, so nothing was started. Start the server with:
    runuser -u sapa -- env \$(grep -v '^#' $settings) SAPA_DATA=$service_data $program serve"
    return
  fi
  say "Starting the service"
  systemctl daemon-reload
  systemctl enable --quiet sapa
  if ! systemctl restart sapa; then
    journalctl -u sapa -n 5 -o cat --no-pager >&2 || true
    fail "The service did not start; the lines above say why. After mending it: systemctl restart sapa. The whole log: journalctl -u sapa -o cat"
  fi
  explain_service
}

explain_service() {
  local served
  served=$(sed -n 's/^SAPA_DOMAIN=\([^,]*\).*/\1/p' "$settings" | tail -1)
  if [ -n "$served" ]; then
    say "Sapa runs. Open https://$served/awc and log in as the administrator.
    The name must lead to this machine, and ports 80 and 443 must be open; the certificate then comes within seconds (journalctl -u sapa -o cat)."
    firewall_hint
  else
    say "Sapa runs on 127.0.0.1:3000, which only this machine can reach. From yours: ssh -L 3000:127.0.0.1:3000 root@THIS-MACHINE, and open http://localhost:3000/awc
    With a domain that leads here, get https by: ./install.sh --service --domain chat.example.com --acme-email you@example.com"
  fi
  say "Settings: $settings. Log: journalctl -u sapa -o cat. Check: runuser -u sapa -- sapa doctor --data $service_data"
}

firewall_hint() {
  if command -v ufw >/dev/null && ufw status 2>/dev/null | grep -q '^Status: active'; then
    say "The firewall ufw is active. Open the ports: ufw allow 80,443/tcp"
  elif command -v firewall-cmd >/dev/null && firewall-cmd --state >/dev/null 2>&1; then
    say "firewalld is active. Open the ports: firewall-cmd --permanent --add-service=http --add-service=https && firewall-cmd --reload"
  fi
}

uninstall_service() {
  require_root "--uninstall"
  if [ ! -e "$unit" ] && [ ! -e "$program" ]; then
    say "Sapa is not installed as a service. Nothing to do."
    return
  fi
  if has_systemd && [ -e "$unit" ]; then
    say "Stopping the service"
    systemctl disable --quiet --now sapa || true
  fi
  rm -f "$unit" "$program" "$program.old" "$program.new"
  if has_systemd; then systemctl daemon-reload; fi
  say "Removed the service and the program. Kept: the data in $service_data, the settings in $settings and the user sapa, to whom the data belongs.
    Install again with ./install.sh. To delete everything for good: rm -rf $service_data $(dirname "$settings") && userdel sapa"
}
