import { expect, test } from "bun:test";
import decodeQR from "qr/decode.js";
import { qrModules, qrPath } from "./qr.ts";

/** Draws the path as a camera would see it. */
function photograph(modules: boolean[][], scale: number) {
  const side = modules.length * scale;
  const data = new Uint8ClampedArray(side * side * 4).fill(255);
  for (const [, x = 0, y = 0] of qrPath(modules).matchAll(/M(\d+) (\d+)h1v1h-1z/g)) {
    for (let down = 0; down < scale; down++) {
      for (let across = 0; across < scale; across++) {
        data.fill(0, ((+y * scale + down) * side + +x * scale + across) * 4, ((+y * scale + down) * side + +x * scale + across) * 4 + 3);
      }
    }
  }
  return { width: side, height: side, data };
}

test("a QR code is read as the link that it was made of", () => {
  for (const link of [
    "https://chat.example.com/embed/AaIHWKgqcESkdZE-yyI0FA?open=1",
    "http://127.0.0.1:3000/embed/demo?open=1",
    `https://${"a-rather-long-name.".repeat(6)}example.com/embed/AaIHWKgqcESkdZE-yyI0FA?open=1`,
  ]) {
    expect(decodeQR(photograph(qrModules(link), 6))).toBe(link);
  }
});
