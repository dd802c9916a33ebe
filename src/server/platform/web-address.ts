/** @returns an http(s) address without credentials, which would be shown wherever the address is; null for any other text. */
export function readWebUrl(text: string): URL | null {
  const url = URL.parse(text);
  if (!url || (url.protocol !== "http:" && url.protocol !== "https:")) return null;
  return url.username === "" && url.password === "" ? url : null;
}

/** @returns an address without query and fragment, and without a trailing slash; null for any other text. */
export function readBaseUrl(text: string): string | null {
  const url = readWebUrl(text);
  return url && url.search === "" && url.hash === "" ? (url.origin + url.pathname).replace(/(?<!\/)\/+$/, "") : null;
}
