/** What a browser calls itself, as people know it. Pure. */

/** In this order, because most browsers also claim to be others. */
const BROWSERS: readonly [RegExp, string][] = [
  [/\bEdgi?A?O?S?\//, "Edge"],
  [/\bOPR\//, "Opera"],
  [/\bSamsungBrowser\//, "Samsung Internet"],
  [/\b(?:Firefox|FxiOS)\//, "Firefox"],
  [/\b(?:Chrome|CriOS|HeadlessChrome)\//, "Chrome"],
  [/\bSafari\//, "Safari"],
];
const SYSTEMS: readonly [RegExp, string][] = [
  [/\biPad\b/, "iPad"],
  [/\biPhone\b/, "iPhone"],
  [/\bAndroid\b/, "Android"],
  [/\bWindows\b/, "Windows"],
  [/\bMac OS X\b/, "Mac"],
  [/\bCrOS\b/, "ChromeOS"],
  [/\bLinux\b/, "Linux"],
];

const nameIn = (names: readonly [RegExp, string][], agent: string) => names.find(([pattern]) => pattern.test(agent))?.[1] ?? null;

/** The browser and the system; null for what is not known. */
export const deviceOf = (agent: string) => ({ browser: nameIn(BROWSERS, agent), system: nameIn(SYSTEMS, agent) });
