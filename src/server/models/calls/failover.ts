/** Streams one reply of the first model that produces text, and always one end event, whatever the vendors do. */
import { STORED } from "../../../contract/messages/stored.ts";
import { DEFAULT_TIMEOUTS } from "../../../contract/model.ts";
import type { Clock } from "../../platform/clock.ts";
import type { Log } from "../../platform/log.ts";
import { asModelError, ModelError, type ModelFailure, type Spoken } from "../model.ts";
import { describeFailure, wordsFor } from "../vendors/failure-words.ts";
import { type Breaker, createBreaker } from "./breaker.ts";
import { type Candidate, servedBy } from "./candidates.ts";
import type { Health } from "./health.ts";
import type { Begun, ModelTimeouts, OneModel, Outcome, Run } from "./one-model.ts";
import { type AskedModel, estimateUsage, type ReplyEnded, type ReplyEvent, type ReplyRequest } from "./reply.ts";

interface FailoverDeps {
  clock: Clock;
  log: Log;
  health: Health;
  oneModel: OneModel;
}

export type StreamReply = (request: ReplyRequest, timeouts: ModelTimeouts) => AsyncGenerator<ReplyEvent>;

/** No model produced text: the visitor left, or this was the last failure. */
type Unbegun = "left" | { failed: ModelFailure };

export function createFailover(deps: FailoverDeps): StreamReply {
  const { clock } = deps;
  const breaker = createBreaker(clock);

  /** Finds the first model that produces text. */
  const begin = async (queue: AskedModel[], run: Run): Promise<Begun | Unbegun> => {
    let failed: ModelFailure = "rejected";
    for (let asked = queue.shift(); asked && clock.elapsed() < run.bounds.deadline; asked = queue.shift()) {
      const { candidate, successor } = asked;
      const closedFor = breaker.closedFor(candidate);
      const outcome = closedFor ? skip(closedFor) : await deps.oneModel.begin(asked, run);
      if (outcome === "left") return outcome;
      if ("begun" in outcome) return outcome.begun;
      // A model that was not called did not fail.
      if (outcome.tries > 0) breaker.fail(candidate, outcome.failed);
      failed = outcome.failed.failure;
      run.notes.push(describeFailure(candidate, outcome.failed, outcome.tries));
      if (failed === "unknown_model" && successor) queue.unshift(successor);
    }
    return run.request.signal.aborted ? "left" : { failed };
  };

  return async function* stream(request, timeouts) {
    const queue = [...request.asked];
    const limits = { ...DEFAULT_TIMEOUTS, ...timeouts };
    const bounds = { timeouts: limits, deadline: clock.elapsed() + limits.totalMs };
    const run: Run = { request, bounds, notes: [], lost: [], isLast: () => queue.length === 0 };
    const begun = await begin(queue, run);
    if (begun === "left") return yield ended(run, { outcome: "left" });
    if ("failed" in begun) return yield ended(run, { outcome: "failed", failure: begun.failed });
    const { ask } = begun.asked;
    let last: ReplyEnded;
    try {
      let event: Spoken | null = begun.first;
      for (; event?.type === "text"; event = await begun.attempt.next()) yield { type: "text", text: event.text, ask };
      if (event) breaker.succeed(begun.asked.candidate);
      last = endOf(begun, run, event);
    } catch (fault) {
      last = breakOff(deps, breaker, { begun, run, error: asModelError(fault) });
    } finally {
      begun.attempt.close();
      begun.release();
    }
    yield last;
  };
}

/** Ends a reply that failed after its first text. It is neither repeated nor failed over, because shown text cannot be taken back. */
function breakOff({ log, health }: FailoverDeps, breaker: Breaker, { begun, run, error }: Broken): ReplyEnded {
  const { candidate } = begun.asked;
  health.failed(servedBy(candidate), STORED["note.brokeOff"] + wordsFor(candidate, error));
  log.warn("a model's reply was interrupted", { model: servedBy(candidate), failure: error.failure, detail: error.detail });
  breaker.fail(candidate, error);
  run.notes.push(describeFailure(candidate, error, 1));
  return { ...endOf(begun, run, null), outcome: "broken", failure: error.failure };
}

interface Broken {
  begun: Begun;
  run: Run;
  error: ModelError;
}

/** `end` null: the reply was interrupted. Its vendor then gives no figures, but still bills it. */
function endOf({ asked, attempt }: Begun, run: Run, end: Extract<Spoken, { type: "end" }> | null): ReplyEnded {
  const { listed, price }: Candidate = asked.candidate;
  const usage = end?.usage ?? estimateUsage(asked.ask, attempt.text());
  return ended(run, { outcome: end?.stop ?? "left", model: listed, usage, price });
}

function ended({ notes, lost }: Run, end: Pick<ReplyEnded, "outcome"> & Partial<ReplyEnded>): ReplyEnded {
  return { type: "ended", model: null, usage: null, price: null, failure: null, notes, lost, ...end };
}

function skip(failure: ModelFailure): Outcome {
  return { failed: new ModelError(failure, "not asked: it failed a moment ago"), tries: 0 };
}
