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
