import { RE2JS } from 're2js';

/** A pattern of a JSON Schema. */
export interface Pattern {
  test(text: string): boolean;
  /** The pattern as written, which distinguishes patterns. */
  toString(): string;
}

/**
 * The pattern, read by an engine that takes linear time whatever the text is. What that engine does not have, such as a look
 * ahead, is left to the engine of the language, so matching needs a time limit all the same.
 *
 * @throws SyntaxError for a pattern that is none.
 */
export function patternOf(source: string): Pattern {
  const native = new RegExp(source, 'u');
  const linear = linearPattern(source);
  return { test: (text) => (linear ?? native).test(text), toString: () => source };
}

/** Undefined for a pattern that the linear engine cannot match, or not in the same way. */
export function linearPattern(source: string): Pick<Pattern, 'test'> | undefined {
  const plain = translated(source);
  try {
    return plain === undefined ? undefined : RE2JS.compile(RE2JS.translateRegExp(plain));
  } catch {
    return undefined;
  }
}

/** The characters that `\s` and `.` mean in JSON Schema; to the linear engine they are fewer. */
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
