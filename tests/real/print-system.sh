#!/bin/sh
# A print system of its own below the folder $1, with the printers that follow as NAME=PORT: CUPS before ippeveprinter, which
# needs a bus and avahi. Run in a network, mounts and processes of its own (unshare): it ends with its input, which whoever
# started it holds, however that ends. What is not there in time ends it.
set -eu
here=$1
shift
# What CUPS starts runs as a user of its own.
chmod 755 "$here"
mkdir -p "$here/root" "$here/spool" "$here/cache" "$here/state" "$here/log"
cat > "$here/bus.conf" <<CONF
<busconfig>
  <type>system</type>
  <listen>unix:path=$here/bus.sock</listen>
  <auth>EXTERNAL</auth>
  <policy context="default">
    <allow user="*"/><allow own="*"/>
    <allow send_type="method_call"/><allow send_type="method_return"/>
    <allow send_type="error"/><allow send_type="signal"/>
    <allow receive_type="method_call"/><allow receive_type="method_return"/>
    <allow receive_type="error"/><allow receive_type="signal"/>
  </policy>
</busconfig>
CONF
cat > "$here/root/cupsd.conf" <<CONF
Listen $here/cups.sock
WebInterface No
Browsing Off
DefaultAuthType None
# A printer that is being started again is tried again at once, not half a minute later or never.
ErrorPolicy retry-job
JobRetryInterval 2
<Location />
  Allow all
</Location>
<Policy default>
  <Limit All>
  </Limit>
</Policy>
CONF
cat > "$here/root/cups-files.conf" <<CONF
ServerRoot $here/root
RequestRoot $here/spool
CacheDir $here/cache
StateDir $here/state
TempDir $here/spool
AccessLog $here/log/access
ErrorLog $here/log/error
PageLog $here/log/page
CONF
# Sheets and rolls: what it has by itself is no narrower than three inches.
cat > "$here/printer.conf" <<CONF
ATTR textWithoutLanguage printer-make-and-model "Mostrador Rollo"
ATTR mimeMediaType document-format-default application/pdf
ATTR mimeMediaType document-format-supported application/pdf
ATTR keyword ipp-features-supported ipp-everywhere
ATTR boolean color-supported false
ATTR keyword print-color-mode-default monochrome
ATTR keyword print-color-mode-supported monochrome
ATTR keyword sides-default one-sided
ATTR keyword sides-supported one-sided
ATTR resolution printer-resolution-default 600dpi
ATTR resolution printer-resolution-supported 600dpi
ATTR keyword media-default iso_a4_210x297mm
ATTR keyword media-ready iso_a4_210x297mm
ATTR keyword media-supported iso_a4_210x297mm,custom_min_40x40mm,custom_max_216x3000mm
ATTR keyword media-col-supported media-bottom-margin,media-left-margin,media-right-margin,media-size,media-top-margin
ATTR integer media-bottom-margin-supported 0
ATTR integer media-left-margin-supported 0
ATTR integer media-right-margin-supported 0
ATTR integer media-top-margin-supported 0
ATTR collection media-size-supported {
  MEMBER integer x-dimension 21000
  MEMBER integer y-dimension 29700
},{
  MEMBER rangeOfInteger x-dimension 4000-21600
  MEMBER rangeOfInteger y-dimension 4000-300000
}
CONF
end=$(($(date +%s) + 90))
until_there() {
  until timeout -k 1 20 "$@" > "$here/log/last" 2>&1; do
    if [ "$(date +%s)" -gt "$end" ]; then
      echo "not there: $*: $(cat "$here/log/last")" >&2
      exit 1
    fi
    sleep 0.1
  done
}
export DBUS_SYSTEM_BUS_ADDRESS="unix:path=$here/bus.sock"
export CUPS_SERVER="$here/cups.sock"
ip link set lo up
# The number that avahi left there is of another process here, and it would take itself for running already.
mkdir -p /run/avahi-daemon
mount -t tmpfs tmpfs /run/avahi-daemon
dbus-daemon --config-file="$here/bus.conf" --nofork > "$here/log/bus" 2>&1 &
until_there test -S "$here/bus.sock"
avahi-daemon --no-drop-root --no-chroot --no-rlimits --no-proc-title > "$here/log/avahi" 2>&1 &
# A printer ends where avahi does not run yet, also one that has just taken a paper, which is lost with it.
until_there sh -c 'dbus-send --bus="$DBUS_SYSTEM_BUS_ADDRESS" --print-reply --dest=org.freedesktop.Avahi / org.freedesktop.Avahi.Server.GetState | grep -q "int32 2"'
cupsd -f -c "$here/root/cupsd.conf" -s "$here/root/cups-files.conf" > "$here/log/cupsd" 2>&1 &
until_there lpstat -r
for printer in "$@"; do
  name=${printer%=*}
  port=${printer#*=}
  mkdir -p "$here/printed/$name"
  # It is started until it stays.
  while true; do
    ippeveprinter -a "$here/printer.conf" -k -d "$here/printed/$name" -p "$port" -n localhost "$name" >> "$here/log/$name" 2>&1 || sleep 0.2
  done &
done
for printer in "$@"; do
  name=${printer%=*}
  uri=ipp://localhost:${printer#*=}/ipp/print
  # cupsd asks it behind lpadmin what it can, once: of one that does not listen yet it never learns, and spoils its papers.
  until_there sh -c 'ipptool -tv "$1" get-printer-attributes.test | grep -q "status-code = successful-ok"' sh "$uri"
  until_there lpadmin -p "$name" -E -v "$uri" -m everywhere
  # Without the bus: what avahi tells of a printer of this name would be told for cupsd's own.
  until_there sh -c 'DBUS_SYSTEM_BUS_ADDRESS=unix:path=/nowhere lpoptions -p "$1" | grep -q "IPP Everywhere"' sh "$name"
done
echo ready
exec cat
