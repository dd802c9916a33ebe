import { describe, expect, test } from "bun:test";
import { ConfigError, findUnknownVariables, loadConfig } from "./config.ts";
import type { Environment } from "./config-environment.ts";

const refusalOf = (argv: string[], env: Environment = {}): string => {
  try {
    loadConfig(argv, env);
  } catch (error) {
    expect(error).toBeInstanceOf(ConfigError);
    return (error as Error).message;
  }
  throw new Error("this was expected to be refused");
};

test("without flags and variables the server listens only on this machine and uses the official addresses", () => {
  const config = loadConfig([], {});
  expect(config).toMatchObject({ host: "127.0.0.1", port: 3000, publicUrl: null, trustedProxies: null, logLevel: "info", secretKey: null });
  expect(config.tz).toBe("Asia/Kuala_Lumpur");
  expect(config.rateScale).toBe(1);
  expect(config.data.endsWith("/data")).toBe(true);
  expect(config.billplzUrl).toBe("https://www.billplz.com");
});

test("a flag overrides its variable", () => {
  expect(loadConfig(["--port", "4000"], { SAPA_PORT: "5000" }).port).toBe(4000);
  expect(loadConfig([], { SAPA_PORT: "5000" }).port).toBe(5000);
});

test("an empty variable counts as not set; an empty flag does not", () => {
  expect(loadConfig([], { SAPA_PUBLIC_URL: "", SAPA_PORT: "" }).publicUrl).toBeNull();
  expect(refusalOf(["--port", ""])).toStartWith("--port:");
});

test("with domains the server has certificates, and its public address is the first domain's unless it is named", () => {
  expect(loadConfig(["--acme-email", "ops@example.com"], {})).toMatchObject({ https: null, publicUrl: null });
  const { https, publicUrl } = loadConfig(["--domain", "Chat.Example.com.", "--domain", "büro.example"], {});
  expect(https).toEqual({
    domains: ["chat.example.com", "xn--bro-hoa.example"],
    email: null,
    directory: "https://acme-v02.api.letsencrypt.org/directory",
    caFile: null,
    httpsPort: 443,
    httpPort: 80,
  });
  expect(publicUrl).toBe("https://chat.example.com");
  const env = { SAPA_DOMAIN: "a.example.com, b.example.com", SAPA_HTTPS_PORT: "8443", SAPA_ACME_CA: "/etc/ca.pem" };
  expect(loadConfig([], env)).toMatchObject({
    publicUrl: "https://a.example.com:8443",
    https: { domains: ["a.example.com", "b.example.com"], caFile: "/etc/ca.pem" },
  });
  expect(loadConfig([], { ...env, SAPA_PUBLIC_URL: "https://cdn.example.com" }).publicUrl).toBe("https://cdn.example.com");
});

describe("the error about a bad value names its flag or variable", () => {
  const cases: [string[], Environment, string][] = [
    [["--port", "70000"], {}, "--port:"],
    [["--port=-1"], {}, "--port:"],
    [["--port=1e3"], {}, "--port:"],
    [[], { SAPA_PORT: "abc" }, "SAPA_PORT:"],
    [["--host", "a b"], {}, "--host:"],
    [["--data", ""], {}, "--data:"],
    [["--public-url", "chat.example.com"], {}, "--public-url:"],
    [["--public-url", "https://chat.example.com/app"], {}, "--public-url:"],
    [[], { SAPA_PUBLIC_URL: "ftp://chat.example.com" }, "SAPA_PUBLIC_URL:"],
    [[], { SAPA_PUBLIC_URL: "https://user:pass@chat.example.com" }, "SAPA_PUBLIC_URL:"],
    [["--trusted-proxy", "10.0.0.0/33"], {}, "--trusted-proxy:"],
    [["--trusted-proxy", "10.0.0.1,proxy"], {}, "--trusted-proxy:"],
    [[], { SAPA_TRUSTED_PROXY: "::1/129" }, "SAPA_TRUSTED_PROXY:"],
    [["--domain", "*.example.com"], {}, "--domain:"],
    [["--domain", "203.0.113.7"], {}, "--domain:"],
    [["--domain", "chat.example.com", "--domain", "::1"], {}, "--domain:"],
    [[], { SAPA_DOMAIN: "localhost" }, "SAPA_DOMAIN:"],
    [["--domain", "https://chat.example.com"], {}, "--domain:"],
    [["--domain", `${"a.".repeat(200)}com`], {}, "--domain:"],
    [["--acme-email", "ops"], {}, "--acme-email:"],
    [["--acme-directory", "http://ca.example.com/dir"], {}, "--acme-directory:"],
    [["--https-port", "99999"], {}, "--https-port:"],
    [["--log-level", "loud"], {}, "--log-level:"],
    [["--tz", "Mars/Base"], {}, "--tz:"],
    [[], { SAPA_RATE_SCALE: "0" }, "SAPA_RATE_SCALE:"],
    [[], { SAPA_RATE_SCALE: "Infinity" }, "SAPA_RATE_SCALE:"],
    [[], { SAPA_BILLPLZ_URL: "https://x.test/?a=1" }, "SAPA_BILLPLZ_URL:"],
    [[], { SAPA_SECRET_KEY: "short" }, "SAPA_SECRET_KEY:"],
  ];
  test.each(cases)("%p %p", (argv, env, start) => {
    expect(refusalOf(argv, env)).toStartWith(start);
  });

  test("an unknown flag, a flag without its value, and a stray word are refused", () => {
    expect(refusalOf(["--prot", "1"])).toContain("--prot");
    expect(refusalOf(["--port"])).toContain("--port");
    expect(refusalOf(["now"])).toContain("now");
  });

  test("a refused secret is not repeated", () => {
    expect(refusalOf([], { SAPA_SECRET_KEY: "hunter2" })).not.toContain("hunter2");
  });
});

test("addresses lose their trailing slash, and the address of Billplz keeps its path prefix", () => {
  const config = loadConfig(["--public-url", "https://Chat.Example.com/"], { SAPA_BILLPLZ_URL: "http://127.0.0.1:9/gateway/" });
  expect(config.publicUrl).toBe("https://chat.example.com");
  expect(config.billplzUrl).toBe("http://127.0.0.1:9/gateway");
});

test("an IPv6 address to listen on may be in brackets", () => {
  expect(loadConfig(["--host", "[::1]"], {}).host).toBe("::1");
});

test("proxies are addresses and networks, given in one flag or in several", () => {
  const { trustedProxies } = loadConfig(["--trusted-proxy", "10.0.0.0/8, ::1", "--trusted-proxy", "192.0.2.7"], {});
  const trusts = (address: string) => trustedProxies?.check(address, address.includes(":") ? "ipv6" : "ipv4");
  expect(["10.9.9.9", "::1", "192.0.2.7"].map(trusts)).toEqual([true, true, true]);
  expect(["11.0.0.1", "::2", "192.0.2.8"].map(trusts)).toEqual([false, false, false]);
});

test("an unknown SAPA_* variable is found", () => {
  expect(
    findUnknownVariables(["SAPA_OTHER"], { SAPA_PUBLICURL: "x", SAPA_OTHER: "y", SAPA_PORT: "1", SAPA_ADMIN_EMAIL: "a", HOME: "/" }),
  ).toEqual(["SAPA_PUBLICURL"]);
});
