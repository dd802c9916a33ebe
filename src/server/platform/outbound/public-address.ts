/** Which addresses belong to the public Internet, so that a request on behalf of a customer may go to them. */
import { BlockList, isIP } from "node:net";
import { plainAddress } from "../http/address.ts";

/** What is not global in the IANA registry of special-purpose IPv4 addresses, with multicast and the reserved rest. */
const NOT_PUBLIC_IPV4: readonly (readonly [string, number])[] = [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.0.0.0", 24],
  ["192.0.2.0", 24],
  ["192.88.99.0", 24],
  ["192.168.0.0", 16],
  ["198.18.0.0", 15],
  ["198.51.100.0", 24],
  ["203.0.113.0", 24],
  ["224.0.0.0", 4],
  ["240.0.0.0", 4],
];

/** Only 2000::/3 is assigned to the Internet, except these. 6to4 (2002::/16) and Teredo (in 2001::/23) contain IPv4 addresses. */
const PUBLIC_IPV6 = ["2000::", 3] as const;
const NOT_PUBLIC_IPV6: readonly (readonly [string, number])[] = [
  ["2001::", 23],
  ["2001:db8::", 32],
  ["2002::", 16],
  ["3fff::", 20],
];

const refused = new BlockList();
for (const [net, prefix] of NOT_PUBLIC_IPV4) refused.addSubnet(net, prefix, "ipv4");
for (const [net, prefix] of NOT_PUBLIC_IPV6) refused.addSubnet(net, prefix, "ipv6");
const assigned = new BlockList();
assigned.addSubnet(...PUBLIC_IPV6, "ipv6");

/** `address`: IPv4 or IPv6, without brackets. False for anything else. An IPv4-mapped address counts as the IPv4 address. */
export function isPublicAddress(address: string): boolean {
  if (address.includes("%")) return false;
  const plain = plainAddress(address);
  if (isIP(plain) === 4) return !refused.check(plain, "ipv4");
  return isIP(plain) === 6 && assigned.check(plain, "ipv6") && !refused.check(plain, "ipv6");
}
