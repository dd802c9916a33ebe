/** Ollama's models: lists them, pulls one and reports the progress, and removes one. */
import { type Message, told } from "../../../contract/messages/message.ts";
import type { LocalModel, LocalModels, ModelPull } from "../../../contract/model.ts";
import type { Clock } from "../../platform/clock.ts";
import { conflict, invalid } from "../../platform/errors.ts";
import type { Log } from "../../platform/log.ts";
import { ModelError, type ModelFailure } from "../model.ts";
import { asRecord, toConnectionError } from "./failures.ts";
import { readErrorAnswer, readLines } from "./wire.ts";

export interface LocalModelStore {
  /** Never throws: if Ollama does not answer, `isFound` is false. */
  list(): Promise<LocalModels>;
  /** Begins or continues a download. @throws DomainError conflict if too many are running */
  pull(name: string): void;
  /** Ollama keeps the downloaded part: a later pull continues from there. */
  cancel(name: string): void;
  /** @throws DomainError invalid if Ollama does not remove it */
  remove(name: string): Promise<void>;
  /** Ends every download. */
  stop(): void;
}

const ASK_MS = 5_000;
/** A download that reports nothing for this long has failed. */
const SILENCE_MS = 120_000;
const MAX_RUNNING = 2;
const MAX_PULLS = 20;

interface Running {
  view: ModelPull;
  abort: AbortController;
}

export function createLocalModels(deps: { url: string; clock: Clock; log: Log; onChange: () => Promise<void> }): LocalModelStore {
  const { url, clock, log } = deps;
  const pulls = new Map<string, Running>();
  const isRunning = ({ view }: Running) => view.state === "running";

  const ask = async (path: string, init: RequestInit): Promise<Response> => {
    try {
      const response = await fetch(url + path, { redirect: "manual", ...init });
      if (!response.ok) throw await readErrorAnswer(response, null);
      return response;
    } catch (error) {
      throw toConnectionError(error, null);
    }
  };
  const json = (body: unknown, signal: AbortSignal, method = "POST"): RequestInit => ({
    method,
    signal,
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });

  const forgetOld = () => {
    for (const [name, pull] of pulls) {
      if (pulls.size < MAX_PULLS) return;
      if (!isRunning(pull)) pulls.delete(name);
    }
  };

  const follow = async ({ view, abort }: Running): Promise<void> => {
    const silence = watchSilence(clock, abort);
    try {
      const response = await ask("/api/pull", json({ model: view.name, stream: true }, abort.signal));
      for await (const lines of readLines(response, abort.signal, null)) {
        silence.heard();
        for (const line of lines) readProgress(line, view);
      }
      // The reader ends without an error when it is aborted.
      if (!abort.signal.aborted && view.step !== "success") throw new ModelError("protocol", "the download ended early");
      view.state = abort.signal.aborted ? "cancelled" : "done";
    } catch (error) {
      view.state = abort.signal.aborted ? "cancelled" : "failed";
      if (view.state === "failed") log.warn("a model could not be pulled", { model: view.name, error });
      if (view.state === "failed") explain(view, wordsFor(error));
    } finally {
      silence.stop();
    }
    if (silence.isBroken()) {
      view.state = "failed";
      explain(view, told("ollama.stopped"));
    }
    await deps.onChange();
  };

  return {
    async list() {
      const shown = [...pulls.values()].map(({ view }) => ({ ...view }));
      try {
        const response = await ask("/api/tags", { signal: AbortSignal.timeout(ASK_MS) });
        return { isFound: true, models: readModels(await response.json()), pulls: shown };
      } catch (error) {
        log.debug("Ollama was not found", { error });
        return { isFound: false, models: [], pulls: shown };
      }
    },
    pull(name) {
      const known = pulls.get(name);
      if (known && isRunning(known)) return;
      if ([...pulls.values()].filter(isRunning).length >= MAX_RUNNING) throw conflict(told("ollama.twoPulls"));
      forgetOld();
      const running: Running = {
        view: { name, step: "", total: 0, completed: 0, state: "running", error: null },
        abort: new AbortController(),
      };
      pulls.delete(name);
      pulls.set(name, running);
      void follow(running);
    },
    cancel: (name) => pulls.get(name)?.abort.abort(),
    async remove(name) {
      try {
        await ask("/api/delete", json({ model: name }, AbortSignal.timeout(ASK_MS), "DELETE"));
      } catch (error) {
        throw invalid({ name: wordsFor(error) });
      }
      await deps.onChange();
    },
    stop() {
      for (const { abort } of pulls.values()) abort.abort();
    },
  };
}

function explain(view: ModelPull, { text, ref }: Message): void {
  view.error = text;
  view.told = ref;
}

function watchSilence(clock: Clock, abort: AbortController) {
  const stopped = new AbortController();
  let until = clock.elapsed() + SILENCE_MS;
  let isBroken = false;
  const watch = async () => {
    while (!stopped.signal.aborted) {
      const left = until - clock.elapsed();
      if (left <= 0) {
        isBroken = true;
        return abort.abort();
      }
      await clock.sleep(left, stopped.signal);
    }
  };
  void watch();
  return {
    heard: () => {
      until = clock.elapsed() + SILENCE_MS;
    },
    stop: () => stopped.abort(),
    isBroken: () => isBroken,
  };
}

/** @throws ModelError for an error line after the 200 */
function readProgress(line: string, view: ModelPull): void {
  if (line.trim() === "") return;
  let progress: Record<string, unknown>;
  try {
    progress = asRecord(JSON.parse(line));
  } catch (error) {
    throw new ModelError("protocol", "a line of progress is not JSON", null, { cause: error });
  }
  if (typeof progress.error === "string") {
    throw new ModelError(/not exist|not found/i.test(progress.error) ? "unknown_model" : "rejected", progress.error.slice(0, 300));
  }
  if (typeof progress.status === "string") view.step = progress.status.slice(0, 80);
  view.total = typeof progress.total === "number" ? progress.total : 0;
  view.completed = typeof progress.completed === "number" ? progress.completed : 0;
}

function readModels(body: unknown): LocalModel[] {
  const { models } = asRecord(body);
  return (Array.isArray(models) ? models : []).map(asRecord).flatMap(({ name, size }) => {
    return typeof name === "string" ? [{ name, bytes: typeof size === "number" ? size : 0 }] : [];
  });
}

const WORDS: Readonly<Partial<Record<ModelFailure, Message>>> = {
  unknown_model: told("ollama.unknownModel"),
  unreachable: told("ollama.silent"),
  overloaded: told("ollama.failedSeeLog"),
};

function wordsFor(error: unknown): Message {
  return (error instanceof ModelError && WORDS[error.failure]) || told("ollama.failed");
}
