import type { Clock } from "../../clock.ts";
import { type Sql, sql } from "../db.ts";

/** How long an answer may take, in milliseconds. */
const SLOW_MS = 1_000;

/** PostgreSQL's time as an expression, for decisions that must not depend on what a process knows of it. */
const SERVER_NOW = sql`(extract(epoch from clock_timestamp()) * 1000)::bigint`;

/**
 * PostgreSQL's clock, as this process sees it. Leases and due times are compared between processes, whose own clocks may
 * differ by minutes. Between two looks at PostgreSQL the time runs with this process's monotonic clock, so a leap of its
 * own clock changes nothing. The error is at most half of a round trip. After an outage, the answer to a question may be
 * seconds old, so a slow answer is used only as long as there is no better one.
 */
export class ServerClock {
  /** PostgreSQL's time minus the monotonic time; null before the first look. */
  private offset: number | null = null;
  /** How long the answer took from which the offset is known, in milliseconds. */
  private knownWithin = Number.POSITIVE_INFINITY;

  constructor(private readonly clock: Pick<Clock, "now" | "elapsed">) {}

  /** Epoch milliseconds. */
  now(): number {
    return this.offset === null ? this.clock.now() : Math.round(this.clock.elapsed() + this.offset);
  }

  /** `askedAt`: the monotonic time at which the question for PostgreSQL's time was sent. The answer was `serverNow`. */
  learn(serverNow: number, askedAt: number): void {
    const tripMs = this.clock.elapsed() - askedAt;
    if (tripMs > this.knownWithin && tripMs > SLOW_MS) return;
    this.knownWithin = tripMs;
    this.offset = serverNow - askedAt - tripMs / 2;
  }
}

/** The current time as an expression: PostgreSQL's, or that of a clock that is not PostgreSQL's. */
export function nowIn(clock: ServerClock | Pick<Clock, "now">): Sql {
  return clock instanceof ServerClock ? SERVER_NOW : sql`${clock.now()}`;
}
