import { expect, test } from "bun:test";
import { join } from "node:path";
import { ConfigError } from "../../platform/config.ts";
import { readVendorUrls, VENDOR_URLS, VENDOR_VARIABLES } from "./addresses.ts";

test("vendors have their own addresses unless a variable replaces them", () => {
  expect(readVendorUrls({})).toEqual(VENDOR_URLS);
  expect(VENDOR_URLS.anthropic).toBe("https://api.anthropic.com");
  const urls = readVendorUrls({ SAPA_OPENAI_URL: "http://127.0.0.1:9/gateway/", SAPA_GROQ_URL: "" });
  expect(urls).toEqual({ ...VENDOR_URLS, openai: "http://127.0.0.1:9/gateway" });
});

test("an unusable address is refused with the name of its variable and without its value", () => {
  for (const value of ["api.openai.com", "https://user:pass@x.test", "https://x.test/?key=pass", "ftp://x.test"]) {
    const read = () => readVendorUrls({ SAPA_OPENAI_URL: value });
    expect(read).toThrow(ConfigError);
    expect(read).toThrow(/^SAPA_OPENAI_URL: (?!.*pass)/);
  }
});

test("docs/product.md names every vendor's variable", async () => {
  const rules = await Bun.file(join(import.meta.dir, "../../../../docs/product.md")).text();
  for (const variable of VENDOR_VARIABLES) expect(rules).toContain(`\`${variable}\``);
});

test("each vendor's variable has the name of the vendor", () => {
  expect(VENDOR_VARIABLES).toEqual(Object.keys(VENDOR_URLS).map((id) => `SAPA_${id.toUpperCase()}_URL`));
});
