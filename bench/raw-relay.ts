/**
 * The baselines: a socket, one request and the JSON of each event, without any code of the product. The variants: `fetch`;
 * `sdk`, the same with the official SDK's stream; `commit`, `fetch` after one durable SQLite commit, the least that a
 * message costs when it must survive a crash.
 */
import { Database } from "bun:sqlite";
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import OpenAI from "openai";

const [upstream = "", way = "fetch"] = process.argv.slice(2);
const client = new OpenAI({ apiKey: "none", baseURL: `${upstream}/v1`, maxRetries: 0 });

const database = new Database(join(mkdtempSync(join(tmpdir(), "sapa-bench-")), "relay.db"));
database.exec("pragma journal_mode = wal; pragma synchronous = full; create table messages (id text primary key, body text)");
const insert = database.query("insert into messages (id, body) values (?, ?)");

async function* readFetch(text: string): AsyncGenerator<string> {
  const response = await fetch(`${upstream}/v1/chat/completions`, {
    method: "POST",
    headers: { "content-type": "application/json", authorization: "Bearer none" },
    body: JSON.stringify({ model: "m", stream: true, messages: [{ role: "user", content: text }] }),
  });
  let rest = "";
  for await (const part of (response.body ?? new ReadableStream()).pipeThrough(new TextDecoderStream())) {
    const lines = (rest + part).split("\n\n");
    rest = lines.pop() ?? "";
    for (const line of lines) if (line !== "data: [DONE]") yield JSON.parse(line.slice(6)).choices[0].delta.content ?? "";
  }
}

async function* readSdk(text: string): AsyncGenerator<string> {
  const stream = await client.chat.completions.create({ model: "m", stream: true, messages: [{ role: "user", content: text }] });
  for await (const chunk of stream) yield chunk.choices[0]?.delta.content ?? "";
}

async function relay(id: string, text: string, send: (frame: unknown) => void): Promise<void> {
  if (way === "commit") insert.run(id, text);
  let chunkIndex = 0;
  for await (const chunk of way === "sdk" ? readSdk(text) : readFetch(text)) {
    if (chunk) send({ event: "botMessageChunk", id, data: { id, chunk, isLast: false, chunkIndex: chunkIndex++ } });
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
