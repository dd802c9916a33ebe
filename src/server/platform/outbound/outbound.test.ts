import { afterAll, beforeAll, expect, test } from "bun:test";
import { createOutbound, type OutboundFailed, type OutboundOptions } from "./outbound.ts";

let server: ReturnType<typeof Bun.serve>;
let requests: Request[];

beforeAll(() => {
  server = Bun.serve({
    hostname: "127.0.0.1",
    port: 0,
    fetch(request) {
      requests.push(request);
      if (request.url.endsWith("/gone")) return Response.redirect("http://127.0.0.1/", 302);
      return request.url.endsWith("/slow") ? new Promise<Response>(() => {}) : new Response("hello");
    },
  });
});
afterAll(() => server.stop(true));

const get = (url: string, options: OutboundOptions = {}, signal = new AbortController().signal) => {
  requests = [];
  return createOutbound(options).get(new URL(url), { "user-agent": "test" }, signal);
};
const failureOf = (url: string, options?: OutboundOptions, signal?: AbortSignal) =>
  get(url, options, signal).then(
    () => "none",
    (error: OutboundFailed) => error.code,
  );
const isLocal = (address: string) => address === "127.0.0.1";
const at = (path: string) => `http://shop.example:${server.port}${path}`;

test("a request goes to the address that was checked, with the name of the site", async () => {
  const answer = await get(at("/a?b=1"), { resolve: async () => ["127.0.0.1"], isAllowed: isLocal });
  expect(await new Response(answer.body).text()).toBe("hello");
  // The server makes this address from the Host header.
  expect(requests.map(({ url }) => url)).toEqual([at("/a?b=1")]);
});

test.each([
  "http://127.0.0.1:PORT/",
  "http://2130706433:PORT/",
  "http://0x7f.1:PORT/",
  "http://[::1]:PORT/",
  "http://[::ffff:127.0.0.1]:PORT/",
  "http://0.0.0.0:PORT/",
  "http://169.254.169.254/latest/meta-data/",
  "http://10.0.0.1/",
])("%s is refused without a connection", async (url) => {
  expect(await failureOf(url.replace("PORT", String(server.port)))).toBe("private_address");
  expect(requests).toEqual([]);
});

test("a name is refused if one of its addresses is private", async () => {
  expect(await failureOf(at("/"), { resolve: async () => ["93.184.216.34", "127.0.0.1"] })).toBe("private_address");
  expect(await failureOf(at("/"), { resolve: async () => ["::ffff:10.0.0.1"] })).toBe("private_address");
  expect(requests).toEqual([]);
});

test("a name that changes its address after the check is asked once, so the change has no effect", async () => {
  const answers = [["127.0.0.1"], ["127.0.0.2"]];
  let asked = 0;
  const options = { resolve: async () => answers[asked++] ?? [], isAllowed: isLocal };
  expect((await get(at("/"), options)).status).toBe(200);
  expect(asked).toBe(1);
  expect(await failureOf(at("/"), options)).toBe("private_address");
});

test.each(["ftp://shop.example/", "http://user:pass@shop.example/", "http://shop.example:25/", "file:///etc/passwd"])(
  "%s is not an address of the web",
  async (url) => {
    expect(await failureOf(url, { resolve: async () => ["1.1.1.1"], isAllowed: () => true })).toBe("bad_address");
  },
);

test("a redirect is an answer and is not followed", async () => {
  const answer = await get(at("/gone"), { resolve: async () => ["127.0.0.1"], isAllowed: isLocal });
  expect([answer.status, answer.headers.get("location"), requests.length]).toEqual([302, "http://127.0.0.1/", 1]);
  await answer.body?.cancel();
});

test("each failure has its code", async () => {
  const isAllowed = () => true;
  const noName = async () => {
    throw new Error("ENOTFOUND");
  };
  expect(await failureOf(at("/"), { resolve: noName })).toBe("no_name");
  expect(await failureOf(at("/"), { resolve: async () => [] })).toBe("no_name");
  const closed = Bun.listen({ hostname: "127.0.0.1", port: 0, socket: { data() {} } });
  const { port } = closed;
  closed.stop(true);
  expect(await failureOf(`http://shop.example:${port}/`, { resolve: async () => ["127.0.0.1"], isAllowed })).toBe("unreachable");
  const timeout = AbortSignal.timeout(50);
  expect(await failureOf(at("/slow"), { resolve: async () => ["127.0.0.1"], isAllowed }, timeout)).toBe("timeout");
  expect(await failureOf(at("/"), { resolve: () => new Promise(() => {}) }, AbortSignal.timeout(20))).toBe("timeout");
  const rude = Bun.listen({ hostname: "127.0.0.1", port: 0, socket: { open: (socket) => void socket.end("no http\r\n\r\n"), data() {} } });
  expect(await failureOf(`http://shop.example:${rude.port}/`, { resolve: async () => ["127.0.0.1"], isAllowed })).toBe("broken");
  rude.stop(true);
});

test("an abort that is not about time throws its own reason", async () => {
  const stop = new AbortController();
  const asked = get(at("/slow"), { resolve: async () => ["127.0.0.1"], isAllowed: isLocal }, stop.signal);
  stop.abort(new Error("stopped"));
  expect(asked).rejects.toThrow("stopped");
});
