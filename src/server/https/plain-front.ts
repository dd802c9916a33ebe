/** Port 80 of a server with its own certificates: the answers that prove control of a domain, and the way to https. */
import { type HttpsConfig, originOf } from "../platform/config-https.ts";
import type { Log } from "../platform/log.ts";
import type { Db } from "../platform/storage/db.ts";
import type { Certificates } from "./certificates.ts";
import { type Listening, onEveryAddress } from "./listen.ts";
import { findChallenge } from "./store.ts";

interface Deps {
  db: Db;
  log: Log;
  https: Pick<HttpsConfig, "domains">;
  certificates: Pick<Certificates, "contextOf">;
}

const CHALLENGE = /^\/\.well-known\/acme-challenge\/([A-Za-z0-9_-]{1,128})$/;
/** At most this many looks into the database at once: anyone may ask. */
const MAX_LOOKS = 16;
const IDLE_SECONDS = 10;
const MAX_BODY = 64 * 1024;

/** `httpsPort`: of the redirects. @throws the error of the system if it cannot listen there */
export async function startPlainFront(
  deps: Deps,
  host: string | null,
  { port, httpsPort }: { port: number; httpsPort: number },
): Promise<Listening> {
  const handle = createHandle(deps, httpsPort);
  const server = await onEveryAddress(host, (hostname) =>
    Bun.serve({
      hostname,
      port,
      idleTimeout: IDLE_SECONDS,
      maxRequestBodySize: MAX_BODY,
      development: false,
      fetch: handle,
      error: (error) => {
        deps.log.warn("a request on the port for http failed", { error });
        return plain(503, "Please try again.");
      },
    }),
  );
  return { port: server.port ?? port, stop: () => void server.stop(false), end: () => void server.stop(true) };
}

export function createHandle({ db, https, certificates }: Deps, httpsPort: number): (request: Request) => Promise<Response> {
  let looks = 0;
  const answerChallenge = async (token: string): Promise<Response> => {
    if (looks >= MAX_LOOKS) return plain(503, "Please try again.");
    looks++;
    try {
      const answer = await findChallenge(db, token);
      return answer === undefined ? plain(404, "There is no such challenge.") : plain(200, answer);
    } finally {
      looks--;
    }
  };
  return async (request) => {
    const url = URL.parse(request.url);
    const token = url && CHALLENGE.exec(url.pathname)?.[1];
    if (token && request.method === "GET") return answerChallenge(token);
    const name = url?.hostname.replace(/\.$/, "") ?? "";
    if (!url || !https.domains.includes(name)) return plain(404, "This server does not know the address.");
    if (!certificates.contextOf(name)) return plain(503, "The certificate of this address is not there yet. Please try again in a minute.");
    // The name is one of ours: nobody can make this server redirect elsewhere.
    const location = `${originOf({ httpsPort }, name)}${url.pathname}${url.search}`;
    const isSafe = request.method === "GET" || request.method === "HEAD";
    return new Response(null, { status: isSafe ? 301 : 308, headers: { location, "cache-control": "no-store" } });
  };
}

const plain = (status: number, text: string) =>
  new Response(text, {
    status,
    headers: {
      "content-type": "text/plain; charset=utf-8",
      "x-content-type-options": "nosniff",
      "cache-control": "no-store",
      ...(status === 503 && { "retry-after": "30" }),
    },
  });
