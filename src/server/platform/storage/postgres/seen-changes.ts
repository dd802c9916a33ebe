/**
 * Which changes this process knows about. `engine_changes` counts them in the order of their commits, so a number that
 * PostgreSQL has and this process does not is a change that it may have missed.
 */
export class SeenChanges {
  /** All changes up to this one are known; null before the first look. */
  private upTo: number | null = null;
  /** Known changes after the first unknown one: notices of two processes may arrive in another order than their commits. */
  private readonly ahead = new Set<number>();
  /** What the last look found. */
  private looked = 0;

  /** @returns whether the change was unknown until now */
  add(change: number): boolean {
    if (this.upTo === null) return true;
    if (change <= this.upTo || this.ahead.has(change)) return false;
    this.ahead.add(change);
    this.advance();
    return true;
  }

  /** Call it before a look, and pass the result to `look`. */
  beforeLook(): number | null {
    return this.upTo;
  }

  /**
   * @param count the number of changes that PostgreSQL has
   * @param before the result of `beforeLook`
   * @param isPatient whether notices arrive; then a change is only missed if the look before this one found it already
   * @returns whether a change was missed, so that everything must be forgotten; after that, all of them count as known
   */
  look(count: number, before: number | null, isPatient: boolean): boolean {
    const due = isPatient ? Math.min(this.looked, count) : count;
    this.looked = count;
    if (this.upTo === null || before === null) {
      this.startAt(count);
      return false;
    }
    // A smaller number means that another database has taken this one's place: a restored backup, or a replica.
    if (count >= before && due <= this.upTo) return false;
    this.startAt(count < before ? count : Math.max(count, this.upTo));
    return true;
  }

  private startAt(count: number): void {
    this.upTo = count;
    for (const change of this.ahead) if (change <= count) this.ahead.delete(change);
    this.advance();
  }

  private advance(): void {
    while (this.upTo !== null && this.ahead.delete(this.upTo + 1)) this.upTo++;
  }
}
