/** Shows how far a copy is: one line that changes on a terminal, and one line for each table otherwise. */
import type { Progress } from "../platform/storage/copy/transfer.ts";

const REDRAW_MS = 100;
/** Tables with fewer rows are not worth a line in a log. */
const WORTH_A_LINE = 10_000;

export interface ProgressLine {
  show(progress: Progress): void;
  /** Removes the line, before something else is printed. */
  clear(): void;
}

export function createProgress(out: { isTTY?: boolean; write(text: string): unknown } = process.stdout): ProgressLine {
  const isTerminal = out.isTTY === true;
  let begun = performance.now();
  let current = "";
  let drawn = 0;
  const clear = () => {
    if (isTerminal) out.write("\r\u001b[K");
  };
  return {
    clear,
    show(progress) {
      const now = performance.now();
      const key = `${progress.step} ${progress.table}`;
      if (key !== current) [current, begun] = [key, now];
      const words = describe(progress, (now - begun) / 1000);
      if (!isTerminal) {
        if (progress.isDone && progress.rows >= WORTH_A_LINE) out.write(`${words}\n`);
      } else if (progress.step === "complete" || now - drawn >= REDRAW_MS) {
        drawn = now;
        out.write(`\r\u001b[K${words}`);
      }
    },
  };
}

function describe({ step, table, rows, of, isDone }: Progress, seconds: number): string {
  if (step === "complete") return "Making indexes and checking foreign keys";
  const verb = step === "copy" ? (isDone ? "Copied" : "Copying") : isDone ? "Compared" : "Comparing";
  const share = isDone || of === 0 ? "" : ` of ${count(of)}`;
  const rate = seconds > 0 ? `, ${count(Math.round(rows / seconds))} a second` : "";
  return `${verb} ${table}: ${count(rows)}${share} rows${rate}`;
}

/** `1,234,567` */
export function count(n: number): string {
  return n.toLocaleString("en-US");
}
