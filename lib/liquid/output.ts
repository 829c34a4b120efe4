/** Printing of values, with a limit on everything that a template prints or captures. */
import { type Context, Drop, type Emitter } from 'liquidjs';
import { FILTER_LIMITS } from './filters.ts';

/** The range of a value in a text: the offset of its first character, and the offset after its last character. */
export type ValueRange = readonly [start: number, end: number];

/** A text with the ranges of its values. The author wrote the text between them. */
export class MarkedText {
  readonly text: string;
  readonly values: readonly ValueRange[];

  constructor(text: string, values: readonly ValueRange[]) {
    this.text = text;
    this.values = values;
  }
}

/** Collects the output of a template. Throws above `limit` characters. */
export class BoundedEmitter implements Emitter {
  readonly #context: Context;
  readonly #limit: number;
  readonly #values: ValueRange[] = [];
  #text = '';

  constructor(context: Context, limit: number) {
    this.#context = context;
    this.#limit = limit;
  }

  write(value: unknown): void {
    if (value instanceof MarkedText) {
      const at = this.#text.length;
      for (const [start, end] of value.values) this.#values.push([at + start, at + end]);
    }
    const text = printed(value, this.#context);
    this.#context.memoryLimit.use(text.length);
    this.#text += text;
    if (this.#text.length > this.#limit) throw new Error(`the output is longer than ${this.#limit} characters`);
  }

  get buffer(): string {
    return this.#text;
  }

  /** The ranges of values that were written as marked texts. */
  get values(): readonly ValueRange[] {
    return this.#values;
  }
}

/** Collects the output of a `capture` tag. The text is remembered, so that it is not escaped again when printed. */
export class CaptureEmitter extends BoundedEmitter {
  readonly #captures: Map<string, readonly ValueRange[]>;

  constructor(context: Context, limit: number) {
    super(context, limit);
    this.#captures = capturesOf(context);
  }

  override get buffer(): string {
    this.#captures.set(super.buffer, this.values);
    return super.buffer;
  }
}

const captures = new WeakMap<Context, Map<string, readonly ValueRange[]>>();

/** Returns the texts that this rendering captured, with the ranges of their values. */
export function capturesOf(context: Context): Map<string, readonly ValueRange[]> {
  const known = captures.get(context) ?? new Map<string, readonly ValueRange[]>();
  captures.set(context, known);
  return known;
}

/** Returns a value as text: a missing value is empty, the items of a list are concatenated, an object is JSON. */
export function printed(value: unknown, context: Context): string {
  if (typeof value === 'string') return value;
  if (value instanceof MarkedText) return value.text;
  if (value === null || value === undefined || value instanceof Drop) return '';
  if (typeof value !== 'object') return String(value);
  if (!Array.isArray(value)) return jsonText(value, context);
  if (value.length > FILTER_LIMITS.items)
    throw new Error(`a list of more than ${FILTER_LIMITS.items} items is not printed`);
  context.memoryLimit.use(value.length);
  return value.map((item) => printed(item, context)).join('');
}

/** Returns an object or list as JSON. */
export function jsonText(value: object, { memoryLimit }: Context): string {
  return JSON.stringify(value, (_key, part) => {
    memoryLimit.use(typeof part === 'string' ? part.length : 2);
    return part;
  });
}
