import { lowerFirst } from '#lib/text/lower-first.ts';

/** Finds the message in a JSON response, which may be cut off: the first field with one of these names. */
const JSON_MESSAGE = /"(?:message|error_description|error|detail|title|reason)"\s*:\s*"((?:[^"\\]|\\.)+)"/;

/**
 * Returns an error text of a server or a template with typographic quotes, for the middle of a sentence. Returns only
 * the message of a JSON response. Undefined if the text is not readable, for example an HTML page.
 */
export function problemText(problem: string): string | undefined {
  const text = /^\s*[{[]/.test(problem) ? messageOf(problem) : problem;
  if (text === undefined || /^\s*</.test(text)) return undefined;
  return text.trim().replace(/"([^"]*)"/g, '“$1”');
}

function messageOf(json: string): string | undefined {
  const escaped = JSON_MESSAGE.exec(json)?.[1];
  if (escaped === undefined) return undefined;
  try {
    return JSON.parse(`"${escaped}"`);
  } catch {
    return undefined;
  }
}

/** Joins a statement with the readable part of its problem. After a comma, the problem starts in lower case. */
export function joined(by: ': ' | ', ', fact: string, problem: string): string {
  const said = problemText(problem);
  if (!said) return fact;
  return `${fact}${by}${by === ', ' ? lowerFirst(said) : said}`;
}
