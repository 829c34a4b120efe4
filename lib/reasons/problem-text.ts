import { lowerFirst } from '#lib/text/lower-first.ts';

/** The message in an answer that is JSON, whole or cut off: its first field of one of these names. */
const JSON_MESSAGE = /"(?:message|error_description|error|detail|title|reason)"\s*:\s*"((?:[^"\\]|\\.)+)"/;

/**
 * What a server or a template said, for the middle of a sentence: in the quotes of the sentence around it. Of JSON
 * only the message in it. Undefined when that leaves nothing to read, as of a page of HTML.
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

/** The fact, and what was said about it where that can be read. Behind a comma its sentence goes on. */
export function joined(by: ': ' | ', ', fact: string, problem: string): string {
  const said = problemText(problem);
  if (!said) return fact;
  return `${fact}${by}${by === ', ' ? lowerFirst(said) : said}`;
}
