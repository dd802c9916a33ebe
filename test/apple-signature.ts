/** Reads the code signature in an executable for macOS, whose kernel ends a program on ARM64 that has none. */
import { createHash } from "node:crypto";

const LC_CODE_SIGNATURE = 0x1d;
const CODE_DIRECTORY = 0xfade0c02;
/** Signed without a certificate. */
const AD_HOC = 0x2;

/** The code signature; null for none. `wrongPages`: the pages whose content is not what was signed. */
export function findSignature(executable: Buffer): { isAdHoc: boolean; pages: number; wrongPages: number[] } | null {
  if (executable.readUInt32LE(0) !== 0xfeedfacf) throw new Error("this is no executable for macOS");
  const place = findCommand(executable, LC_CODE_SIGNATURE);
  if (place === null) return null;
  const start = executable.readUInt32LE(place + 8);
  const blobs = executable.readUInt32BE(start + 8);
  for (let index = 0; index < blobs; index++) {
    const blob = start + executable.readUInt32BE(start + 16 + index * 8);
    if (executable.readUInt32BE(blob) === CODE_DIRECTORY) return readDirectory(executable, blob);
  }
  return null;
}

function findCommand(executable: Buffer, kind: number): number | null {
  let at = 32;
  for (let left = executable.readUInt32LE(16); left > 0; left--) {
    if (executable.readUInt32LE(at) === kind) return at;
    at += executable.readUInt32LE(at + 4);
  }
  return null;
}

function readDirectory(executable: Buffer, at: number) {
  const [flags = 0, hashes = 0, , , pages = 0, end = 0] = [12, 16, 20, 24, 28, 32].map((offset) => executable.readUInt32BE(at + offset));
  const hashSize = executable.readUInt8(at + 36);
  const pageSize = 2 ** executable.readUInt8(at + 39);
  const isWrong = (page: number) => {
    const content = executable.subarray(page * pageSize, Math.min((page + 1) * pageSize, end));
    const signed = executable.subarray(at + hashes + page * hashSize, at + hashes + (page + 1) * hashSize);
    return !createHash("sha256").update(content).digest().equals(signed);
  };
  return { isAdHoc: (flags & AD_HOC) !== 0, pages, wrongPages: Array.from({ length: pages }, (_, page) => page).filter(isWrong) };
}
