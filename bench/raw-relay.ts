/** The baseline: a socket, one fetch, JSON.parse of each event, and nothing of the product. */
const upstream = process.argv[2] ?? "";

async function relay(id: string, text: string, send: (frame: unknown) => void): Promise<void> {
  const response = await fetch(`${upstream}/v1/chat/completions`, {
    method: "POST",
    headers: { "content-type": "application/json", authorization: "Bearer none" },
    body: JSON.stringify({ model: "m", stream: true, messages: [{ role: "user", content: text }] }),
  });
  let rest = "";
  let chunkIndex = 0;
  for await (const part of (response.body ?? new ReadableStream()).pipeThrough(new TextDecoderStream())) {
    const lines = (rest + part).split("\n\n");
    rest = lines.pop() ?? "";
    for (const line of lines) {
      if (line === "data: [DONE]") continue;
      const chunk = JSON.parse(line.slice(6)).choices[0].delta.content;
      if (chunk) send({ event: "botMessageChunk", id, data: { id, chunk, isLast: false, chunkIndex: chunkIndex++ } });
    }
  }
  send({ event: "botTyping", data: false, id });
}

const server = Bun.serve({
  hostname: "127.0.0.1",
  port: 0,
  fetch: (request, self) => (self.upgrade(request, { data: undefined }) ? undefined : new Response(null, { status: 400 })),
  websocket: {
    message(socket, message) {
      const { event, data } = JSON.parse(String(message));
      if (event === "chatMessage") void relay(data.id, data.text, (frame) => void socket.send(JSON.stringify(frame)));
    },
  },
});
console.log(server.url.origin);

export {};
