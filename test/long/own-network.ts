/**
 * Tests of the built executable with websites. It connects to public addresses only, and has no way around that. So the test,
 * its sites and the executable run in a network of their own, in which this machine has addresses that look public; nothing
 * leaves it. Needs Linux with unshare and ip (packages util-linux and iproute2), and the right to make namespaces.
 */
import { expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { networkInterfaces, tmpdir } from "node:os";
import { join } from "node:path";

export const PUBLIC_ADDRESS = "11.22.33.44";
/** Where machines of clouds find their credentials. */
export const METADATA_ADDRESS = "169.254.169.254";

const SETUP = `
set -e
ip link set lo up
ip address add ${PUBLIC_ADDRESS}/32 dev lo
ip address add ${METADATA_ADDRESS}/32 dev lo
echo "nameserver 127.0.0.1" >"$1"
mount --bind "$1" /etc/resolv.conf
shift
exec "$@"`;

const isInside = (): boolean => Object.values(networkInterfaces()).some((all) => all?.some(({ address }) => address === PUBLIC_ADDRESS));

/** The command, in a network of its own with the names of `serveNames`. `folder` is for a file of the set-up. */
const inOwnNetwork = (folder: string, ...command: string[]): string[] => [
  ...["unshare", "--map-root-user", "--net", "--mount", "sh", "-c", SETUP, "sh", join(folder, "resolv.conf")],
  ...command,
];

/** Defines the tests of `file` if it runs in such a network. Otherwise, defines one test that runs the file in one. */
export function inNetwork(file: string, define: () => void): void {
  if (isInside()) {
    define();
    return;
  }
  const folder = mkdtempSync(join(tmpdir(), "sapa-network-"));
  const tried = Bun.spawnSync(["sh", "-c", 'exec "$@" 2>&1', "sh", ...inOwnNetwork(folder, "true")]);
  const name = "in a network of its own";
  if (tried.success) {
    test(name, async () => {
      const tests = [process.execPath, "test", "--timeout", String(3_600_000), file];
      const child = Bun.spawn(inOwnNetwork(folder, ...tests), { stdout: "inherit", stderr: "inherit" });
      expect(await child.exited).toBe(0);
      rmSync(folder, { recursive: true });
    });
    return;
  }
  rmSync(folder, { recursive: true });
  console.warn(`${file}: skipped, because no network of its own can be made here: ${tried.stdout.toString().trim()}`);
  test.skip(name, () => {});
}

const HEADER = 12;
const ADDRESS = 1;
const ANSWER = 0x8180;

/** The names of the network: `addressesOf` is asked at every question for an IPv4 address. Everything else has no records. */
export async function serveNames(addressesOf: (name: string) => readonly string[]): Promise<{ close(): void }> {
  return Bun.udpSocket({
    hostname: "127.0.0.1",
    port: 53,
    socket: {
      data(socket, packet, port, from) {
        const { name, end } = readName(packet);
        const addresses = packet.readUInt16BE(end) === ADDRESS ? addressesOf(name) : [];
        const header = Buffer.alloc(HEADER);
        packet.copy(header, 0, 0, 2);
        header.writeUInt16BE(ANSWER, 2);
        header.writeUInt16BE(1, 4);
        header.writeUInt16BE(addresses.length, 6);
        // Each record refers to the name of the question, is an IPv4 address, and must not be kept.
        const records = addresses.map((address) => [0xc0, HEADER, 0, 1, 0, 1, 0, 0, 0, 0, 0, 4, ...address.split(".").map(Number)]);
        socket.send(Buffer.concat([header, packet.subarray(HEADER, end + 4), Buffer.from(records.flat())]), port, from);
      },
    },
  });
}

function readName(packet: Buffer): { name: string; end: number } {
  const labels: string[] = [];
  let at = HEADER;
  for (let length = packet[at] ?? 0; length > 0; length = packet[at] ?? 0) {
    labels.push(packet.toString("latin1", at + 1, at + 1 + length));
    at += length + 1;
  }
  return { name: labels.join(".").toLowerCase(), end: at + 1 };
}
