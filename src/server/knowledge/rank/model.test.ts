import { expect, test } from "bun:test";
import { type PackedModel, unpack } from "./model.ts";
import { FEATURES } from "./sheet.ts";

test("a model that was trained with other features is refused", () => {
  const packed = (features: readonly string[]) =>
    ({ features, tables: { pairs: {}, encoder: { tokens: "", scales: [], vectors: "" } } }) as unknown as PackedModel;
  expect(() => unpack(packed(FEATURES))).not.toThrow();
  expect(() => unpack(packed(FEATURES.slice(1)))).toThrow("feature 0 is score, but the model was trained with scoreShare");
  expect(() => unpack(packed([...FEATURES, "more"]))).toThrow("trained with more");
});
