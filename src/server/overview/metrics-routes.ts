import { timingSafeEqual } from "node:crypto";
import { operationApi } from "../../contract/calls/operation.schema.ts";
import { notFound } from "../platform/errors.ts";
import { addressKey, isLoopback } from "../platform/http/address.ts";
import { mount, type Route } from "../platform/http/endpoint.ts";
import type { Http } from "../platform/http/http.ts";
import type { RateRule, Rates } from "../platform/http/rates.ts";
import type { Metrics } from "../platform/metrics.ts";

const READS: RateRule = { name: "metrics", max: 120, perMs: 60_000 };
/** A proxy adds one of these. Behind it, every visitor's request is from this machine. */
const PROXIED = ["forwarded", "x-forwarded-for", "x-forwarded-proto", "x-forwarded-host", "x-real-ip", "via"];

interface Deps {
  metrics: Metrics;
  rates: Rates;
  http: Pick<Http, "peerOf">;
  /** Null: only programs on this machine may read. */
  token: string | null;
}

/** `/metrics`. A client that may not read it gets the answer of an address that does not exist. */
export function metricsRoutes({ metrics, rates, http, token }: Deps) {
  const hasToken = (request: Request) => token !== null && isSame(request.headers.get("authorization") ?? "", `Bearer ${token}`);
  const handle: Route["handle"] = async ({ request, server }) => {
    // Not the address that a proxy forwards: that is a claim, and this must be a program on this machine.
    const peer = http.peerOf(request, server);
    rates.spend(READS, addressKey(peer));
    const isHere = isLoopback(peer) && PROXIED.every((name) => !request.headers.has(name));
    if (!isHere && !hasToken(request)) throw notFound();
    return new Response(await metrics.render(), {
      headers: { "content-type": "text/plain; version=0.0.4; charset=utf-8", "cache-control": "no-store" },
    });
  };
  const { method, path } = operationApi.readMetrics;
  return mount("metrics", [{ method, path, handle }]);
}

/** Compares hashes, so that the time says nothing about the token, nor about its length. */
function isSame(one: string, other: string): boolean {
  const hash = (text: string) => new Bun.CryptoHasher("sha256").update(text).digest();
  return timingSafeEqual(hash(one), hash(other));
}
