/** The values of a list, so that many others are looked up in it in linear time. */
import { booleanOf, isMissing, numberIn, type Spend } from './compare.ts';

/** What one value costs to index and to look up, and how many characters of JSON are written for one unit. */
const COST = { indexed: 0.1, lookedUp: 0.2, characters: 200 } as const;

export class Values {
  readonly #items: ReadonlySet<unknown>;
  readonly #spend: Spend;
  readonly #read = new Map<(value: unknown) => unknown, ReadonlySet<unknown>>();

  constructor(items: readonly unknown[], spend: Spend) {
    spend(items.length * COST.indexed);
    this.#items = new Set(items);
    this.#spend = spend;
  }

  /** Whether a value of the list is the same, as `isSame` has it. */
  has(value: unknown): boolean {
    this.#spend(COST.lookedUp);
    if (this.#items.has(value)) return true;
    if (isMissing(value)) return this.#items.has(null) || this.#items.has(undefined);
    if (typeof value === 'object') return this.#readAs(this.#jsonOf).has(this.#jsonOf(value));
    if (typeof value === 'number') return this.#readAs(numberIn).has(value);
    if (typeof value === 'boolean') return this.#readAs(booleanOf).has(value);
    return [numberIn(value), booleanOf(value)].some((read) => read !== undefined && this.#items.has(read));
  }

  #readAs(read: (value: unknown) => unknown): ReadonlySet<unknown> {
    const known = this.#read.get(read) ?? new Set([...this.#items].map(read));
    this.#read.set(read, known);
    return known;
  }

  readonly #jsonOf = (value: unknown): string | undefined => {
    if (typeof value !== 'object') return undefined;
    const json = JSON.stringify(value);
    this.#spend(json.length / COST.characters);
    return json;
  };
}
