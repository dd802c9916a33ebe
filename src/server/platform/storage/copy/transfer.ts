/** Copies all tables from one side to the other, and compares them. */
import type { Side, Source, Target } from "./side.ts";
import type { Table } from "./tables.ts";

/** The copy is not the same as its source; nothing of it is used. */
export class CopyDiffers extends Error {
  override name = "CopyDiffers";
}

export interface TableSum {
  table: string;
  rows: number;
  /** Of the table's lines in the order of its primary key. */
  sha256: string;
}

export interface Progress {
  /** "complete": the target makes its indexes, which has no rows to count. */
  step: "copy" | "complete" | "compare";
  table: string;
  rows: number;
  /** How many rows the source's table has. */
  of: number;
  isDone: boolean;
}

const NEWLINE = 10;

/**
 * Copies `tables` in their order. The target keeps nothing of it unless its caller does so afterwards.
 * @returns the sums, which are the same on both sides
 * @throws CopyDiffers, or the error of a side
 */
export async function transfer(
  source: Source,
  target: Target,
  tables: readonly Table[],
  onProgress: (progress: Progress) => void = () => undefined,
): Promise<TableSum[]> {
  const sums: TableSum[] = [];
  for (const table of tables) {
    const meter = new Meter(table, await source.count(table), "copy", onProgress);
    await target.write(table, meter.through(source.read(table)));
    sums.push(meter.end());
  }
  onProgress({ step: "complete", table: "", rows: 0, of: 0, isDone: false });
  await target.complete();
  for (const [index, table] of tables.entries()) {
    const expected = sums[index] as TableSum;
    const found = await sumOf(target, table, expected.rows, onProgress);
    if (found.rows !== expected.rows || found.sha256 !== expected.sha256) {
      throw new CopyDiffers(
        `the copy of ${table.name} differs: ${expected.rows} rows (${expected.sha256}) in ${source.name}, ${found.rows} rows (${found.sha256}) in ${target.name}`,
      );
    }
  }
  return sums;
}

async function sumOf(side: Side, table: Table, rows: number, onProgress: (progress: Progress) => void): Promise<TableSum> {
  const meter = new Meter(table, rows, "compare", onProgress);
  for await (const _ of meter.through(side.read(table)));
  return meter.end();
}

/** The sums of one side. */
export async function sumsOf(side: Side, tables: readonly Table[]): Promise<TableSum[]> {
  const sums: TableSum[] = [];
  for (const table of tables) sums.push(await sumOf(side, table, 0, () => undefined));
  return sums;
}

/** Counts and hashes what passes through it. */
class Meter {
  private readonly hash = new Bun.CryptoHasher("sha256");
  private rows = 0;

  constructor(
    private readonly table: Table,
    private readonly of: number,
    private readonly step: Progress["step"],
    private readonly onProgress: (progress: Progress) => void,
  ) {}

  async *through(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    for await (const piece of pieces) {
      this.hash.update(piece);
      // A line break inside a text is written as \n, so each byte of this kind ends a row.
      for (let at = piece.indexOf(NEWLINE); at !== -1; at = piece.indexOf(NEWLINE, at + 1)) this.rows++;
      this.tell(false);
      yield piece;
    }
  }

  end(): TableSum {
    this.tell(true);
    return { table: this.table.name, rows: this.rows, sha256: this.hash.digest("hex") };
  }

  private tell(isDone: boolean): void {
    const { step, table, rows, of } = this;
    this.onProgress({ step, table: table.name, rows, of, isDone });
  }
}
