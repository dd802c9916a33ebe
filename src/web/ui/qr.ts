import encodeQR from "qr";

/** A symbol that is half covered by a thumb or a fold is still read. */
const CORRECTION = "medium";
/** Modules of white around the symbol, as readers need it. */
const BORDER = 4;

/** The QR code of a text: rows of modules, true where it is dark, with its white border. */
export function qrModules(text: string): boolean[][] {
  return encodeQR(text, "raw", { ecc: CORRECTION, border: BORDER });
}

/** The dark modules as the data of an SVG path, in units of one module. */
export function qrPath(modules: boolean[][]): string {
  return modules.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : ""))).join("");
}
