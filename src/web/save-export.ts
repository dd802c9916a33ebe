/** Downloads of files that the server generates. */
import { conversationCalls } from "../contract/calls/conversations.ts";
import type { ExportFormat } from "../contract/conversation.ts";
import { ApiError, addressOf, identityOf, refusalOf } from "./api.ts";
import { readSession } from "./session.ts";

const EXPORT_TIMEOUT_MS = 60_000;

export const conversationExport = (id: string, format: ExportFormat) =>
  addressOf(conversationCalls.exportConversation, { params: { id }, query: { format } });

/** Fetches a file with the token, which an ordinary link cannot send, and saves it as a download. @throws ApiError */
export async function saveExport(path: string, timeoutMs = EXPORT_TIMEOUT_MS): Promise<void> {
  const { token } = readSession();
  const response = await fetch(path, {
    headers: token === null ? {} : identityOf(token),
    credentials: "omit",
    signal: AbortSignal.timeout(timeoutMs),
  }).catch(() => {
    throw new ApiError("network");
  });
  if (!response.ok) throw await refusalOf(response, token);
  const name = /filename="([^"]+)"/.exec(response.headers.get("content-disposition") ?? "")?.[1] ?? "export";
  const address = URL.createObjectURL(await response.blob());
  const link = Object.assign(document.createElement("a"), { href: address, download: name });
  link.click();
  URL.revokeObjectURL(address);
}
