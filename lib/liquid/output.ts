/** How values are printed, with a limit on everything that a template prints or captures. */
import { type Context, Drop, type Emitter } from 'liquidjs';
import { FILTER_LIMITS } from './filters.ts';

/** What a template prints. Throws above `limit` characters. */
export class BoundedEmitter implements Emitter {
  readonly #context: Context;
  readonly #limit: number;
  #text = '';

  constructor(context: Context, limit: number) {
    this.#context = context;
    this.#limit = limit;
  }

  write(value: unknown): void {
    const text = printed(value, this.#context);
    this.#context.memoryLimit.use(text.length);
    this.#text += text;
    if (this.#text.length > this.#limit) throw new Error(`the output is longer than ${this.#limit} characters`);
  }

  get buffer(): string {
    return this.#text;
  }
}

/** What a `capture` tag collects. It is remembered, so that printing it does not escape it again. */
export class CaptureEmitter extends BoundedEmitter {
  readonly #captures: Set<string>;

  constructor(context: Context, limit: number) {
    super(context, limit);
    this.#captures = capturesOf(context);
  }

  override get buffer(): string {
    this.#captures.add(super.buffer);
    return super.buffer;
  }
}

const captures = new WeakMap<Context, Set<string>>();

/** The texts that this rendering captured. */
export function capturesOf(context: Context): Set<string> {
  const known = captures.get(context) ?? new Set<string>();
  captures.set(context, known);
  return known;
}

/** A value as text: a missing value is empty, items of a list follow one another, an object is JSON. */
export function printed(value: unknown, context: Context): string {
  if (typeof value === 'string') return value;
  if (value === null || value === undefined || value instanceof Drop) return '';
  if (typeof value !== 'object') return String(value);
  if (!Array.isArray(value)) return jsonText(value, context);
  if (value.length > FILTER_LIMITS.items)
    throw new Error(`a list of more than ${FILTER_LIMITS.items} items is not printed`);
  context.memoryLimit.use(value.length);
  return value.map((item) => printed(item, context)).join('');
}

/** An object or list as JSON. */
export function jsonText(value: object, { memoryLimit }: Context): string {
  return JSON.stringify(value, (_key, part) => {
    memoryLimit.use(typeof part === 'string' ? part.length : 2);
    return part;
  });
}
