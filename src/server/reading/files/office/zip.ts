/** Reads the files in a ZIP archive from a stranger: the sizes that it claims are not trusted. */
import { promisify } from "node:util";
import { inflateRaw, inflateRawSync } from "node:zlib";
import { errorCode } from "../../../platform/error-code.ts";
import { unreadable } from "../../document.ts";
import type { ReadLimits } from "../limits.ts";

interface Entry {
  method: number;
  isEncrypted: boolean;
  packed: number;
  /** Where its local header is. */
  at: number;
}

const END = 0x06054b50;
const DIRECTORY = 0x02014b50;
const LOCAL = 0x04034b50;
const END_BYTES = 22;
const DIRECTORY_BYTES = 46;
const LOCAL_BYTES = 30;
const LONGEST_COMMENT = 65_535;
const MOST_ENTRIES = 10_000;
const STORED = 0;
const DEFLATED = 8;

const inflateAside = promisify(inflateRaw);

export class Archive {
  readonly #view: DataView;
  readonly #entries: ReadonlyMap<string, Entry>;
  /** Bytes that may still be unpacked. */
  #room: number;

  /** @throws DocumentUnreadable */
  constructor(
    private readonly bytes: Uint8Array,
    { unpackedBytes, ratio }: Pick<ReadLimits, "unpackedBytes" | "ratio">,
  ) {
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
    this.#entries = orBroken(() => readDirectory(this.#view, bytes));
    // A small archive may be packed well: a page of a table is mostly the same tags.
    this.#room = Math.min(unpackedBytes, Math.max(bytes.length * ratio, 4 * 1_024 * 1_024));
  }

  names(): string[] {
    return [...this.#entries.keys()];
  }

  has(name: string): boolean {
    return this.#entries.has(name.toLowerCase());
  }

  /** The content as text in UTF-8 (or UTF-16 with a mark), or null if the archive has no such file. @throws DocumentUnreadable */
  text(name: string): string | null {
    const entry = this.#entries.get(name.toLowerCase());
    if (!entry) return null;
    const bytes = this.#unpack(entry);
    const [first, second] = bytes;
    const encoding = first === 0xff && second === 0xfe ? "utf-16le" : first === 0xfe && second === 0xff ? "utf-16be" : "utf-8";
    return new TextDecoder(encoding).decode(bytes);
  }

  /** As `text`, but any content, and other work goes on meanwhile. Call it for one file after the other. @throws DocumentUnreadable */
  async bytesOf(name: string): Promise<Uint8Array<ArrayBuffer> | null> {
    const entry = this.#entries.get(name.toLowerCase());
    if (!entry) return null;
    const data = this.#packedBytes(entry);
    return this.#counted(entry.method === STORED ? new Uint8Array(data) : await inflateLater(data, this.#room));
  }

  #unpack(entry: Entry): Uint8Array {
    const data = this.#packedBytes(entry);
    return this.#counted(entry.method === STORED ? data : inflate(data, this.#room));
  }

  #packedBytes({ method, isEncrypted, packed, at }: Entry): Uint8Array {
    if (isEncrypted) throw unreadable("encrypted");
    if (method !== STORED && method !== DEFLATED) throw unreadable("unsupported");
    return orBroken(() => {
      if (this.#view.getUint32(at, true) !== LOCAL) throw new RangeError("no local header");
      const from = at + LOCAL_BYTES + this.#view.getUint16(at + 26, true) + this.#view.getUint16(at + 28, true);
      if (from + packed > this.bytes.length) throw new RangeError("the archive is cut off");
      return this.bytes.subarray(from, from + packed);
    });
  }

  #counted<Bytes extends Uint8Array>(unpacked: Bytes): Bytes {
    this.#room -= unpacked.length;
    if (this.#room < 0) throw unreadable("too_large");
    return unpacked;
  }
}

function inflate(data: Uint8Array, room: number): Uint8Array {
  if (room < 1) throw unreadable("too_large");
  try {
    return inflateRawSync(data, { maxOutputLength: room });
  } catch (error) {
    throw inflateFailure(error);
  }
}

async function inflateLater(data: Uint8Array, room: number): Promise<Uint8Array<ArrayBuffer>> {
  if (room < 1) throw unreadable("too_large");
  try {
    return await inflateAside(data, { maxOutputLength: room });
  } catch (error) {
    throw inflateFailure(error);
  }
}

const inflateFailure = (error: unknown) => unreadable(errorCode(error) === "ERR_BUFFER_TOO_LARGE" ? "too_large" : "broken");

/** Positions outside of the file are mistakes in it. */
function orBroken<Result>(read: () => Result): Result {
  try {
    return read();
  } catch (error) {
    if (error instanceof RangeError) throw unreadable("broken");
    throw error;
  }
}

/** The entries by their names in lower case. @throws RangeError */
function readDirectory(view: DataView, bytes: Uint8Array): Map<string, Entry> {
  const end = findEnd(view);
  const count = view.getUint16(end + 10, true);
  if (count > MOST_ENTRIES) throw unreadable("too_large");
  const entries = new Map<string, Entry>();
  let at = view.getUint32(end + 16, true);
  for (let left = count; left > 0; left--) {
    if (view.getUint32(at, true) !== DIRECTORY) throw new RangeError("no directory");
    const nameLength = view.getUint16(at + 28, true);
    const name = new TextDecoder().decode(bytes.subarray(at + DIRECTORY_BYTES, at + DIRECTORY_BYTES + nameLength));
    entries.set(name.toLowerCase().replaceAll("\\", "/"), {
      method: view.getUint16(at + 10, true),
      isEncrypted: (view.getUint16(at + 8, true) & 1) === 1,
      packed: view.getUint32(at + 20, true),
      at: view.getUint32(at + 42, true),
    });
    at += DIRECTORY_BYTES + nameLength + view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
  }
  return entries;
}

function findEnd(view: DataView): number {
  const last = view.byteLength - END_BYTES;
  for (let at = last; at >= Math.max(0, last - LONGEST_COMMENT); at--) if (view.getUint32(at, true) === END) return at;
  throw new RangeError("no end of the directory");
}
