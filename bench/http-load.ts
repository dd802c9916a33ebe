/**
 * Requests one address repeatedly on raw connections, which take less processor time than a client library: the load
 * shares the machine with the server. Arguments: URL, connections, seconds, and headers as `Name: value`. Prints
 * `{requests, seconds}`.
 */
const [address = "", connections = "64", seconds = "3", ...headers] = process.argv.slice(2);
const url = new URL(address);
const request = ["GET ".concat(url.pathname, url.search, " HTTP/1.1"), `Host: ${url.host}`, ...headers, "", ""].join("\r\n");
const END_OF_HEAD = Buffer.from("\r\n\r\n");

let requests = 0;
let isOver = false;

/** Counts complete answers by their Content-Length. */
class Answers {
  private rest: Buffer = Buffer.alloc(0);

  /** @returns whether this part completed an answer. */
  take(part: Buffer): boolean {
    this.rest = this.rest.length === 0 ? part : Buffer.concat([this.rest, part]);
    const head = this.rest.indexOf(END_OF_HEAD);
    if (head === -1) return false;
    const text = this.rest.subarray(0, head).toString("latin1");
    if (!text.startsWith("HTTP/1.1 200")) throw new Error(`unexpected answer: ${text.slice(0, 200)}`);
    const length = Number(/^content-length: (\d+)/im.exec(text)?.[1] ?? 0);
    if (this.rest.length < head + END_OF_HEAD.length + length) return false;
    this.rest = this.rest.subarray(head + END_OF_HEAD.length + length);
    return true;
  }
}

for (let i = 0; i < Number(connections); i++) {
  void Bun.connect<Answers>({
    hostname: url.hostname,
    port: Number(url.port),
    ...(url.protocol === "https:" ? { tls: { rejectUnauthorized: false, serverName: "chat.example.com" } } : {}),
    socket: {
      open(socket) {
        socket.data = new Answers();
        if (url.protocol === "http:") socket.write(request);
      },
      handshake(socket) {
        socket.write(request);
      },
      data(socket, part) {
        if (!socket.data.take(Buffer.from(part))) return;
        requests++;
        if (isOver) socket.end();
        else socket.write(request);
      },
    },
  });
}
const begun = performance.now();
await Bun.sleep(Number(seconds) * 1_000);
isOver = true;
console.log(JSON.stringify({ requests, seconds: (performance.now() - begun) / 1_000 }));
process.exit(0);

export {};
