/** Reads the body of an answer, bounded while it arrives and while it is unpacked. */
import type { OutboundAnswer } from "../../platform/outbound/outbound.ts";
import { PageFailed } from "./outcome.ts";

export interface BodyLimit {
  /** Bytes, as they arrive and as they are unpacked. */
  bytes: number;
  /** What is longer is cut, not refused. */
  isCut?: boolean;
}

const isGzip = (bytes: Uint8Array): boolean => bytes[0] === 0x1f && bytes[1] === 0x8b;

/**
 * The body without compression. A gzip file without a header that says so, such as sitemap.xml.gz, is unpacked too.
 * @throws PageFailed "too_large" or "broken"; the error of the signal's abort as the stream throws it
 */
export async function readBody({ headers, body }: OutboundAnswer, limit: BodyLimit): Promise<Uint8Array> {
  if (!body) return new Uint8Array();
  const length = Number(headers.get("content-length") ?? 0);
  const isTooLong = length > limit.bytes && !limit.isCut;
  if (isTooLong) {
    await body.cancel();
    throw new PageFailed("too_large");
  }
  const bytes = await collect(body, limit);
  return isGzip(bytes) ? unpack(bytes, limit) : bytes;
}

async function unpack(bytes: Uint8Array, limit: BodyLimit): Promise<Uint8Array> {
  try {
    return await collect(new Blob([bytes as Uint8Array<ArrayBuffer>]).stream().pipeThrough(new DecompressionStream("gzip")), limit);
  } catch (error) {
    throw error instanceof PageFailed ? error : new PageFailed("broken");
  }
}

async function collect(stream: ReadableStream<Uint8Array>, { bytes: most, isCut }: BodyLimit): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  const reader = stream.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    size += value.length;
    if (size <= most) {
      chunks.push(value);
      continue;
    }
    await reader.cancel();
    if (!isCut) throw new PageFailed("too_large");
    chunks.push(value.subarray(0, value.length - (size - most)));
    break;
  }
  return Buffer.concat(chunks);
}
