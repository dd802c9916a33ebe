/**
 * Two hundred further replies that say only what the entries say, in the voices of several models: they write "9.30am" as
 * "9:30 AM" and "RM1,200" as "RM 1,200.00", make lists and tables, translate, and repeat the visitor's numbers. Each line of
 * test/facts/replies/ is a question and a reply to it. They were written before the check had been run on any of them.
 */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

const FOLDER = join(import.meta.dir, "replies");

export const readWritten = (): { set: string; question: string; reply: string }[] =>
  readdirSync(FOLDER).flatMap((file) =>
    readFileSync(join(FOLDER, file), "utf8")
      .trim()
      .split("\n")
      .map((line) => {
        const [question = "", reply = ""] = line.split(" ¦ ");
        return { set: file.replace(".txt", ""), question, reply: reply.replaceAll("\\n", "\n") };
      }),
  );
