/** A cookie with which a browser proves that a login goes on where it began. It holds nothing but random bits. */
import { randomText } from "../ids.ts";

const NAME = "sapa_login";
/** The calls that need it. */
const PATH = "/api/login";
const LIFE_SECONDS = 3_600;
const BYTES = 32;

/** The secret of the browser that sent the request, or null. */
export function browserOf(request: Request): string | null {
  const value = new Bun.CookieMap(request.headers.get("cookie") ?? "").get(NAME);
  return value !== null && /^[A-Za-z0-9_-]{43}$/.test(value) ? value : null;
}

/** The secret of the browser, a new one if it has none, and the header that makes it keep it. */
export function keepBrowser(request: Request, publicUrl: string | null): { browser: string; headers: { "set-cookie": string } } {
  const browser = browserOf(request) ?? randomText(BYTES);
  const secure = publicUrl?.startsWith("https:") ?? false;
  const cookie = new Bun.Cookie(NAME, browser, { path: PATH, maxAge: LIFE_SECONDS, httpOnly: true, sameSite: "strict", secure });
  return { browser, headers: { "set-cookie": cookie.toString() } };
}
