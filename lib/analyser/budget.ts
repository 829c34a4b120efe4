/**
 * The work that one analysis may do, in units of about a microsecond: a hostile workflow must not hold up the process that saves it. Counted,
 * not timed, so that the same workflow always has the same issues.
 */
export class Budget {
  #left: number;

  constructor(units = 100_000) {
    this.#left = units;
  }

  /** Spends units; false when there were none left. */
  spend(units: number): boolean {
    if (this.isSpent) return false;
    this.#left -= units;
    return true;
  }

  get isSpent(): boolean {
    return this.#left <= 0;
  }
}
