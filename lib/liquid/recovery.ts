/** Parses templates with mistakes as far as possible, so that one mistake does not hide the others. */
import { type Liquid, type TagToken, type Template, type Token, type TopLevelToken, TypeGuards } from 'liquidjs';
import { closedTokens, UnclosedError } from './closed-tokens.ts';
import { liquid } from './engine.ts';
import { liquidForHandlebars } from './handlebars.ts';
import { UnfinishedError, unfinishedIn } from './unfinished.ts';

/** A mistake, with its offsets in the template. */
export interface TemplateMistake {
  message: string;
  begin: number;
  end: number;
  /** The fix, if it is known. */
  remedy?: string;
}

export interface RecoveredTemplate {
  /** The parsed template. Empty if it has more mistakes than parse attempts. */
  templates: Template[];
  mistakes: TemplateMistake[];
  /** The outputs and tags that were removed because each has a mistake. */
  lost: { text: string; begin: number; mistake: TemplateMistake }[];
  /** The template's tokens, without the tokens of lost outputs and tags. */
  tokens: TopLevelToken[];
}

/** Maximum parse attempts, and maximum outputs and tags over all attempts. Each mistake costs another attempt. */
const MAX = { attempts: 12, parts: 4_000 } as const;

let lenient: Liquid | undefined;

/** Returns the engine without errors for unknown filters, so that other problems of the template are reported too. */
export function lenientLiquid(): Liquid {
  if (lenient) return lenient;
  const engine = liquid();
  lenient = Object.create(engine, { options: { value: { ...engine.options, strictFilters: false } } }) as Liquid;
  return lenient;
}

/**
 * Parses the template. On failure, removes the output or tag with the mistake, closes a block without an end, and
 * parses again. Offsets still refer to `text`.
 *
 * @param parts the number of the template's outputs and tags.
 * @throws RangeError for blocks that are nested too deeply to parse.
 */
export function parseRecovering(text: string, parts: number): RecoveredTemplate {
  const found: Recovery = { mistakes: [], lost: [], openings: [], endings: 0, rest: text, ends: '' };
  const most = Math.max(1, Math.min(MAX.attempts, Math.floor(MAX.parts / Math.max(parts, 1))));
  for (let attempt = 0; attempt < most; attempt++) {
    try {
      return { ...parsed(found.rest + found.ends), mistakes: found.mistakes, lost: found.lost };
    } catch (error) {
      leaveOut(mistakeOf(error, found.rest, text.length), found);
    }
  }
  return { templates: [], tokens: [], mistakes: found.mistakes, lost: [] };
}

interface Recovery extends Pick<RecoveredTemplate, 'mistakes' | 'lost'> {
  /** The blocks whose opening tag is lost, so that their other tags do not count as mistakes. */
  openings: string[];
  /** The number of lost end tags. For each of them, one unclosed block does not count as a mistake. */
  endings: number;
  /** The template without the lost parts. */
  rest: string;
  /** The end tags that were added. */
  ends: string;
}

function leaveOut(mistake: Mistake, found: Recovery): void {
  const block = unclosedBlock(mistake, found.rest);
  if (block === undefined) {
    const place = lostPlace(mistake, found.rest);
    if (!followsFromLost(nameOf(found.rest.slice(...place)), found)) note(mistake, found);
    lose(mistake, place, found);
  } else if (TEXTS.has(block)) {
    note(mistake, found);
    lose(mistake, [mistake.begin, found.rest.length], found);
    // The rest of the template counts as text of this block, so the end tags of surrounding blocks are lost too.
    found.endings = Number.POSITIVE_INFINITY;
  } else {
    if (found.endings > 0) found.endings -= 1;
    else note(mistake, found);
    if (mistake.lostEnd === undefined) found.ends += `{% end${block} %}`;
    else {
      found.openings.push(block);
      lose(mistake, lostPlace(mistake, found.rest), found);
    }
  }
}

/** Records at most one mistake per position, because the parser reports a mistake again if removing it did not help. */
function note(mistake: Mistake, { mistakes }: Recovery): void {
  const { lostEnd: _, ...shown } = mistake;
  if (!mistakes.some(({ begin }) => begin === mistake.begin)) mistakes.push(shown);
}

function lostPlace(mistake: Mistake, text: string): Place {
  return mistake.lostEnd === undefined ? placeOf(mistake, text) : [mistake.begin, mistake.lostEnd];
}

/** Blocks whose content is not a template. */
const TEXTS = new Set(['raw', 'comment']);

function lose(mistake: Mistake, [begin, end]: Place, found: Recovery): void {
  const text = found.rest.slice(begin, end);
  found.lost.push({ text, begin, mistake });
  found.rest = found.rest.slice(0, begin) + text.replace(/[^\n]/g, ' ') + found.rest.slice(end);
}

/** Whether the tag is a mistake only because another tag is lost. Also updates the counts of lost tags. */
function followsFromLost(name: string, found: Recovery): boolean {
  if (MIDDLE.has(name)) return found.openings.length > 0;
  if (!name.startsWith('end')) {
    if (name !== '') found.openings.push(name);
    return false;
  }
  const at = found.openings.lastIndexOf(name.slice(3));
  if (at >= 0) found.openings.splice(at, 1);
  else found.endings += 1;
  return at >= 0;
}

const MIDDLE = new Set(['else', 'elsif', 'when']);

