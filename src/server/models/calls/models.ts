/** The one place that calls models: which can be called, replies, checks, health (product 7.3, 7.4). */
import { DEFAULT_TIMEOUTS, type ModelHealth } from "../../../contract/model.ts";
import type { Clock } from "../../platform/clock.ts";
import type { Log } from "../../platform/log.ts";
import { type Catalogue, createCatalogue } from "../catalogue/catalogue.ts";
import { ModelError } from "../model.ts";
import type { VendorUrls } from "../vendors/addresses.ts";
import { listOllamaModels } from "../vendors/ollama.ts";
import { type Choice, chooseCandidates, findCandidate, type ModelSettings } from "./candidates.ts";
import { createFailover } from "./failover.ts";
import { createHealth } from "./health.ts";
import { type ModelTimeouts, OneModel } from "./one-model.ts";
import type { Ask, ReplyEvent, ReplyRequest } from "./reply.ts";

export interface Models {
  readonly catalogue: Catalogue;
  /** In failover order those that can be called now (a key is stored, or Ollama was found), and why others cannot. No candidates: the built-in answerer stands alone. */
  choose(settings: ModelSettings): Choice;
  /**
   * Texts, then one `ended`. Retries with jitter and Retry-After, then fails over, only before the first text. Never
   * throws for what a vendor or the network did.
   */
  stream(request: ReplyRequest, timeouts: ModelTimeouts): AsyncIterable<ReplyEvent>;
  /** One word from one model with this key, outside of breaker and health. @throws ModelError */
  probe(id: string, settings: ModelSettings, signal: AbortSignal): Promise<void>;
  /** Asks the local Ollama for its models (bounded, 3 s); remembered for choose(). Never throws. */
  refreshOllama(): Promise<void>;
  /** What the last refreshOllama() found; null: nothing answers there. */
  ollamaModels(): readonly string[] | null;
  /** Where each vendor is. */
  readonly urls: VendorUrls;
  /** How each model has been doing since the start. */
  health(): ModelHealth[];
}

export interface ModelsDeps {
  urls: VendorUrls;
  clock: Clock;
  log: Log;
  /** Default: the built-in one. */
  catalogue?: Catalogue;
  /** 0 ≤ x < 1, for jitter. */
  random?: () => number;
}

/** A busy machine answers late, and who is missed is asked again only a minute later or for the settings, which wait for it. */
const OLLAMA_PROBE_MS = 3_000;
const MAX_OLLAMA_MISSES = 2;
/** Asks for one word: enough to show that key, credit and model are good. */
const PROBE: Ask = {
  system: "Answer with one word.",
  messages: [{ role: "user", text: "Say: ready" }],
  maxOutputTokens: 16,
};
const PROBE_MS = 20_000;

export function createModels({ urls, clock, log, catalogue = createCatalogue(), random = Math.random }: ModelsDeps): Models {
  const health = createHealth(clock);
  const oneModel = new OneModel({ clock, log, health, random });
  let ollamaModels: readonly string[] | null = null;
  let ollamaMisses = 0;
  /** A look that is under way: many pages that are opened at once cause one. */
  let looking: Promise<void> | null = null;
  const around = () => ({ catalogue, urls, ollamaModels: ollamaModels ?? [], now: clock.now() });

  return {
    catalogue,
    urls,
    stream: createFailover({ clock, log, health, oneModel }),
    choose: (settings) => chooseCandidates(settings, around()),
    async probe(id, settings, signal) {
      const candidate = findCandidate(id, settings, around());
      if (typeof candidate === "string") throw new ModelError("unknown_model", candidate);
      const bounds = { timeouts: { ...DEFAULT_TIMEOUTS, ...settings.timeouts }, deadline: clock.elapsed() + PROBE_MS };
      await oneModel.probe(candidate, PROBE, { bounds, signal });
    },
    refreshOllama() {
      looking ??= lookForOllama().finally(() => {
        looking = null;
      });
      return looking;
    },
    ollamaModels: () => ollamaModels,
    health: () => health.read(),
  };

  async function lookForOllama(): Promise<void> {
    try {
      ollamaModels = await listOllamaModels(urls.ollama, OLLAMA_PROBE_MS);
      ollamaMisses = 0;
    } catch (error) {
      ollamaMisses++;
      // Busy loading a model it may miss one question; its models are still there then.
      if (ollamaModels === null || (ollamaModels.length > 0 && ollamaMisses < MAX_OLLAMA_MISSES)) return;
      log.warn("Ollama does not answer any more", { cause: error });
      ollamaModels = null;
    }
  }
}
