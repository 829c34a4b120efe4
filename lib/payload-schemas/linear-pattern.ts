import { RE2JS } from 're2js';

/** A pattern of a JSON Schema. */
export interface Pattern {
  test(text: string): boolean;
  /** Returns the source of the pattern, which identifies it. */
  toString(): string;
}

/**
 * Compiles the pattern with an engine whose time is linear for any text. Patterns that this engine does not support,
 * such as a look-ahead, use JavaScript's own engine, so matching still needs a time limit.
 *
 * @throws SyntaxError for an invalid pattern.
 */
export function patternOf(source: string): Pattern {
  const native = new RegExp(source, 'u');
  const linear = linearPattern(source);
  return { test: (text) => (linear ?? native).test(text), toString: () => source };
}

/**
 * Compiles a pattern for the linear engine. Undefined if that engine does not support the pattern, or would match
 * differently.
 */
export function linearPattern(source: string): Pick<Pattern, 'test'> | undefined {
  const plain = translated(source);
  try {
    return plain === undefined ? undefined : RE2JS.compile(RE2JS.translateRegExp(plain));
  } catch {
    return undefined;
  }
}

/** The characters that `\s` matches in JSON Schema. The linear engine's `\s` matches fewer. */
const BLANKS = '\\t\\n\\x0b\\f\\r \\u00a0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000\\ufeff';
const IN_LINE = '[^\\n\\r\\u2028\\u2029]';
const ANYTHING = '[\\s\\S]';
const PART = /\\.|\[\\s\\S\]|\[\^?|[\].]/gsu;

function translated(source: string): string | undefined {
  let isClass = false;
  let isPossible = true;
  const plain = source.replace(PART, (part) => {
    if (part === ANYTHING && isClass) isPossible = false;
    if (part === ANYTHING) return '(?:.|\\n)';
    if (part.startsWith('[')) isClass = true;
    if (part === ']') isClass = false;
    if (part === '\\s') return isClass ? BLANKS : `[${BLANKS}]`;
    if (part === '\\S' && isClass) isPossible = false;
    if (part === '\\S') return `[^${BLANKS}]`;
    return part === '.' && !isClass ? IN_LINE : part;
  });
  return isPossible ? plain : undefined;
}
