/** The two sentences of an issue: what is wrong, and what to do about it. */
export interface IssueParts {
  problem: string;
  remedy?: string;
}

/**
 * An issue's message as lists say it: in two parts, with the quotation marks of running text. Advice that the control
 * gives anyway is left out, so that an issue takes two lines.
 */
export function issueParts(message: string): IssueParts {
  const text = withQuotes(message);
  const end = endOfFirst(text);
  if (end === undefined) return { problem: text };
  const problem = text.slice(0, end);
  const remedy = text.slice(end).trim();
  return IDLE.test(remedy) ? { problem } : { problem, remedy: remedy.replace(GUESS, 'Use $1.') };
}

/** "…" for what is quoted, except in code. */
export function withQuotes(text: string): string {
  return outsideCode(text, (part) => part.replace(/"([^"]*)"/g, '“$1”'));
}

/** What the editor's completion offers anyway, and what goes without saying. */
const IDLE = /^(`[^`]*` has `.*|Correct the arguments of the filter\.)$/;
const GUESS = /^Did you mean (`[^`]*`)\?$/;

/** A sentence ends before a capital letter or code. Code itself is of one piece. */
const SENTENCE = /^(?:`[^`]*`|[^`])*?[.?](?= [A-Z`“])/;

function endOfFirst(text: string): number | undefined {
  return SENTENCE.exec(text)?.[0].length;
}

function outsideCode(text: string, change: (part: string) => string): string {
  return text
    .split(/(`[^`]*`)/)
    .map((part, at) => (at % 2 === 0 ? change(part) : part))
    .join('');
}
