/** Conditional comments, whose content is shown only by Outlook, or by every client except Outlook. */

export interface TakenComments {
  /** The HTML with a placeholder instead of each comment. */
  html: string;
  /** The comments, by the number of their placeholder. */
  comments: string[];
  /** Comments with invalid conditions. */
  rejected: string[];
}

const MARK = /\uFDE0(\d+)\uFDE1/g;

/**
 * Extracts conditional comments from HTML, because sanitising would remove them. Linear in the length.
 *
 * @param safe sanitises the content of a comment. The content may open elements that another comment closes.
 */
export function takeComments(html: string, safe: (content: string) => string): TakenComments {
  const taken: TakenComments = { html: '', comments: [], rejected: [] };
  const text = html.replace(/[\uFDE0\uFDE1]/g, '');
  let at = 0;
  for (let start = text.indexOf('<!'); start >= 0; start = text.indexOf('<!', at)) {
    const isComment = text.startsWith('<!--', start);
    const end = text.indexOf(isComment ? '-->' : '>', start + (isComment ? 4 : 2));
    if (end < 0) break;
    const stop = end + (isComment ? 3 : 1);
    const kept = isComment ? commentOf(text.slice(start + 4, end), safe, taken) : bareOf(text.slice(start, stop));
    taken.html += text.slice(at, start);
    if (kept === undefined) taken.html += text.slice(start, stop);
    else if (kept !== '') taken.html += `\uFDE0${taken.comments.push(kept) - 1}\uFDE1`;
    at = stop;
  }
  taken.html += text.slice(at);
  return taken;
}

/** Restores the comments in a text of the sanitised HTML. */
export function withComments(text: string, comments: readonly string[]): string {
  return text.includes('\uFDE0') ? text.replace(MARK, (_, number) => comments[Number(number)] ?? '') : text;
}

/** Removes the placeholders from places where no comment is allowed. */
export function withoutMarks(html: string): string {
  return html.includes('\uFDE0') ? html.replace(MARK, '') : html;
}

const CONDITION = /^\[if ([\w\s.()&|!]{1,100})\]>/i;

/**
 * Returns the comment to keep. Returns an empty text for a comment to remove, and undefined for a comment without a
 * condition.
 */
function commentOf(comment: string, safe: (content: string) => string, taken: TakenComments): string | undefined {
  const text = comment.trim();
  if (/^<!\[endif\]$/i.test(text)) return '<!--<![endif]-->';
  if (!/^\[if\b/i.test(text)) return undefined;
  const [opening = '', condition = ''] = CONDITION.exec(text) ?? [];
  const rest = text.slice(opening.length).trimEnd();
  if (opening !== '' && /^\s*(?:<!(?:--)?)?$/.test(rest)) return `<!--[if ${condition}]><!-->`;
  if (opening !== '' && /<!\[endif\]$/i.test(rest.slice(-10))) {
    return `<!--[if ${condition}]>${safe(rest.slice(0, rest.lastIndexOf('<!')))}<![endif]-->`;
  }
  taken.rejected.push(`<!--${text.slice(0, 40)}`);
  return '';
}

/** Returns a condition that is not a comment, `<![if !mso]>`, unchanged. Undefined for other texts. */
function bareOf(text: string): string | undefined {
  return /^<!\[(?:endif|if [\w\s.()&|!]{1,100})\]>$/i.test(text) ? text : undefined;
}
