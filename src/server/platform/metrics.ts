/**
 * Figures for a monitor, in the text format of Prometheus (version 0.0.4). Counters and histograms live in memory and start
 * at 0 with the process. Names and labels are constants of ours or of the catalogue of models: a figure never names an
 * owner, an agent or a visitor.
 */

type Labels = Readonly<Record<string, string>>;
/** One figure, or one for each set of labels. */
export type Measured = number | null | readonly (readonly [Labels, number])[];

interface Family {
  name: string;
  help: string;
  type: "counter" | "gauge" | "histogram";
  /** The lines without the head, each `name{labels} value`. */
  lines(): Promise<string[]> | string[];
}

/** Sets of labels of one counter. Further ones are counted together, so that foreign text can never fill the memory. */
const MAX_SERIES = 200;
/** Seconds, for what people wait for. */
const SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

export class Metrics {
  private readonly families: Family[] = [];

  /** @returns a function that adds `by` to the counter with these values of its labels. */
  counter<Name extends string>(
    name: string,
    help: string,
    labels: readonly Name[] = [],
  ): (values?: Record<Name, string>, by?: number) => void {
    const counts = new Map<string, number>(labels.length === 0 ? [["", 0]] : []);
    this.add({ name, help, type: "counter", lines: () => [...counts].map(([key, count]) => line(name, key, count)) });
    return (values, by = 1) => {
      const wanted = labelText(labels.map((label) => [label, values?.[label] ?? ""]));
      const key = counts.has(wanted) || counts.size < MAX_SERIES ? wanted : labelText(labels.map((label) => [label, "other"]));
      counts.set(key, (counts.get(key) ?? 0) + by);
    };
  }

  /** @returns a function that records a duration in milliseconds. The name ends in `_seconds`. */
  histogram(name: string, help: string, bounds: readonly number[] = SECONDS): (ms: number) => void {
    const counts = bounds.map(() => 0);
    let count = 0;
    let sum = 0;
    this.add({
      ...{ name, help, type: "histogram" },
      lines: () => [
        ...bounds.map((bound, at) => line(`${name}_bucket`, labelText([["le", String(bound)]]), counts[at] ?? 0)),
        line(`${name}_bucket`, labelText([["le", "+Inf"]]), count),
        line(`${name}_sum`, "", sum),
        line(`${name}_count`, "", count),
      ],
    });
    return (ms) => {
      const seconds = ms / 1_000;
      count++;
      sum += seconds;
      for (const [at, bound] of bounds.entries()) if (seconds <= bound) counts[at] = (counts[at] ?? 0) + 1;
    };
  }

  /** A figure that is read when the monitor asks. It is left out while `read` fails or returns null. */
  gauge(name: string, help: string, read: () => Measured | Promise<Measured>): void {
    this.addRead("gauge", name, help, read);
  }

  /** Like `gauge`, for a number that something else counts and that only grows. */
  total(name: string, help: string, read: () => Measured | Promise<Measured>): void {
    this.addRead("counter", name, help, read);
  }

  /** @returns the whole page, or the figures with these names. One figure that cannot be read does not hide the others. */
  async render(only?: readonly string[]): Promise<string> {
    const families = only ? this.families.filter(({ name }) => only.includes(name)) : this.families;
    const parts = await Promise.all(
      families.map(async ({ name, help, type, lines }) => {
        const found = await lines();
        return found.length === 0 ? [] : [`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`, ...found];
      }),
    );
    return `${parts.flat().join("\n")}\n`;
  }

  private addRead(type: "gauge" | "counter", name: string, help: string, read: () => Measured | Promise<Measured>): void {
    const lines = async () => {
      try {
        const measured = await read();
        if (measured === null) return [];
        const each = typeof measured === "number" ? [[{}, measured] as const] : measured;
        return each.slice(0, MAX_SERIES).map(([labels, value]) => line(name, labelText(Object.entries(labels)), value));
      } catch {
        return [];
      }
    };
    this.add({ name, help, type, lines });
  }

  private add(family: Family): void {
    if (this.families.some(({ name }) => name === family.name)) throw new Error(`the figure ${family.name} exists already`);
    this.families.push(family);
  }
}

const line = (name: string, labels: string, value: number): string => `${name}${labels} ${value}`;

function labelText(labels: readonly (readonly [string, string])[]): string {
  if (labels.length === 0) return "";
  const escaped = (text: string) => text.replaceAll("\\", "\\\\").replaceAll('"', '\\"').replaceAll("\n", "\\n");
  return `{${labels.map(([name, value]) => `${name}="${escaped(value)}"`).join(",")}}`;
}
