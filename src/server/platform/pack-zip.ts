/** Writes ZIP archives, without encryption and of less than 4 GB. */
import { promisify } from "node:util";
import { crc32, deflateRaw } from "node:zlib";

interface Packed {
  /** ASCII. */
  name: string;
  bytes: Uint8Array;
  /** The content cannot be made smaller, for example because it is a picture. */
  isDense?: boolean;
}

const VERSION = 20;
const STORED = 0;
const DEFLATED = 8;
/** 1 January 1980, the first day that the format knows: the same content makes the same archive. */
const DAY = 0x21;

const deflate = promisify(deflateRaw);

export async function packZip(files: readonly Packed[]): Promise<Uint8Array<ArrayBuffer>> {
  const parts: Uint8Array[] = [];
  const directory: Uint8Array[] = [];
  let at = 0;
  for (const file of files) {
    const data = file.isDense ? file.bytes : await deflate(file.bytes);
    const name = Buffer.from(file.name);
    const fields = fieldsOf(file, data.length, name.length);
    parts.push(Buffer.from("PK\x03\x04"), fields, name, data);
    // The version of the writer, and after the shared fields: comment, disk, attributes, and where the local header is.
    const place = Buffer.alloc(14);
    place.writeUInt32LE(at, 10);
    directory.push(Buffer.from([0x50, 0x4b, 1, 2, VERSION, 0]), fields, place, name);
    at += 4 + fields.length + name.length + data.length;
  }
  const size = directory.reduce((sum, { length }) => sum + length, 0);
  const end = Buffer.alloc(22);
  end.write("PK\x05\x06", "latin1");
  end.writeUInt16LE(files.length, 8);
  end.writeUInt16LE(files.length, 10);
  end.writeUInt32LE(size, 12);
  end.writeUInt32LE(at, 16);
  return Buffer.concat([...parts, ...directory, end]);
}

/** The fields that the local header and the directory share. */
function fieldsOf({ bytes, isDense }: Packed, packed: number, nameLength: number): Buffer {
  const fields = Buffer.alloc(26);
  fields.writeUInt16LE(VERSION, 0);
  fields.writeUInt16LE(isDense ? STORED : DEFLATED, 4);
  fields.writeUInt16LE(DAY, 8);
  fields.writeUInt32LE(crc32(bytes), 10);
  fields.writeUInt32LE(packed, 14);
  fields.writeUInt32LE(bytes.length, 18);
  fields.writeUInt16LE(nameLength, 22);
  return fields;
}
