/** Texts that run code on a page that trusts them. `fire(n)` in each says which one ran. */

/** Vectors: markup, and what a naive renderer of markdown or of the image marker makes of its own syntax. */
const VECTORS: ((n: number) => string)[] = [
  (n) => `<img src=x onerror=fire(${n})>`,
  (n) => `<img/src/onerror=fire(${n})>`,
  (n) => `<IMG SRC="x" OnErRoR="fire(${n})">`,
  (n) => `<img src=x onerror=&#102;&#105;re(${n})>`,
  (n) => `<img src=x:x onerror\n=\n'fire(${n})'>`,
  (n) => `<svg onload=fire(${n})>`,
  (n) => `<svg><animate onbegin=fire(${n}) attributeName=x dur=1s>`,
  (n) => `<svg><script>fire(${n})</script></svg>`,
  (n) => `<script>fire(${n})</script>`,
  (n) => `<video><source onerror=fire(${n})></video>`,
  (n) => `<audio src=x onerror=fire(${n})></audio>`,
  (n) => `<details open ontoggle=fire(${n})>x</details>`,
  (n) => `<iframe onload=fire(${n})></iframe>`,
  (n) => `<style onload=fire(${n})></style>`,
  (n) => `<link rel=stylesheet href="data:text/css," onload=fire(${n})>`,
  (n) => `<input type=image src=x onerror=fire(${n})>`,
  (n) => `<math><mtext><img src=x onerror=fire(${n})></mtext></math>`,
  (n) => `<a href="javascript:fire(${n})">x</a>`,
  (n) => `<a href="java&#9;script:fire(${n})">x</a>`,
  (n) => `<a href=" &#1;javascript:fire(${n})">x</a>`,
  (n) => `<button onclick=fire(${n})>x</button>`,
  (n) => `[x](javascript:fire(${n}))`,
  (n) => `[x](JaVaScRiPt:fire(${n}))`,
  (n) => `[x](javascript://%0afire(${n}))`,
  (n) => `![x](x"onerror="fire(${n}))`,
  (n) => `[image]x"onerror="fire(${n})[/image]x`,
];

/** Surroundings: what comes before a vector may open or close something. */
const SURROUNDINGS: ((vector: string) => string)[] = [
  (vector) => vector,
  (vector) => `">${vector}`,
  (vector) => `'>${vector}<!--`,
  (vector) => `</p></div></textarea></title>${vector}`,
  (vector) => `**bold ${vector} bold**`,
  (vector) => `- item ${vector}`,
  (vector) => `1. item ${vector}`,
  (vector) => `| a | ${vector} |`,
  (vector) => `مرحبا ${vector} 漢字`,
];

export interface Payload {
  n: number;
  text: string;
}

/** Every vector in every surrounding: 234 payloads, each of one paragraph. */
export function makePayloads(): Payload[] {
  return VECTORS.flatMap((vector, v) => SURROUNDINGS.map((surround, s) => ({ n: v * 100 + s, text: surround(vector(v * 100 + s)) })));
}

/** A chat as one should not write it: text becomes HTML by replacing. */
export const UNSAFE_PAGE = `<!doctype html><body><script>
function show(text) {
  const html = text
    .replace(/\\[image\\](.*?)\\[\\/image\\]/g, '<img src="$1">')
    .replace(/!\\[(.*?)\\]\\((.*)\\)/g, '<img alt="$1" src="$2">')
    .replace(/\\[(.*?)\\]\\((.*)\\)/g, '<a href="$2">$1</a>');
  const frame = document.createElement("iframe");
  document.body.append(frame);
  frame.contentWindow.fire = (n) => { fired.push(n); };
  frame.contentDocument.write("<p>" + html + "</p>");
  frame.contentDocument.close();
  for (const link of frame.contentDocument.querySelectorAll("a, button")) link.click();
}
window.fired = [];
</script></body>`;
