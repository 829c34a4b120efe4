/** The two sentences of an issue: the problem and the remedy. */
export interface IssueParts {
  problem: string;
  remedy?: string;
}

/**
 * Splits an issue's message for lists into its two parts, with the quotation marks of running text. Advice that the
 * control shows anyway is omitted, so that an issue takes two lines.
 */
export function issueParts(message: string): IssueParts {
  const text = withQuotes(message);
  const end = endOfFirst(text);
  if (end === undefined) return { problem: text };
  const problem = text.slice(0, end);
  const remedy = text.slice(end).trim();
  return IDLE.test(remedy) ? { problem } : { problem, remedy: remedy.replace(GUESS, 'Use $1.') };
}

/** Replaces straight quotation marks with “…”, except in code. */
export function withQuotes(text: string): string {
  return outsideCode(text, (part) => part.replace(/"([^"]*)"/g, '“$1”'));
}

/** Advice that the editor's completion offers anyway, or that is obvious. */
const IDLE = /^(`[^`]*` has `.*|Correct the arguments of the filter\.)$/;
const GUESS = /^Did you mean (`[^`]*`)\?$/;

/** The first sentence. It ends before a capital letter or code, and does not end within code. */
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
