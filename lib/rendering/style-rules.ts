/** Removes CSS that runs code, loads more than pictures and fonts, or covers its surroundings. The rest stays unchanged. */
import { type CssNode, ident, parse, string, tokenize, tokenTypes, url, type WalkContext, walk } from 'css-tree';

export interface SafeCss {
  css: string;
  /** The removed parts, for display. */
  removed: string[];
}

/**
 * Represents a value that is known only at rendering. An address that begins with this character may be any address.
 */
export const UNKNOWN_VALUE = '\uFDE2';

/**
 * Returns a style sheet that imports nothing, loads only pictures and fonts, and lets no element cover its
 * surroundings.
 */
export function safeSheet(css: string): SafeCss {
  const sheet = css.replace(/<!--|--!?>/g, ' ');
  const found: Found = { edits: [], removed: [] };
  walk(parse(sheet, { ...AS_WRITTEN, context: 'stylesheet' }), {
    enter(this: WalkContext, node: CssNode) {
      if (node.type === 'Atrule') return checkAtRule(node, sheet, found);
      if (node.type === 'Declaration') return checkDeclaration(node, sheet, found, COVERING) && walk.skip;
      const isChecked = node === this.atrule?.prelude || node === this.rule?.prelude;
      if (node.type === 'Raw' && !isChecked && node.loc) {
        const [start, end] = [node.loc.start.offset, node.loc.end.offset];
        if (!isSafeText(sheet.slice(start, end))) cut(start, end, 'text that is not CSS', found);
      }
      return undefined;
    },
  });
  // A space after `<` keeps `(width<600px)` from looking like a tag.
  return { css: edited(sheet, found.edits).replace(/<(?=[a-z/!?])/gi, '< '), removed: found.removed };
}

/** Returns the declarations of a style attribute that load only images and do not cover their surroundings. */
export function safeDeclarations(style: string): SafeCss {
  const removed: string[] = [];
  const kept: string[] = [];
  walk(parse(style, { ...AS_WRITTEN, context: 'declarationList' }), {
    visit: 'Declaration',
    enter(node) {
      const found: Found = { edits: [], removed: [] };
      checkDeclaration(node, style, found, LAYERED);
      const text = node.loc ? style.slice(node.loc.start.offset, node.loc.end.offset) : '';
      if (found.removed.length === 0 && !/[{}<>]/.test(text)) kept.push(withoutNotes(text).trim());
      removed.push(...found.removed);
      return walk.skip;
    },
  });
  return { css: kept.join(';'), removed };
}

/** The parser keeps values, selectors and conditions as text, because the checks do not need their meaning. */
const AS_WRITTEN = {
  positions: true,
  parseValue: false,
  parseRulePrelude: false,
  parseAtrulePrelude: false,
  parseCustomProperty: false,
} as const;

interface Edit {
  start: number;
  end: number;
  text: string;
}

interface Found {
  edits: Edit[];
  removed: string[];
}

type NodeOf<Type extends CssNode['type']> = Extract<CssNode, { type: Type }>;

function cut(start: number, end: number, what: string, found: Found): void {
  found.edits.push({ start, end, text: '' });
  found.removed.push(what);
}

function edited(css: string, edits: readonly Edit[]): string {
  let result = '';
  let at = 0;
  for (const { start, end, text } of [...edits].sort((one, other) => one.start - other.start)) {
    if (start < at) continue;
    result += css.slice(at, start) + text;
    at = end;
  }
  return result + css.slice(at);
}

function checkAtRule({ name, prelude, loc }: NodeOf<'Atrule'>, css: string, found: Found) {
  if (!loc) return undefined;
  if (ident.decode(name).toLowerCase() === 'import') {
    cut(loc.start.offset, loc.end.offset, '`@import`', found);
    return walk.skip;
  }
  if (prelude?.loc) checkAddresses(prelude.loc.start.offset, prelude.loc.end.offset, css, found);
  return undefined;
}

const COVERING = /^(?:behavior|-moz-binding|position)$/;
const LAYERED = /^(?:behavior|-moz-binding|position|z-index|content)$/;

/** Checks a declaration. Returns true, so that the walk skips its parts. */
function checkDeclaration({ property, value, loc }: NodeOf<'Declaration'>, css: string, found: Found, unsafe: RegExp) {
  if (!loc || !value.loc) return true;
  const name = ident
    .decode(property)
    .toLowerCase()
    .replace(/^[*_$#+&]/, '');
  const text = css.slice(value.loc.start.offset, value.loc.end.offset);
  const isInPlace = name === 'position' && /^\s*(?:static|relative)\s*$/i.test(text);
  if ((unsafe.test(name) && !isInPlace) || !isSafeText(text)) {
    cut(loc.start.offset, loc.end.offset, `\`${withoutNotes(`${name}:${text}`).trim().slice(0, 60)}\``, found);
  } else checkAddresses(value.loc.start.offset, value.loc.end.offset, css, found);
  return true;
}

const RUNS_CODE = /expression\s*\(|(?:java|vb)script\s*:|@import|image-set\s*\(|behavior\s*:|-moz-binding/i;

function isSafeText(text: string): boolean {
  return !RUNS_CODE.test(decoded(text));
}

/** Returns the text as a browser reads it: without comments, with escapes resolved. */
function decoded(text: string): string {
  let result = '';
  tokenize(text, (type, start, end) => {
    if (type !== tokenTypes.Comment) result += ident.decode(text.slice(start, end));
  });
  return result;
}

function withoutNotes(text: string): string {
  let result = '';
  tokenize(text, (type, start, end) => {
    if (type !== tokenTypes.Comment) result += text.slice(start, end);
  });
  return result;
}

/** Replaces each address that is not a picture or a font with `none`. */
function checkAddresses(from: number, to: number, css: string, found: Found): void {
  const text = css.slice(from, to);
  const tokens: { type: number; start: number; end: number }[] = [];
  tokenize(text, (type, start, end) => {
    if (type !== tokenTypes.WhiteSpace && type !== tokenTypes.Comment) tokens.push({ type, start, end });
  });
  for (const [at, token] of tokens.entries()) {
    const written = text.slice(token.start, token.end);
    const isFunction = token.type === tokenTypes.Function && /^(?:url|src)$/i.test(ident.decode(written.slice(0, -1)));
    const isUrl = token.type === tokenTypes.Url || token.type === tokenTypes.BadUrl;
    if (!isFunction && !isUrl) continue;
    const [next, last] = [tokens[at + 1], tokens[at + 2]];
    const isQuoted = isFunction && next?.type === tokenTypes.String && last?.type === tokenTypes.RightParenthesis;
    const address = isQuoted
      ? string.decode(text.slice(next.start, next.end))
      : token.type === tokenTypes.Url
        ? url.decode(written)
        : '';
    if (isLoadable(address)) continue;
    const close = text.indexOf(')', token.start);
    const end = isUrl ? token.end : isQuoted ? last.end : close < 0 ? text.length : close + 1;
    found.edits.push({ start: from + token.start, end: from + end, text: 'none' });
    found.removed.push(`\`${text.slice(token.start, end).slice(0, 60)}\``);
  }
}

/** Whether the address can be the address of a picture or a font. */
function isLoadable(address: string): boolean {
  const text = address.trim();
  if (text.startsWith(UNKNOWN_VALUE)) return true;
  return /^(?:https?:\/\/|cid:|data:image\/(?:png|gif|jpe?g|webp)[;,])/i.test(text);
}
