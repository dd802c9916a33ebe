import { expect, test } from "bun:test";
import { readLicences } from "../../scripts/build-licences.ts";

test("every library that the executable contains is listed with its licence, and nearly every one with its text", () => {
  const { libraries, texts } = readLicences();
  const names = libraries.map(({ name }) => name);
  for (const name of ["Bun", "preact", "elysia", "@cantoo/pdf-lib", "zod", "daisyui", "@fontsource-variable/plus-jakarta-sans"]) {
    expect(names).toContain(name);
  }
  expect(names).not.toContain("knip");
  expect(libraries.filter(({ licence, version }) => licence === "" || version === "")).toEqual([]);
  expect(libraries.filter(({ text }) => text === null).map(({ name }) => name)).toEqual(["Bun", "standardwebhooks"]);
  expect(texts.every((text) => text.length > 100)).toBe(true);
});
