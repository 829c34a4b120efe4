/** The values of a list, indexed so that many other values are looked up in linear time. */
import { booleanOf, isMissing, numberIn, type Spend } from './compare.ts';

/**
 * Units of work for indexing a value and for looking up a value, and the characters of JSON that are written per unit.
 */
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

  /** Whether the list contains a value that is equal by the rules of `isSame`. */
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
