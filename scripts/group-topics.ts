/** The directions of the topics of bench/answers-topics, by which questions are grouped (src/server/knowledge/rank/topics.ts). */
import { loadTopics } from "../bench/answers/topics.ts";
import { vectorForGroups } from "../src/server/knowledge/groups/likeness.ts";
import { Encoder, type PackedEncoder } from "../src/server/knowledge/rank/encoder.ts";
import { buildLibrary } from "../src/server/knowledge/rank/library.ts";
import { type PackedTopics, packTopics } from "../src/server/knowledge/rank/topics.ts";
import { runAtOnce } from "../src/server/platform/steps.ts";

/** @param packed the encoder of the trained model */
export function makeTopics(packed: PackedEncoder): PackedTopics {
  const encoder = new Encoder(packed);
  const empty = runAtOnce(buildLibrary([]));
  const { mean, directions } = packTopics(loadTopics().map(({ asks }) => asks.map((text) => vectorForGroups(text, empty, encoder))));
  return { mean: mean.map((value) => Number(value.toPrecision(5))), directions };
}
