/** The start of an assertion about a part of an object. */
const PARTIAL = /\b(?:toMatchObject|objectContaining)\(/g;
const EMPTY = /[\w'"\]]: \{\}/;

/** Returns an expected part of an object that every value matches, such as `credentials: {}`. An empty item of an array is allowed. */
export function matchesAnything(text: string): string | undefined {
  for (const { index, 0: begin } of text.matchAll(PARTIAL)) {
    const expected = argumentsFrom(text, index + begin.length);
    const found = EMPTY.exec(expected)?.[0];
    if (found) return `${begin}${expected})`.slice(0, 200);
  }
  return undefined;
}

/** Returns the text up to the closing parenthesis. */
function argumentsFrom(text: string, start: number): string {
  let depth = 1;
  let at = start;
  for (; at < text.length && depth > 0; at++) {
    if (text[at] === '(') depth++;
    if (text[at] === ')') depth--;
  }
  return text.slice(start, at - 1);
}
