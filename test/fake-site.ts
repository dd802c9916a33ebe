/** For tests: sites in memory, as an `Outbound`. */
import { type Outbound, type OutboundAnswer, OutboundFailed } from "../src/server/platform/outbound/outbound.ts";
import { type Ask, WORKS } from "../src/server/reading/site/works.ts";

/** Reads what was fetched in the process of the test: it knows what the pages have. */
export const askHere: Ask = async (kind, bytes, setting) => WORKS[kind](bytes, setting as never) as never;

export interface FakeAsked {
  url: string;
  headers: Readonly<Record<string, string>>;
}

type FakePage = string | Response | ((asked: FakeAsked) => Response | Promise<Response>);

/** `pages`: by address without "https://". A text is a page of HTML. What is not listed is a 404. */
export function fakeSite(pages: Record<string, FakePage>): { outbound: Outbound; asked: FakeAsked[] } {
  const asked: FakeAsked[] = [];
  const outbound: Outbound = {
    async get(url, headers, signal): Promise<OutboundAnswer> {
      signal.throwIfAborted();
      const one = { url: url.href, headers };
      asked.push(one);
      const page = pages[url.href.replace(/^https?:\/\//, "")];
      const answer = await answerOf(page, one);
      if (answer.status === 599) throw new OutboundFailed("unreachable");
      return { status: answer.status, headers: answer.headers, body: answer.body };
    },
  };
  return { outbound, asked };
}

function answerOf(page: FakePage | undefined, asked: FakeAsked): Response | Promise<Response> {
  if (typeof page === "function") return page(asked);
  return typeof page === "string" ? html(page) : (page?.clone() ?? new Response("not here", { status: 404 }));
}

export const html = (text: string, headers: Record<string, string> = {}): Response =>
  new Response(text, { headers: { "content-type": "text/html; charset=utf-8", ...headers } });
