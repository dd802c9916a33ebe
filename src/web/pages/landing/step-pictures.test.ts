import { expect, test } from "bun:test";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { LANGUAGES } from "../../../contract/language.ts";
import { STEP_PICTURES } from "./step-pictures.ts";

const FOLDER = join(import.meta.dir, "../../public/assets/steps");

test("each step has a picture in each language and theme, and there are no other files", () => {
  const wanted = ["paste", "teach", "embed"].flatMap((step) =>
    LANGUAGES.flatMap((language) => ["light", "dark"].map((theme) => `${step}-${language}-${theme}`)),
  );
  expect(Object.keys(STEP_PICTURES).sort()).toEqual(wanted.sort());
  expect(readdirSync(FOLDER).sort()).toEqual(Object.values<string>(STEP_PICTURES).sort());
});

test("the pictures are of an installation whose address does not name the product, since operators who renamed it show them, too", async () => {
  const script = await Bun.file(join(import.meta.dir, "../../../../scripts/landing-pictures.ts")).text();
  const [, address = ""] = /"--public-url", "(.*?)"/.exec(script) ?? [];
  expect(address).toStartWith("https://");
  expect(address).not.toMatch(/sapa/i);
});
