/**
 * A reset that can be undone for some seconds. Until then, the conversation goes on out of sight. Leaving the page makes
 * the reset, too; as that may not reach the server, `owe` remembers it for the next page.
 */

/** Enough to notice a mistake and to reach the button, also with a screen reader. */
const UNDO_WITHIN_MS = 8_000;

interface ClearingOptions {
  /** Remembers, or forgets, that the next page must make the reset. */
  owe(isOwed: boolean): void;
  /** Resets the conversation on the server as well. */
  reset(): void;
  onChange(): void;
}

export class Clearing {
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly options: ClearingOptions) {
    addEventListener("pagehide", () => this.finish());
  }

  get isRunning(): boolean {
    return this.timer !== undefined;
  }

  begin(): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      this.finish();
      this.options.owe(false);
    }, UNDO_WITHIN_MS);
    this.options.owe(true);
    this.options.onChange();
  }

  undo(): void {
    this.end();
    this.options.owe(false);
    this.options.onChange();
  }

  /** Makes the reset now, if one is running. */
  finish(): void {
    if (!this.isRunning) return;
    this.end();
    this.options.reset();
  }

  private end() {
    clearTimeout(this.timer);
    this.timer = undefined;
  }
}
