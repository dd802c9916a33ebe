/** When the authority wants a certificate to be renewed (RFC 9773). */
import { z } from "zod";
import { renewalId } from "./certificate.ts";
import type { AcmeSession } from "./session.ts";

export interface RenewalWindow {
  /** Epoch milliseconds. */
  from: number;
  to: number;
  /** Milliseconds until the authority wants to be asked again; 0: it did not say. */
  askAgainMs: number;
}

const time = z
  .string()
  .max(64)
  .transform((text, context) => {
    const at = Date.parse(text);
    if (!Number.isNaN(at)) return at;
    context.addIssue("is no time");
    return z.NEVER;
  });
const schema = z.object({ suggestedWindow: z.object({ start: time, end: time }) });

/** Null: the authority has no opinion, or its answer means nothing. @throws AcmeFailed */
export async function findRenewalWindow(session: AcmeSession, chain: string): Promise<RenewalWindow | null> {
  const { renewalInfo } = await session.findDirectory();
  const id = renewalId(chain);
  if (renewalInfo === undefined || id === null) return null;
  const { value, waitMs } = await session.get(`${renewalInfo.replace(/\/$/, "")}/${id}`, schema);
  const { start, end } = value.suggestedWindow;
  return start < end ? { from: start, to: end, askAgainMs: waitMs } : null;
}
