/** Reads bench/answers-topics: questions and statements by topic. See the README there. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

export interface Topic {
  subject: string;
  asks: readonly string[];
  says: readonly string[];
}

type ByName = Map<string, { subject: string; asks: string[]; says: string[] }>;

const FOLDER = join(import.meta.dir, "../answers-topics");

/** @throws an error that names the file and the line if a line has no sign, and one that names a topic without lines. */
export function loadTopics(): Topic[] {
  const topics: ByName = new Map();
  const files = readdirSync(FOLDER).filter((name) => name.endsWith(".txt"));
  for (const name of files.sort()) readTopics(name, readFileSync(join(FOLDER, name), "utf8"), topics);
  for (const [name, { asks, says }] of topics)
    if (asks.length === 0 || says.length === 0) throw new Error(`the topic ${name} has no questions or no statements`);
  return [...topics.values()];
}

/** Several files may have lines of the same topic. */
function readTopics(file: string, text: string, topics: ByName): void {
  let topic: { asks: string[]; says: string[] } | undefined;
  for (const [at, line] of text.split("\n").entries()) {
    const rest = line.slice(2).trim();
    if (line.startsWith("# ")) {
      const known = topics.get(rest) ?? { subject: rest.split("/")[0] ?? "", asks: [], says: [] };
      topics.set(rest, known);
      topic = known;
    } else if (line.startsWith("? ") && topic) topic.asks.push(rest);
    else if (line.startsWith("= ") && topic) topic.says.push(rest);
    else if (line.trim() !== "") throw new Error(`${file}, line ${at + 1}: must begin with "# ", "? " or "= ", below a topic`);
  }
}
