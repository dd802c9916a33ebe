import type { Clock } from "../../clock.ts";

/**
 * PostgreSQL's clock, as this process sees it. Leases and due times are compared between processes, whose own clocks may
 * differ by minutes. Between two looks at PostgreSQL the time runs with this process's monotonic clock, so a leap of its
 * own clock changes nothing. The error is at most half of a round trip.
 */
export class ServerClock {
  /** PostgreSQL's time minus the monotonic time; null before the first look. */
  private offset: number | null = null;

  constructor(private readonly clock: Pick<Clock, "now" | "elapsed">) {}

  /** Epoch milliseconds. */
  now(): number {
    return this.offset === null ? this.clock.now() : Math.round(this.clock.elapsed() + this.offset);
  }

  /** `askedAt`: the monotonic time at which PostgreSQL was asked for its time, which was `serverNow`. */
  learn(serverNow: number, askedAt: number): void {
    this.offset = serverNow - (askedAt + this.clock.elapsed()) / 2;
  }
}
