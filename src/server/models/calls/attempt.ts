/** One request to one model: bounded in time and in length, and over as soon as the visitor leaves. */
import type { Clock } from "../../platform/clock.ts";
import { asModelError, type Model, ModelError, type ModelEvent, type ModelRequest, type Spoken, type TokenUsage } from "../model.ts";
import { startWatchdog, type WatchdogLimits } from "./watchdog.ts";

/** A reply longer than this is cut; no agent's answer is a book, and no queue may grow without end. */
const MAX_REPLY_LENGTH = 32_000;

/** No context holds more. */
const MAX_TOKENS = 1_000_000_000;

export interface Attempt {
  /**
   * The next text (never empty; the first one not blank), or the end; null when the visitor left. Time counts only
   * while this is awaited: a reader that takes its time does not make the vendor late.
   * @throws ModelError
   */
  next(): Promise<Spoken | null>;
  /** All text so far. */
  text(): string;
  /** Ends the request upstream, if it has not ended by itself. */
  close(): void;
}

export interface AttemptOptions {
  clock: Clock;
  limits: WatchdogLimits;
  /** The visitor's leaving. */
  visitor: AbortSignal;
}

export function openAttempt(model: Model, request: Omit<ModelRequest, "signal">, { clock, limits, visitor }: AttemptOptions): Attempt {
  const stop = new AbortController();
  const leave = () => stop.abort();
  visitor.addEventListener("abort", leave, { once: true });
  if (visitor.aborted) leave();
  const watchdog = startWatchdog(clock, limits, leave);
  const events = model.stream({ ...request, signal: stop.signal })[Symbol.asyncIterator]();
  const texts: string[] = [];
  let length = 0;
  let isAccepted = false;

  /** Null: nothing to show in it. */
  const take = (said: ModelEvent): Spoken | null => {
    if (said.type === "accepted") {
      isAccepted = true;
      return null;
    }
    const event = said.type === "end" ? { ...said, usage: readable(said.usage) } : said;
    if (event.type === "end") {
      if (length === 0) throw emptyReply(event);
      return length < MAX_REPLY_LENGTH ? event : { ...event, stop: "length" };
    }
    // A first piece of white space alone shows nothing: the visitor is still waiting.
    if (event.text === "" || (length === 0 && event.text.trim() === "")) return null;
    if (length >= MAX_REPLY_LENGTH) return { type: "end", stop: "length", usage: null };
    const text = event.text.slice(0, MAX_REPLY_LENGTH - length);
    texts.push(text);
    length += text.length;
    return { type: "text", text };
  };

  return {
    async next() {
      watchdog.wait(length > 0);
      try {
        while (true) {
          const { done, value } = await events.next();
          if (visitor.aborted) return null;
          if (done || stop.signal.aborted) throw new ModelError("protocol", "the stream ended without an end");
          const event = take(value);
          if (event) return event;
        }
      } catch (error) {
        if (visitor.aborted) return null;
        // Whatever an adapter makes of our own abort, the limit is the cause.
        const limit = watchdog.expired();
        // A vendor that was still thinking bills the prompt all the same.
        const billed = isAccepted && length === 0 ? "unknown" : undefined;
        throw limit ? new ModelError("timeout", limit, null, { cause: error, billed }) : asModelError(error);
      } finally {
        watchdog.rest();
      }
    },
    text: () => texts.join(""),
    close() {
      watchdog.stop();
      visitor.removeEventListener("abort", leave);
      stop.abort();
    },
  };
}

/** Figures that no vendor means (below nothing, in parts, without end) are none: they must not reach the books, nor cost the reply. */
function readable(usage: TokenUsage | null): TokenUsage | null {
  if (!usage) return null;
  const { inputTokens, outputTokens, cacheReadTokens = 0, cacheWriteTokens = 0 } = usage;
  const counts = [inputTokens, outputTokens, cacheReadTokens, cacheWriteTokens];
  return counts.every((count) => Number.isInteger(count) && count >= 0 && count <= MAX_TOKENS) ? usage : null;
}

/** A visitor must not get an empty bubble: no text is a failure, whatever reason the vendor gives. */
function emptyReply({ stop, usage }: Extract<Spoken, { type: "end" }>): ModelError {
  const billed = usage ?? "unknown";
  if (stop === "refusal") return new ModelError("rejected", "the vendor's safety filter refused to answer", null, { billed });
  const detail = stop === "length" ? "the output limit was used up before the first text" : "an empty reply";
  return new ModelError("empty", detail, null, { billed });
}
