/** The addresses of the vendors: their own, or those that the environment sets (product 11.2). */
import { readAddress } from "../../platform/config.ts";
import type { Environment } from "../../platform/config-environment.ts";
import { VENDOR_IDS, VENDORS, type Vendor } from "./vendors.ts";

/** Scheme, host, port and path prefix of each vendor, without a trailing slash. */
export type VendorUrls = Readonly<Record<Vendor, string>>;

export const VENDOR_VARIABLES: readonly string[] = VENDOR_IDS.map((id) => VENDORS[id].variable);

/** @throws ConfigError naming the variable that has a bad value */
export function readVendorUrls(env: Environment): VendorUrls {
  return toUrls((id) => readAddress(VENDORS[id].variable, env) ?? VENDORS[id].url);
}

export const VENDOR_URLS: VendorUrls = toUrls((id) => VENDORS[id].url);

function toUrls(urlOf: (id: Vendor) => string): VendorUrls {
  return Object.fromEntries(VENDOR_IDS.map((id) => [id, urlOf(id)])) as Record<Vendor, string>;
}
