/** Reads a request's query, and its body, which may be too large, slow or malformed. */

import type { z } from "zod";
import { type Message, told } from "../../../contract/messages/message.ts";
import { storable } from "../../../contract/text.schema.ts";
import { invalid, malformed, tooLarge, tooMany } from "../errors.ts";
import { refusedFields } from "./refused-fields.ts";

/** A body that has not arrived by then counts as slow. Most bodies arrive together with their headers. */
const SLOW_MS = 100;

/** `whole`: what the value is called where all of it is refused. @throws DomainError invalid, with a text for each refused field. */
export function parseWith<T>(schema: z.ZodType<T>, value: unknown, whole = "body"): T {
  const checked = storable.safeParse(value);
  const result = checked.success ? schema.safeParse(value) : null;
  if (result?.success) return result.data;
  throw invalid(refusedFields((checked.error ?? result?.error)?.issues ?? [], value, whole));
}

/** @throws DomainError malformed. */
export function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw malformed(told("request.notJson"));
  }
}

const NO_QUERY = new URLSearchParams();

/** The query of the address. Does not parse the whole URL, which would take longer than many answers. */
export function readQuery(request: Request): URLSearchParams {
  const start = request.url.indexOf("?");
  return start === -1 ? NO_QUERY : new URLSearchParams(request.url.slice(start));
}

type Bytes = Uint8Array<ArrayBuffer>;

interface BodyBounds {
  maxBytes: number;
  /** The error text for a body that is too large. */
  refusal?: Message;
  /** Time limit for the whole body. */
  maxMs: number;
  /** Called once if the body is slow. @returns a function to call when the body has ended, or null to refuse the body. */
  whenSlow(): (() => void) | null;
}

/** As `readBody`, for a body that is text. */
export async function readText(request: Request, bounds: BodyBounds): Promise<string> {
  const bytes = await readBody(request, bounds);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw malformed(told("request.notUtf8"));
  }
}

/**
 * Reads at most `maxBytes`, whatever Content-Length says. If a body is refused because it is slow, the connection is closed.
 * @throws DomainError too_large, too_many, malformed.
 */
export async function readBody(request: Request, bounds: BodyBounds): Promise<Bytes> {
  if (Number(request.headers.get("content-length") ?? 0) > bounds.maxBytes) throw tooLarge(bounds.refusal);
  return request.body ? await readBytes(request.body, bounds) : new Uint8Array();
}

async function readBytes(body: ReadableStream<Uint8Array>, { maxBytes, refusal: text, maxMs, whenSlow }: BodyBounds): Promise<Bytes> {
  const reader = body.getReader();
  const refusal = Promise.withResolvers<never>();
  const held: { leave: (() => void) | null } = { leave: null };
  let timer = setTimeout(() => {
    held.leave = whenSlow();
    if (!held.leave) return refusal.reject(tooMany(1, { closes: true }));
    const late = () => refusal.reject(malformed(told("request.tooSlow"), { closes: true }));
    timer = setTimeout(late, maxMs - SLOW_MS);
  }, SLOW_MS);
  const parts: Uint8Array[] = [];
  let size = 0;
  try {
    for (;;) {
      const { done, value } = await Promise.race([reader.read(), refusal.promise]);
      if (done) return Buffer.concat(parts);
      size += value.byteLength;
      if (size > maxBytes) throw tooLarge(text);
      parts.push(value);
    }
  } finally {
    clearTimeout(timer);
    held.leave?.();
    // Discards data that is still arriving. Cancelling fails if the body was cut off, and is then not needed.
    void reader.cancel().catch(() => null);
  }
}

/** The file of a form: its part `file`. A body that is not a form is the file itself. @throws DomainError malformed. */
export async function readPart(request: Request, body: Bytes): Promise<Bytes> {
  return (await readNamedPart(request, body))?.bytes ?? body;
}

/** The file of a form with the name that the client gives it, which may be empty; null for a body that is not a form. @throws DomainError malformed. */
export async function readNamedPart(request: Request, body: Bytes): Promise<{ name: string; bytes: Bytes } | null> {
  const type = request.headers.get("content-type") ?? "";
  if (!/^multipart\/form-data\b/i.test(type)) return null;
  const form = await new Response(body, { headers: { "content-type": type } }).formData().catch(() => null);
  const file = form?.get("file");
  if (!(file instanceof Blob)) throw malformed(told("request.noFile"));
  return { name: file instanceof File ? file.name : "", bytes: await file.bytes() };
}
