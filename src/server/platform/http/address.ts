/** Network addresses, as rate limits count them and as trusted proxies name them. */
import { isIP } from "node:net";

const HEX_GROUPS = 8;

/** The eight groups of a valid IPv6 address, in any of its spellings. */
function groupsOf(address: string): number[] {
  const [plain = ""] = address.split("%");
  const hex = plain.replace(/(\d{1,3})\.(\d{1,3})\.(\d{1,3})\.(\d{1,3})$/, (_all, ...parts: string[]) => {
    const [a = 0, b = 0, c = 0, d = 0] = parts.slice(0, 4).map(Number);
    return `${(a * 256 + b).toString(16)}:${(c * 256 + d).toString(16)}`;
  });
  const [head = "", tail] = hex.split("::");
  const parse = (part: string) => (part === "" ? [] : part.split(":").map((group) => Number.parseInt(group, 16)));
  const [left, right] = [parse(head), parse(tail ?? "")];
  return [...left, ...Array<number>(Math.max(HEX_GROUPS - left.length - right.length, 0)).fill(0), ...right];
}

/**
 * The IPv4 address that an IPv4-mapped IPv6 address contains (`::ffff:203.0.113.7`, `::FFFF:cb00:7107`, …); any other
 * address unchanged.
 */
export function plainAddress(address: string): string {
  if (isIP(address) !== 6) return address;
  const groups = groupsOf(address);
  const [high = 0, low = 0] = groups.slice(6);
  const isMapped = groups[5] === 0xffff && groups.slice(0, 5).every((group) => group === 0);
  return isMapped ? `${high >> 8}.${high & 255}.${low >> 8}.${low & 255}` : address;
}

/** Whether this address or host name (an IPv6 address with or without brackets) is the machine itself. */
export function isLoopback(host: string): boolean {
  const plain = plainAddress(host.replace(/^\[(.*)\]$/, "$1"));
  return plain === "::1" || plain === "localhost" || plain.endsWith(".localhost") || /^127(\.\d{1,3}){3}$/.test(plain);
}

/** The key under which a rate limit counts an address. An IPv6 customer usually has a whole /64, so a /64 is one key. */
export function addressKey(address: string): string {
  const plain = plainAddress(address);
  if (isIP(plain) !== 6) return plain;
  return groupsOf(plain)
    .slice(0, 4)
    .map((group) => group.toString(16))
    .join(":");
}

const IPV6_KEY = /^([0-9a-f]{1,4}:[0-9a-f]{1,4}:[0-9a-f]{1,4}):[0-9a-f]{1,4}(?= |$)/;

/**
 * The key of the IPv6 /48 network that contains a key made by `addressKey`, including any text after the address; null
 * if the key has no IPv6 address. Many customers get a whole /48 or /56, which is up to 65,536 keys of `addressKey`.
 */
export function networkKey(key: string): string | null {
  return IPV6_KEY.test(key) ? key.replace(IPV6_KEY, "$1::/48") : null;
}
