/** Measures a JSON text in its bytes, so that rejecting a hostile body costs one pass and no memory. */

export interface JsonExtent {
  /** The number of names and values, without numbers in lists. Arbitrary if the text is not JSON. */
  items: number;
  /** The number of numbers in lists, such as the bytes of a file. They cost far less than other values. */
  numbers: number;
  /** The number of nested arrays and objects. */
  depth: number;
}

/** The bytes of JSON's syntax. In UTF-8, none of them is part of another character. */
const QUOTE = 0x22;
const COMMA = 0x2c;
const COLON = 0x3a;
const SPACE = 0x20;
const MINUS = 0x2d;
const ZERO = 0x30;
const NINE = 0x39;
const BACKSLASH = 0x5c;
/** Setting this bit turns `[` into `{` and `]` into `}`. */
const BRACE_BIT = 0x20;
const OPEN = 0x7b;
const CLOSE = 0x7d;

/** Measures a JSON text. Stops as soon as a count exceeds `most`. */
export function jsonExtent(bytes: Uint8Array, most: Omit<JsonExtent, 'depth'>): JsonExtent {
  let items = 1;
  let numbers = 0;
  let level = 0;
  let depth = 0;
  for (let at = 0; at < bytes.length && items <= most.items && numbers <= most.numbers; at++) {
    const byte = bytes[at] as number;
    if (byte === QUOTE) at = endOfString(bytes, at);
    else if (byte === COMMA) {
      while ((bytes[at + 1] as number) <= SPACE) at++;
      if (beginsNumber(bytes[at + 1])) numbers++;
      else items++;
    } else if (byte === COLON) items++;
    else if ((byte | BRACE_BIT) === OPEN) {
      items++;
      level++;
      if (level > depth) depth = level;
    } else if ((byte | BRACE_BIT) === CLOSE) level--;
  }
  return { items, numbers, depth };
}

function beginsNumber(byte: number | undefined): boolean {
  return byte !== undefined && ((byte >= ZERO && byte <= NINE) || byte === MINUS);
}

/** Returns the position of the closing quote of the string that starts at `start`. */
function endOfString(bytes: Uint8Array, start: number): number {
  let at = start + 1;
  while (at < bytes.length && bytes[at] !== QUOTE) at += bytes[at] === BACKSLASH ? 2 : 1;
  return at;
}
