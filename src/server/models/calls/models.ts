/** The only way to call models: which ones can be called, replies, checks, health (product 7.3, 7.4). */
import { DEFAULT_TIMEOUTS, type ModelHealth } from "../../../contract/model.ts";
import type { Clock } from "../../platform/clock.ts";
import type { Log } from "../../platform/log.ts";
import type { Share } from "../../platform/share.ts";
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
  /**
   * The models that can be called now, in failover order (a key is stored, or Ollama was found), and why others cannot.
   * No candidates: only the built-in answerer replies.
   */
  choose(settings: ModelSettings): Choice;
  /**
   * Yields texts and then one `ended`. Before the first text it retries, with jitter and Retry-After, and then fails over.
   * Never throws because of a vendor or the network.
   */
  stream(request: ReplyRequest, timeouts: ModelTimeouts): AsyncIterable<ReplyEvent>;
  /** Requests one word from one model with this key, without affecting breaker and health. @throws ModelError */
  probe(id: string, settings: ModelSettings, signal: AbortSignal): Promise<void>;
  /** Asks the local Ollama for its models (for at most 3 s) and keeps them for choose(). Never throws. */
  refreshOllama(): Promise<void>;
  /** The models that the last refreshOllama() found; null if Ollama does not answer. */
  ollamaModels(): readonly string[] | null;
  /** The address of each vendor. */
  readonly urls: VendorUrls;
  /** Response times and failures of each model since the start. */
  health(): ModelHealth[];
  /** How many requests are running at vendors, and how many replies wait for a place, in this process. */
  countPlaces(): { running: number; waiting: number };
}

export interface ModelsDeps {
  urls: VendorUrls;
  clock: Clock;
  log: Log;
  /** Default: the built-in catalogue. */
  catalogue?: Catalogue;
  /** 0 ≤ x < 1, for jitter. */
  random?: () => number;
  /** Default: this process is the only one of the installation. */
  nodes?: Share;
}

/**
 * Long enough for a busy machine, because after a miss the next question follows only a minute later, or when the
 * settings, which wait for it, are opened.
 */
const OLLAMA_PROBE_MS = 3_000;
const MAX_OLLAMA_MISSES = 2;
/** Requests one word, which is enough to show that key, credit and model work. */
const PROBE: Ask = {
  system: "Answer with one word.",
  messages: [{ role: "user", text: "Say: ready" }],
  maxOutputTokens: 16,
};
const PROBE_MS = 20_000;

export function createModels({ urls, clock, log, catalogue = createCatalogue(), random = Math.random, nodes }: ModelsDeps): Models {
  const health = createHealth(clock);
  const oneModel = new OneModel({ clock, log, health, random, nodes });
  let ollamaModels: readonly string[] | null = null;
  let ollamaMisses = 0;
  /** The request that is running: many pages that are opened at once share it. */
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
    countPlaces: () => oneModel.countPlaces(),
  };

  async function lookForOllama(): Promise<void> {
    try {
      ollamaModels = await listOllamaModels(urls.ollama, OLLAMA_PROBE_MS);
      ollamaMisses = 0;
    } catch (error) {
      ollamaMisses++;
      // While it loads a model, Ollama may fail to answer once; its models still exist then.
      if (ollamaModels === null || (ollamaModels.length > 0 && ollamaMisses < MAX_OLLAMA_MISSES)) return;
      log.warn("Ollama no longer answers", { cause: error });
      ollamaModels = null;
    }
  }
}
