/**
 * A vendor with OpenAI's protocol for benchmarks: streams the same tokens at the same pace to every request. With the
 * argument `stamped`, each token is the moment at which it was sent.
 */
const [tokens = "40", gapMs = "0", kind = ""] = process.argv.slice(2);

/** On the clock that all processes of this machine share. */
const now = () => performance.timeOrigin + performance.now();

const event = (value: unknown) => new TextEncoder().encode(`data: ${JSON.stringify(value)}\n\n`);

const server = Bun.serve({
  hostname: "127.0.0.1",
  port: 0,
  idleTimeout: 0,
  async fetch(request) {
    const arrived = now();
    await request.text();
    return new Response(
      new ReadableStream({
        async start(controller) {
          controller.enqueue(event({ choices: [{ index: 0, delta: { content: `${arrived} ` } }] }));
          for (let i = 0; i < Number(tokens); i++) {
            if (Number(gapMs) > 0) await Bun.sleep(Number(gapMs));
            controller.enqueue(event({ choices: [{ index: 0, delta: { content: kind === "stamped" ? `${now()} ` : `token${i} ` } }] }));
          }
          controller.enqueue(event({ choices: [{ index: 0, delta: {}, finish_reason: "stop" }] }));
          controller.enqueue(new TextEncoder().encode("data: [DONE]\n\n"));
          controller.close();
        },
      }),
      { headers: { "content-type": "text/event-stream" } },
    );
  },
});
console.log(server.url.origin);

export {};
