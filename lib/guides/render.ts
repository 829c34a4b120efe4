import { Marked, type Token, type Tokens } from 'marked';
import sanitizeHtml from 'sanitize-html';
import { PAGE_ADDRESSES } from './page-links.ts';
import type { GuideHeading, GuidePart, ListedGuide } from './schema.ts';

export interface RenderedGuide {
  title: string;
  parts: GuidePart[];
  headings: GuideHeading[];
  sections: ListedGuide['sections'];
}

/**
 * Renders a guide. Its first heading is the title. Links to other guides (`conditions.md`) become addresses of the
 * dashboard, names of pages (`*Activity*`) become links, and other files of the repository become text.
 *
 * @param path of the guide, to which its links are relative: `steps/email`.
 */
export function renderGuide(markdown: string, path: string): RenderedGuide {
  const tokens = parser.lexer(markdown.replace(COMMENT, ''));
  const at = tokens.findIndex(({ type }) => type !== 'space');
  const first = tokens[at];
  if (first?.type !== 'heading' || first.depth !== 1) throw new Error(`${path} does not begin with its title`);
  const body = tokens.slice(at + 1).filter(({ type }) => type !== 'space');
  const ids = new Map<Token, string>();
  for (const token of body) if (token.type === 'heading') ids.set(token, freeId(anchorOf(textOf(token)), ids));
  return {
    title: textOf(first),
    parts: partsOf(body, ids, path),
    headings: [...ids].map(([token, id]) => ({ id, text: textOf(token), depth: (token as Tokens.Heading).depth })),
    sections: sectionsOf(body, ids),
  };
}

/** Returns the anchor of a heading, as on GitHub. */
function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-');
}

const parser = new Marked({
  gfm: true,
  renderer: {
    em({ text, tokens }) {
      const address = PAGE_ADDRESSES[text];
      const inner = this.parser.parseInline(tokens);
      return address ? `<a href="${address}">${inner}</a>` : `<em>${inner}</em>`;
    },
  },
});

const COMMENT = /<!--[^<>]*-->/g;

function freeId(id: string, taken: ReadonlyMap<Token, string>): string {
  const known = new Set(taken.values());
  if (!known.has(id)) return id;
  let count = 1;
  while (known.has(`${id}-${count}`)) count++;
  return `${id}-${count}`;
}

function partsOf(tokens: readonly Token[], ids: ReadonlyMap<Token, string>, path: string): GuidePart[] {
  const parts: GuidePart[] = [];
  for (const token of tokens) {
    const last = parts.at(-1);
    if (token.type === 'code') parts.push({ kind: 'code', language: token.lang ?? '', code: token.text });
    else if (last?.kind === 'html') last.html += htmlOf(token, ids, path);
    else parts.push({ kind: 'html', html: htmlOf(token, ids, path) });
  }
  return parts;
}

function htmlOf(token: Token, ids: ReadonlyMap<Token, string>, path: string): string {
  const html = parser.parser([token]);
  const id = ids.get(token);
  const clean = sanitizeHtml(html, {
    allowedTags: ALLOWED_TAGS,
    allowedAttributes: { a: ['href', 'rel', 'target'], th: ['align'], td: ['align'] },
    allowedSchemes: ['https', 'mailto'],
    transformTags: { a: (_, { href = '' }) => linkOf(href, path) },
  });
  if (token.type === 'table')
    return `<div class="guide-table" tabindex="0" role="group" aria-label="Table">${clean}</div>`;
  if (id === undefined) return clean;
  const tag = `h${(token as Tokens.Heading).depth}`;
  const anchor = `<a class="guide-anchor" href="#${id}" aria-label="Link to this section">#</a>`;
  return clean.replace(`<${tag}>`, `<${tag} id="${id}" tabindex="-1">`).replace(`</${tag}>`, ` ${anchor}</${tag}>`);
}

const ALLOWED_TAGS = [
  ...['p', 'a', 'code', 'strong', 'em', 'del', 'br', 'hr', 'blockquote', 'pre', 'ul', 'ol', 'li'],
  ...['h2', 'h3', 'h4', 'table', 'thead', 'tbody', 'tr', 'th', 'td'],
];

function linkOf(href: string, path: string): sanitizeHtml.Tag {
  if (/^https:/.test(href)) return { tagName: 'a', attribs: { href, rel: 'noreferrer', target: '_blank' } };
  if (/^[#/]/.test(href)) return { tagName: 'a', attribs: { href } };
  const { pathname, hash } = new URL(href, `https://guides/docs/${path}`);
  const isGuide = pathname.startsWith('/docs/') && pathname.endsWith('.md');
  return isGuide
    ? { tagName: 'a', attribs: { href: `${pathname.slice(0, -3)}${hash}` } }
    : { tagName: 'em', attribs: {} };
}

function sectionsOf(tokens: readonly Token[], ids: ReadonlyMap<Token, string>): ListedGuide['sections'] {
  const sections: ListedGuide['sections'] = [{ text: '' }];
  for (const token of tokens) {
    const id = ids.get(token);
    if (id !== undefined) sections.push({ id, heading: textOf(token), text: '' });
    else {
      const last = sections.at(-1);
      if (last) last.text = `${last.text} ${textOf(token)}`.trim();
    }
  }
  return sections;
}

/** Returns the text of a token without markup. */
function textOf(token: Token): string {
  if (token.type === 'code') return token.text;
  const text = sanitizeHtml(parser.parser([token]), { allowedTags: [], allowedAttributes: {} });
  return ENTITIES.reduce((clear, [entity, letter]) => clear.replaceAll(entity, letter), text)
    .replace(/\s+/g, ' ')
    .trim();
}

const ENTITIES = [
  ['&lt;', '<'],
  ['&gt;', '>'],
  ['&quot;', '"'],
  ['&#39;', "'"],
  ['&amp;', '&'],
] as const;
