/** The baselines of bench/server.ts, each with the least possible code: `hello`, `sqlite` (one read), `socket` (an echo). */
import { Database } from "bun:sqlite";

const [kind = "hello"] = process.argv.slice(2);

function createReader(): () => unknown {
  const database = new Database(":memory:");
  database.exec("create table entries (id integer primary key, body text)");
  const insert = database.query("insert into entries (body) values (?)");
  for (let i = 0; i < 10_000; i++) insert.run(`entry ${i}`);
  const read = database.query("select id, body from entries where id = ?");
  return () => read.get(1 + Math.floor(Math.random() * 10_000));
}

const read = kind === "sqlite" ? createReader() : null;
const server = Bun.serve({
  hostname: "127.0.0.1",
  port: 0,
  fetch(request, self) {
    if (kind === "socket" && self.upgrade(request, { data: undefined })) return undefined;
    return read ? Response.json(read()) : new Response("hello");
  },
  websocket: {
    message(socket, message) {
      socket.send(message);
    },
  },
});
console.log(`ready at ${server.url.origin}`);
