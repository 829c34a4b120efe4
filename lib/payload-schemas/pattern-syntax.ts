/**
 * Returns why a pattern is not a valid regular expression. Undefined if it is valid. JSON Schema uses the flag `u`,
 * which forbids unnecessary escapes. Other tools allow such escapes, so the returned text names the forbidden escape
 * and the correction.
 */
export function syntaxProblem(pattern: string): string | undefined {
  try {
    new RegExp(pattern, 'u');
    return undefined;
  } catch (error) {
    const character = forbiddenEscape(pattern);
    if (character !== undefined) {
      const message = `JSON Schema reads patterns with the flag \`u\`, which forbids the escape \`\\${character}\`.`;
      return `${message} Write \`${character}\`.`;
    }
    const reason = (error as Error).message.split(':').at(-1) ?? '';
    return `\`${pattern}\` is not a regular expression: ${reason.trim()}. Correct it.`;
  }
}

/**
 * The characters that may follow a backslash. In a class, a hyphen may follow too. The meaning of the escape is not
 * checked here.
 */
const ALLOWED = /^[\^$\\.*+?()[\]{}|/\dbBcdDfknpPrsStuvwWx]$/;

function forbiddenEscape(pattern: string): string | undefined {
  const characters = [...pattern];
  let isClass = false;
  for (let at = 0; at < characters.length; at++) {
    if (characters[at] === '[') isClass = true;
    else if (characters[at] === ']') isClass = false;
    if (characters[at] !== '\\') continue;
    const escaped = characters[++at];
    if (escaped !== undefined && !ALLOWED.test(escaped) && !(isClass && escaped === '-')) return escaped;
  }
  return undefined;
}
