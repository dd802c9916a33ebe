/** What reading one page gives, and what the reader of a site needs to know about pages that it read before. */
import type { ReadTexts } from "../entries.ts";
import type { PageLook } from "../html/look.ts";

/** Why a page was not read. `isPermanent`: another try gives the same, so it waits for the next sync of the source. */
export const FAILURES = {
  /** The address is not one of the web, or has a port that no website uses. */
  bad_address: { isPermanent: true },
  /** The name leads to an address of this machine or of its own network. */
  private_address: { isPermanent: true },
  /** The name is not in the DNS. */
  no_name: { isPermanent: false },
  /** No connection. */
  unreachable: { isPermanent: false },
  /** The certificate is expired, or another site's. */
  bad_certificate: { isPermanent: false },
  /** The answer takes too long. */
  timeout: { isPermanent: false },
  /** The connection ends within the answer, or the answer is not HTTP. */
  broken: { isPermanent: false },
  /** 404 and 410. Of a page that was read before, the outcome is `gone`. */
  not_found: { isPermanent: true },
  /** 401, 402, 403, 451 and other refusals. */
  refused: { isPermanent: true },
  /** 429. */
  too_many: { isPermanent: false },
  /** 5xx. */
  server_error: { isPermanent: false },
  /** robots.txt asks not to read it. */
  robots: { isPermanent: true },
  /** Too many redirects, or a circle of them. */
  redirect_loop: { isPermanent: true },
  /** It redirects to another page for the moment. */
  moved: { isPermanent: true },
  /** It redirects to another site. */
  other_site: { isPermanent: true },
  /** Not HTML or text. */
  not_a_page: { isPermanent: true },
  /** The body is larger than allowed. */
  too_large: { isPermanent: true },
  /** To read it takes more time or memory than one page may. */
  too_long: { isPermanent: true },
  /** No text: pictures only, or a page that programs of the browser fill. */
  no_text: { isPermanent: true },
} as const satisfies Record<string, { isPermanent: boolean }>;

export type FailureCode = keyof typeof FAILURES;

export class PageFailed extends Error {
  override name = "PageFailed";
  /** `retryAfterMs`: the site asks to wait as long. */
  constructor(
    readonly code: FailureCode,
    readonly retryAfterMs: number | null = null,
  ) {
    super(`the page was not read: ${code}`);
  }
}

/** What is stored of a page, so that reading it again costs nothing while it is unchanged. All are opaque texts. */
export interface PageMark {
  /** Of the text that was read. Two pages with the same hash have the same text. */
  hash: string;
  etag: string | null;
  lastModified: string | null;
}

/** `url` is the canonical address of the page. It is the key under which a page is stored. */
export type PageOutcome =
  | { kind: "read"; url: string; texts: ReadTexts; language: string | null; mark: PageMark; look: PageLook }
  /** As it was when it was read before. The mark may have a new etag. */
  | { kind: "unchanged"; url: string; mark: PageMark }
  /** The same text as another page. Store the mark, so that it is not read again, and no text. */
  | { kind: "duplicate"; url: string; of: string; mark: PageMark }
  /** It was read before, and the site now says that it does not exist. */
  | { kind: "gone"; url: string }
  /** It was read before, and the site now says that it has another address for good. That one has its own outcome, earlier or later. */
  | { kind: "moved"; url: string; to: string }
  | { kind: "failed"; url: string; code: FailureCode };