function nameOf(tag: string): string {
  const [, name = ''] = /^\{%-?\s*(\w+)/.exec(tag) ?? [];
  return name;
}

function parsed(text: string): Pick<RecoveredTemplate, 'templates' | 'tokens'> {
  const tokens = closedTokens(text);
  const crossed = crossedBlock(tokens);
  if (crossed) throw crossed;
  const templates = lenientLiquid().parse(text);
  const other = tokens.find((token) => TypeGuards.isOutputToken(token) && ELSE.test(token.getText()));
  const mistake = other ? new UnfinishedError('`else` is not a variable', other) : unfinishedIn(tokens);
  if (mistake) throw mistake;
  return { templates, tokens };
}

/**
 * Finds the innermost block that is still open when a surrounding block ends. Without this check, the parser would
 * first report the outer block's end tag, and then that the outer block has no end.
 */
function crossedBlock(tokens: readonly TopLevelToken[]): UnfinishedError | undefined {
  const open: TagToken[] = [];
  for (const token of tokens) {
    if (!TypeGuards.isTagToken(token)) continue;
    if (BLOCKS.has(token.name)) open.push(token);
    if (!token.name.startsWith('end')) continue;
    const at = open.findLastIndex(({ name }) => token.name === `end${name}`);
    const last = open.at(-1);
    if (at >= 0 && last && at < open.length - 1) {
      const { begin, end } = last;
      return new UnclosedError('tag', last.input, { begin, end, lostEnd: end });
    }
    if (at >= 0) open.pop();
  }
  return undefined;
}

const BLOCKS = new Set(['if', 'unless', 'case', 'for', 'tablerow', 'capture', 'block']);

/** The `else` of Handlebars. Liquid reads it as a variable. */
const ELSE = /^\{\{\s*else\s*\}\}$/;

interface Mistake extends TemplateMistake {
  /** End of the unreadable part, as in `UnclosedError`. */
  lostEnd?: number;
}

function mistakeOf(error: unknown, text: string, length: number): Mistake {
  const { message, originalError, token } = error as Error & { originalError?: unknown; token?: Token };
  if (error instanceof RangeError || originalError instanceof RangeError) throw new RangeError(message);
  const at = error instanceof UnfinishedError ? error : (token ?? { begin: 0, end: 0 });
  const [begin, end] = [Math.min(at.begin, length), Math.min(at.end, length)];
  const lost = error instanceof UnclosedError && { lostEnd: error.lostEnd };
  // Remove the position at the end of the parser's message.
  const mistake: Mistake = { message: message.replace(/, line:\d+, col:\d+$/, ''), begin, end, ...lost };
  const [start, stop] = lostPlace(mistake, text);
  const written = text.slice(start, stop);
  const remedy = liquidForHandlebars(written);
  if (!remedy) return mistake;
  return { ...mistake, message: `\`${written.trim().slice(0, 60)}\` is Handlebars`, begin: start, end: stop, remedy };
}

/** Returns the name of the block tag that has no end. */
function unclosedBlock({ message, begin, remedy }: Mistake, text: string): string | undefined {
  if (remedy || !/ not closed$/.test(message)) return undefined;
  const [, name = ''] = /^\{%-?\s*(\w+)(?:[^\w%][^%]*)?%\}/.exec(text.slice(begin, begin + LONGEST_TAG)) ?? [];
  return name || undefined;
}

const LONGEST_TAG = 2_000;

type Place = [begin: number, end: number];

/**
 * Returns the range of the output or tag around an offset. An unclosed output or tag ends before the next output or
 * tag.
 */
function placeOf({ begin, end }: { begin: number; end: number }, text: string): Place {
  const last = Math.max(text.lastIndexOf('{{', begin), text.lastIndexOf('{%', begin));
  if (last < 0) return [begin, Math.max(end, begin + 1)];
  const opening = last > 0 && text.startsWith('{{{', last - 1) ? last - 1 : last;
  const next = [text.indexOf('{{', opening + 2), text.indexOf('{%', opening + 2)].filter((at) => at > 0);
  // Three opening braces count as one opening.
  const limit = Math.min(text.length, ...next.filter((at) => at > opening + 2 || !text.startsWith('{{{', opening)));
  const isTag = text.startsWith('{%', opening);
  const close = text.indexOf(isTag ? '%}' : '}}', opening + 2);
  if (close < 0 || close > limit) return [opening, limit];
  return [opening, close + (text.startsWith('{{{', opening) && text.startsWith('}}}', close) ? 3 : 2)];
}

/** Finds closing braces outside outputs and tags, which the recipient would see. */
export function unmatchedEndTags(tokens: readonly TopLevelToken[]): { begin: number; end: number }[] {
  const strays: { begin: number; end: number }[] = [];
  let open = 0;
  for (const token of tokens) {
    if (!TypeGuards.isHTMLToken(token)) continue;
    const text = token.getText();
    for (const { 0: found, index } of text.matchAll(/\{|[%}]?\}/g)) {
      if (found === '{') open += 1;
      // In style sheets and JSON, such closing braces follow the same number of opening braces.
      else if (found.length === 2 && open < (found === '%}' ? 1 : 2)) {
        strays.push({ begin: token.begin + index, end: token.begin + index + 2 });
        open = 0;
      } else open = Math.max(0, open - (found === '}}' ? 2 : 1));
    }
  }
  return strays;
}
