/** One request to one model, with limits for time and length. It ends as soon as the visitor leaves. */
import type { Clock } from "../../platform/clock.ts";
import { asModelError, type Model, ModelError, type ModelEvent, type ModelRequest, type Spoken, type TokenUsage } from "../model.ts";
import { startWatchdog, type WatchdogLimits } from "./watchdog.ts";

/** Characters. A longer reply is cut: no answer needs more, and no queue may grow without limit. */
const MAX_REPLY_LENGTH = 32_000;

/** Larger than any context: a higher figure is an error. */
const MAX_TOKENS = 1_000_000_000;

export interface Attempt {
  /**
   * The next text (never empty; the first one not blank), or the end; null if the visitor left. Timeouts count only
   * while this is awaited: a slow reader does not make the vendor time out.
   * @throws ModelError
   */
  next(): Promise<Spoken | null>;
  /** The whole text so far. */
  text(): string;
  /** Ends the request to the vendor if it has not ended yet. */
  close(): void;
}

export interface AttemptOptions {
  clock: Clock;
  limits: WatchdogLimits;
  /** Aborted when the visitor leaves. */
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

  /** @returns null if the event contains nothing to show. */
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
    // If the first text is only white space, the visitor sees nothing and still waits.
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
          if (done || stop.signal.aborted) throw new ModelError("protocol", "the stream ended without an end event");
          const event = take(value);
          if (event) return event;
        }
      } catch (error) {
        if (visitor.aborted) return null;
        // The watchdog's abort may surface as any error of the adapter, but the limit is the cause.
        const limit = watchdog.expired();
        // A vendor that was still thinking bills the prompt nevertheless.
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

/** Treats impossible figures (negative, fractional, infinite) as missing: they must not be recorded, and must not make the reply fail. */
function readable(usage: TokenUsage | null): TokenUsage | null {
  if (!usage) return null;
  const { inputTokens, outputTokens, cacheReadTokens = 0, cacheWriteTokens = 0 } = usage;
  const counts = [inputTokens, outputTokens, cacheReadTokens, cacheWriteTokens];
  return counts.every((count) => Number.isInteger(count) && count >= 0 && count <= MAX_TOKENS) ? usage : null;
}

/** A reply without text is a failure, whatever the vendor's reason is, because the visitor must not see an empty message. */
function emptyReply({ stop, usage }: Extract<Spoken, { type: "end" }>): ModelError {
  const billed = usage ?? "unknown";
  if (stop === "refusal") return new ModelError("rejected", "the vendor's safety filter refused to answer", null, { billed });
  const detail = stop === "length" ? "the output limit was used up before the first text" : "an empty reply";
  return new ModelError("empty", detail, null, { billed });
}
