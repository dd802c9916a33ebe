/** The framed chat page: no-store HTML that carries its data as inert JSON (design.md §6). */
import type { FrameBoot } from "../../contract/frame.ts";
import type { Assets } from "../platform/assets.ts";
import { packed } from "../platform/pack.ts";

const CSP =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src https: http: data:; connect-src 'self'; base-uri 'none'; form-action 'none'";

/** `<` would let the data end the script element; the two separators end a line in older script readers. */
function inertJson(value: unknown): string {
  return JSON.stringify(value).replaceAll("<", "\\u003c").replaceAll("\u2028", "\\u2028").replaceAll("\u2029", "\\u2029");
}

function escapeHtml(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
}

export function renderFramePage(
  boot: FrameBoot,
  options: { frame: Assets["frame"]; frameAncestors: string | null; language: string; request: Request; status?: number },
): Response {
  const title = escapeHtml(boot.agent?.chatName || "Chat");
  const html = `<!doctype html>
<html lang="${options.language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover, interactive-widget=resizes-content">
<meta name="robots" content="noindex">
<title>${title}</title>
<link rel="stylesheet" href="${options.frame.style}">
<script type="application/json" id="sapa-boot">${inertJson(boot)}</script>
<script type="module" src="${options.frame.script}"></script>
</head>
<body><div id="root"></div></body>
</html>
`;
  // Half a kilobyte of the twelve that a visitor waits for. The ticket is another one each time, so that lengths of
  // compressed pages tell nothing about it.
  const { body, headers } = packed(html, options.request);
  return new Response(body, {
    status: options.status ?? 200,
    headers: {
      ...headers,
      vary: "accept-encoding",
      "content-type": "text/html; charset=utf-8",
      "cache-control": "no-store",
      "content-security-policy": options.frameAncestors ? `${CSP}; ${options.frameAncestors}` : CSP,
      "cross-origin-resource-policy": "cross-origin",
      "permissions-policy": "camera=(), microphone=(), geolocation=()",
      "referrer-policy": "same-origin",
      "x-content-type-options": "nosniff",
    },
  });
}
