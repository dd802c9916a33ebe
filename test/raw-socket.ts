/** Sends requests byte by byte, for requests that no client library would send. */
import { connect } from "node:net";

export interface RawAnswer {
  status: number;
  head: string;
  body: string;
  /** Whether the server closed the connection. */
  isClosed: boolean;
}

interface RawOptions {
  waitMs?: number;
  from?: string;
  /** Stops waiting when this returns true for the bytes received so far. */
  until?: (received: string) => boolean;
}

/** Sends bytes (Latin-1) on a new connection, and reads until the server closes it, `until` is true or `waitMs` have passed. */
export function sendRaw(base: string, bytes: string, options: RawOptions = {}): Promise<RawAnswer> {
  const { hostname, port } = new URL(base);
  return new Promise((resolve) => {
    const socket = connect({ host: hostname, port: Number(port), localAddress: options.from });
    let received = "";
    const finish = (isClosed: boolean) => {
      clearTimeout(timer);
      socket.destroy();
      const [head = "", ...rest] = received.split("\r\n\r\n");
      resolve({
        status: Number(/^HTTP\/1\.1 (\d{3})/.exec(head)?.[1] ?? 0),
        head: head.toLowerCase(),
        body: rest.join("\r\n\r\n"),
        isClosed,
      });
    };
    const timer = setTimeout(() => finish(false), options.waitMs ?? 5_000);
    socket.on("data", (part) => {
      received += part.toString("latin1");
      if (options.until?.(received)) finish(false);
    });
    socket.on("error", () => {});
    socket.on("close", () => finish(true));
    socket.write(bytes, "latin1");
  });
}

/** A GET request with this Host, after which the server closes the connection. */
export const rawGet = (host: string, path = "/") => `GET ${path} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`;
