/** Listening for everyone: on all addresses of the machine, with and without IPv6. */
import type { Server } from "node:net";
import { errorCode } from "../platform/error-code.ts";

export interface Listening {
  port: number;
  /** Accepts no more connections. Those that are open go on. */
  stop(): void;
  /** Also closes those that are open. */
  end(): void;
}

const EVERY_ADDRESS = "::";
const EVERY_IPV4 = "0.0.0.0";

/** @returns the port. `host`: null: every address. */
export async function listenOn(server: Server, host: string | null, port: number): Promise<number> {
  return onEveryAddress(host, async (address) => {
    await new Promise<void>((resolve, reject) => {
      server.once("error", reject);
      server.listen(port, address, () => {
        server.off("error", reject);
        resolve();
      });
    });
    const bound = server.address();
    return typeof bound === "object" && bound ? bound.port : port;
  });
}

/** Tries IPv4 alone on a machine without IPv6. */
export async function onEveryAddress<T>(host: string | null, listen: (address: string) => T | Promise<T>): Promise<T> {
  if (host !== null) return listen(host);
  try {
    return await listen(EVERY_ADDRESS);
  } catch (error) {
    if (!/^(?:EAFNOSUPPORT|EADDRNOTAVAIL)$/.test(errorCode(error))) throw error;
    return listen(EVERY_IPV4);
  }
}
