/**
 * The work that one analysis may do, in units of about one microsecond, so that a hostile workflow cannot block the
 * process that saves it. Work is counted instead of timed, so that the same workflow always has the same issues.
 */
export class Budget {
  #left: number;

  constructor(units = 100_000) {
    this.#left = units;
  }

  /** Spends units. Returns false if the budget was already spent. */
  spend(units: number): boolean {
    if (this.isSpent) return false;
    this.#left -= units;
    return true;
  }

  get isSpent(): boolean {
    return this.#left <= 0;
  }
}
