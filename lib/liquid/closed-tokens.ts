import { Tokenizer, type TopLevelToken, TypeGuards } from 'liquidjs';
import { shortText } from '#lib/text/short-text.ts';
import { liquid } from './engine.ts';
import { UnfinishedError } from './unfinished.ts';

/** An output or tag that is not closed. */
export class UnclosedError extends UnfinishedError {
  /** The end of the unreadable part: the start of the next output or tag, or the end of the template for `raw`. */
  readonly lostEnd: number;

  constructor(kind: 'output' | 'tag', text: string, place: { begin: number; end: number; lostEnd: number }) {
    super(`${kind} "${short(text.slice(place.begin, place.end))}" not closed`, place);
    this.lostEnd = place.lostEnd;
  }
}

/**
 * Returns the template's tokens. Liquid itself ends an output or tag at the next closing braces, so that `{{ a } and {{
 * b }}` is one output. This function instead rejects an output or tag that starts within another one.
 *
 * @throws UnclosedError for the first output or tag that is not closed before the next.
 */
export function closedTokens(text: string): TopLevelToken[] {
  const tokenizer = new Tokenizer(text);
  const { options } = liquid();
  let raw: { begin: number; end: number } | undefined;
  let commented = false;
  while (tokenizer.p < text.length) {
    const begin = tokenizer.p;
    let token: TopLevelToken;
    try {
      token = tokenizer.readTopLevelToken(options);
    } catch {
      if (raw) throw new UnclosedError('tag', text, { ...raw, lostEnd: text.length });
      throw unclosed(text, begin, text.length);
    }
    const tag = TypeGuards.isTagToken(token) ? token.name : undefined;
    raw = tag === 'raw' ? { begin, end: token.end } : undefined;
    if (commented) commented = tag !== 'endcomment';
    else if (!TypeGuards.isHTMLToken(token) && tag !== '#' && openingIn(text, begin, token.end) < token.end)
      throw unclosed(text, begin, token.end);
    commented ||= tag === 'comment';
  }
  return new Tokenizer(text).readTopLevelTokens();
}

function unclosed(text: string, begin: number, limit: number): UnclosedError {
  const lostEnd = openingIn(text, begin, limit);
  const end = begin + text.slice(begin, lostEnd).trimEnd().length;
  return new UnclosedError(text.startsWith('{%', begin) ? 'tag' : 'output', text, { begin, end, lostEnd });
}

/**
 * Returns the start of the next output or tag outside quoted text, or `limit` if there is none. An unmatched quotation mark
 * does not start quoted text. In linear time.
 */
function openingIn(text: string, begin: number, limit: number): number {
  let quote = '';
  let quoted = limit;
  // Three opening braces count as one opening.
  for (let at = begin + (text.startsWith('{{{', begin) ? 3 : 2); at < limit; at++) {
    const sign = text[at] as string;
    if (sign === '\\' && quote !== '') at += 1;
    else if (sign === quote) [quote, quoted] = ['', limit];
    else if (quote === '' && (sign === '"' || sign === "'")) quote = sign;
    else if (text.startsWith('{{', at) || text.startsWith('{%', at)) {
      if (quote === '') return at;
      quoted = Math.min(quoted, at);
    }
  }
  return quoted;
}

function short(text: string): string {
  return shortText(text.slice(0, 200).replace(/\s+/g, ' '), 40);
}
