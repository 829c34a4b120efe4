import { isObject } from '#lib/json/values.ts';

/**
 * Returns why a text is not a JSON object: "Line 3: Expected ',' or '}' after property value." Undefined if it is one.
 * @param noun "payload"
 */
export function jsonObjectProblem(text: string, noun: string): string | undefined {
  try {
    return isObject(JSON.parse(text.trimEnd())) ? undefined : `The ${noun} must be a JSON object.`;
  } catch (error) {
    return syntaxProblem(error instanceof Error ? error.message : '', text);
  }
}

/** Returns the cause that the browser names, with its line. Browsers name the line in different words, or not at all. */
function syntaxProblem(message: string, text: string): string {
  const [, given] = /line (\d+)/.exec(message) ?? [];
  const line = given ?? (/end of/.test(message) ? text.trimEnd().split('\n').length : undefined);
  const cause = message.replace(/^JSON\.parse: /, '').replace(/ (?:in JSON )?at (?:position|line) .*$/s, '');
  return `${line === undefined ? '' : `Line ${line}: `}${cause}.`;
}
