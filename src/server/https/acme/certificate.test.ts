import { expect, test } from "bun:test";
import { createPrivateKey, generateKeyPairSync } from "node:crypto";
import { createFakeCa, makeCertificate } from "../../../../test/fake-ca.ts";
import { readIssued, renewalId } from "./certificate.ts";
import { integer, oid, readElements, sequence } from "./der.ts";
import { AcmeFailed, failureOf } from "./failure.ts";
import { createWire } from "./wire.ts";

/** The example of RFC 9773, appendix A. */
const EXAMPLE = `-----BEGIN CERTIFICATE-----
MIIBQzCB66ADAgECAgUAh2VDITAKBggqhkjOPQQDAjAVMRMwEQYDVQQDEwpFeGFt
cGxlIENBMCIYDzAwMDEwMTAxMDAwMDAwWhgPMDAwMTAxMDEwMDAwMDBaMBYxFDAS
BgNVBAMTC2V4YW1wbGUuY29tMFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEeBZu
7cbpAYNXZLbbh8rNIzuOoqOOtmxA1v7cRm//AwyMwWxyHz4zfwmBhcSrf47NUAFf
qzLQ2PPQxdTXREYEnKMjMCEwHwYDVR0jBBgwFoAUaYhba4dGQEHhs3uEe6CuLN4B
yNQwCgYIKoZIzj0EAwIDRwAwRAIge09+S5TZAlw5tgtiVvuERV6cT4mfutXIlwTb
+FYN/8oCIClDsqBklhB9KAelFiYt9+6FDj3z4KGVelYM5MdsO3pK
-----END CERTIFICATE-----
`;

test("the name of a certificate in questions about its renewal is that of the standard's example", () => {
  expect(renewalId(EXAMPLE)).toBe("aYhba4dGQEHhs3uEe6CuLN4ByNQ.AIdlQyE");
});

test("DER is written in its shortest form, and read again", () => {
  expect(oid("1.2.840.113549.1.9.14").toString("hex")).toBe("06092a864886f70d01090e");
  expect(integer(Buffer.of(0x87)).toString("hex")).toBe("02020087");
  expect(integer(Buffer.of(0, 0, 5)).toString("hex")).toBe("020105");
  expect(integer(Buffer.of(0, 0x87)).toString("hex")).toBe("02020087");
  expect(integer(Buffer.of(0)).toString("hex")).toBe("020100");
  const long = sequence(Buffer.alloc(200));
  expect(long.subarray(0, 3).toString("hex")).toBe("3081c8");
  expect(readElements(Buffer.concat([long, integer(Buffer.of(5))])).map(({ tag, content }) => [tag, content.length])).toEqual([
    [0x30, 200],
    [0x02, 1],
  ]);
  expect(() => readElements(long.subarray(0, 100))).toThrow(RangeError);
});

test("a certificate for another key, another domain or a time that is over is refused", () => {
  const key = generateKeyPairSync("ec", { namedCurve: "P-256" }).privateKey;
  const other = { domain: "example.com", key, now: 0 };
  expect(() => readIssued(EXAMPLE, other)).toThrow("another key");
  expect(() => readIssued("no certificate", { ...other, key: createPrivateKey(key.export({ type: "pkcs8", format: "pem" })) })).toThrow();
});

test("a certificate is refused whose chain cannot be served: it would keep the server from starting", () => {
  const { chain, key } = makeCertificate("example.com");
  const wanted = { domain: "example.com", key: createPrivateKey(key), now: Date.now() };
  expect(readIssued(chain, wanted).chain).toBe(chain);
  for (const rest of ["AAAA", "!!!!"])
    expect(() => readIssued(`${chain}-----BEGIN CERTIFICATE-----\n${rest}\n-----END CERTIFICATE-----\n`, wanted)).toThrow();
});

test("an address of the authority that is none is the authority's failure, and its words are one short line", async () => {
  for (const url of ["https://[", "https://%%/", "https://", "http://ca.test/", `x\n${"x".repeat(9_000)}`]) {
    const error = await createWire(null, "sapa")({ method: "GET", url }, new AbortController().signal).catch((thrown) => thrown);
    expect(error).toBeInstanceOf(AcmeFailed);
    expect(error.detail).not.toContain("\n");
    expect(error.detail.length).toBeLessThanOrEqual(500);
  }
});

test("problems of the authority have a name of ours, with the words of the first domain that has one", () => {
  const type = (name: string) => `urn:ietf:params:acme:error:${name}`;
  expect(failureOf({ type: type("caa"), detail: "CAA says no" }, "x")).toMatchObject({ problem: "caa", detail: "CAA says no" });
  expect(failureOf({ type: type("connection"), detail: "Get http://a.test: could not resolve URL" }, "x").problem).toBe("dns");
  const subproblems = [{ type: type("rejectedIdentifier"), detail: "not for banks" }];
  expect(failureOf({ type: type("malformed"), detail: "see below", subproblems }, "x")).toMatchObject({
    problem: "rejected",
    detail: "not for banks",
  });
  expect(failureOf("<html>", "The authority answered 502.")).toMatchObject({ problem: "failed", detail: "The authority answered 502." });
  expect(failureOf({ detail: `a\u001b[31m\n${"x".repeat(9_000)}` }, "x").detail).toHaveLength(500);
});

test("the fake authority refuses a request with a wrong signature", async () => {
  const ca = createFakeCa(() => 0);
  const signature = Buffer.alloc(64).toString("base64url");
  const { publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const head = Buffer.from(
    JSON.stringify({ alg: "ES256", url: "https://ca.test/new-order", jwk: publicKey.export({ format: "jwk" }) }),
  ).toString("base64url");
  const body = JSON.stringify({ protected: head, payload: "", signature });
  const answer = await ca.wire({ method: "POST", url: "https://ca.test/new-order", body }, new AbortController().signal);
  expect(answer.status).toBe(400);
});
