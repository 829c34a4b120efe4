/** Removes unsafe parts from rendered HTML, and keeps everything that emails need. */

import { LRUCache } from 'lru-cache';
import sanitizeHtml, { type Attributes, type IOptions, type Tag } from 'sanitize-html';
import { tick } from '#lib/liquid/work-clock.ts';
import { takeComments, withComments, withoutMarks } from './conditional-comments.ts';
import { type SafeCss, safeDeclarations, safeSheet } from './style-rules.ts';

/**
 * Returns HTML without scripts, handlers, forms, frames, embedded objects, addresses that run code or open files, and
 * images whose address is not http(s), cid or picture data. Tables, styles and style sheets stay, without the parts
 * that load or run code. Comments for Outlook stay too, with safe content. A whole document keeps its `<html>`,
 * `<head>` and `<body>`.
 */
export function sanitiseHtml(html: string): string {
  const { html: marked, comments, rejected } = takeComments(html, safeComment);
  for (const comment of rejected) note(`\`${comment}\``);
  const textFilter = (text: string) => withComments(watched(text), comments);
  const clean = withoutMarks(withSafeSheets(sanitizeHtml(withoutForeign(marked), { ...OPTIONS, textFilter })));
  return /^\s*<!doctype/i.test(html) ? `<!DOCTYPE html>${clean}` : clean;
}

/** Sanitises a fragment for the dashboard: without document elements, style sheets and comments. */
export function sanitiseFragment(html: string): string {
  return sanitizeHtml(withoutForeign(html), FRAGMENT_OPTIONS);
}

/**
 * Sanitises a text for inboxes, which show it as it is: “AT&T” instead of “AT&amp;T”. Characters that begin no entity
 * and no tag are unescaped again, so the text has the same meaning for a page that renders HTML.
 */
export function sanitiseInboxText(text: string): string {
  const clean = sanitiseFragment(text)
    .replace(/&amp;(#?\w{0,32};?)/g, (escaped, after: string) => (beginsEntity(after) ? escaped : `&${after}`))
    .replace(/&lt;(?=[\s\d=])/g, '<');
  return clean.includes('&lt;') ? clean : clean.replaceAll('&gt;', '>');
}

/** Whether an ampersand before this text is part of an entity, such as `&copy`, which needs no semicolon. */
function beginsEntity(after: string): boolean {
  tick(after.length);
  return /^[#a-z]/i.test(after) && sanitizeHtml(`&${after}`) !== `&amp;${after}`;
}

/** Lists the parts that sanitising removes from HTML, for display. Omits harmless attributes and comments. */
export function sanitisedAway(html: string, sanitise: typeof sanitiseHtml): string[] {
  noted = new Set();
  try {
    sanitise(html);
    return [...noted];
  } finally {
    noted = undefined;
  }
}

let noted: Set<string> | undefined;

function note(what: string): void {
  if (noted && noted.size < MAX_NOTED) noted.add(what);
}

const MAX_NOTED = 20;

/** Sanitises a comment for Outlook, tag by tag, because another comment may close its elements. */
function safeComment(content: string): string {
  return content
    .replace(CODE, (_, name: string) => {
      note(`\`<${name.toLowerCase()}>\``);
      return '';
    })
    .split(/(<style[^<>]*>)([\s\S]*?)(?:<\/style\s*>|$)/i)
    .map((piece, at, pieces) => {
      if (at % 3 === 1) return withSafeSheets(sanitizeHtml(`${piece}${pieces[at + 1]}</style>`, OUTLOOK_OPTIONS));
      return at % 3 === 2 ? '' : piece.split('<').map(safePiece).join('');
    })
    .join('');
}

/** Elements whose content is not visible text. */
const CODE =
  /<(script|iframe|object|template|textarea|select|noembed|noframes|xmp|title|svg|math)\b[^<>]*>[\s\S]*?(?:<\/(?:script|iframe|object|template|textarea|select|noembed|noframes|xmp|title|svg|math)\s*>|$)/gi;

/** Sanitises a tag, which is given without its `<`, and the text after it. */
function safePiece(piece: string, at: number): string {
  if (at === 0) return safeText(piece);
  const [, slash, name = ''] = /^(\/?)([a-z][a-z\d]*(?::[a-z][a-z\d]*)?)/i.exec(piece) ?? [];
  const end = piece.indexOf('>');
  if (name === '' || end < 0) return `&lt;${safeText(piece)}`;
  const rest = safeText(piece.slice(end + 1));
  const isAllowed = OUTLOOK_TAGS.has(name.toLowerCase()) || OUTLOOK_NAMES.test(name);
  if (!isAllowed) note(`\`<${name.toLowerCase()}>\``);
  if (!isAllowed) return rest;
  if (slash) return `</${name}>${rest}`;
  const clean = sanitizeHtml(`<${piece.slice(0, end + 1)}`, {
    ...OUTLOOK_OPTIONS,
    allowedTags: [name.toLowerCase()],
  });
  if (!clean.startsWith('<')) return rest;
  const tag = piece[end - 1] === '/' ? clean : clean.slice(0, clean.indexOf('>') + 1);
  // Outlook's element names are case-sensitive.
  return `<${name}${tag.slice(name.length + 1)}${rest}`;
}

function safeText(text: string): string {
  return /[<>&]/.test(text) ? sanitizeHtml(text, { allowedTags: [], allowedAttributes: {} }) : text;
}

/**
 * Renames SVG and MathML elements, so that sanitising drops them. A parser that recognised them would turn entities in
 * a style sheet inside them into markup.
 */
function withoutForeign(html: string): string {
  return html.replace(/<(\/?)(?=svg|math)/gi, '<$1x-');
}

/** Sanitises style sheets. A sheet ends where a browser ends it: at the next end tag, or never. */
function withSafeSheets(html: string): string {
  if (!html.includes('<style')) return html;
  return html.replace(
    /(<style[^<>]*>)([\s\S]*?)(<\/style|$)/gi,
    (_all, tag: string, css: string, end: string) => tag + remembered(css, safeSheet) + end,
  );
}

const TAGS = `html head body title meta style a abbr address area article aside b bdi bdo big blockquote br caption center cite code col colgroup dd
  del details dfn div dl dt em figcaption figure font footer h1 h2 h3 h4 h5 h6 header hr i img ins kbd li main map mark nav ol p picture pre q rp rt ruby s
  samp section small source span strike strong sub summary sup table tbody td tfoot th thead time tr tt u ul var wbr`;

const EVERYWHERE = `align aria-describedby aria-hidden aria-label aria-labelledby bgcolor border class dir height id lang role style title
  valign width`;

const ALLOWED_ATTRIBUTES: Record<string, string> = {
  '*': EVERYWHERE,
  a: 'href name rel target',
  area: 'alt coords href rel shape target',
  blockquote: 'cite',
  body: 'text link alink vlink',
  col: 'span',
  font: 'color face size',
  hr: 'color noshade size',
  html: 'xmlns xmlns:o xmlns:v xmlns:w',
  img: 'alt src srcset sizes hspace vspace ismap usemap',
  li: 'value',
  map: 'name',
  meta: 'charset content name http-equiv',
  ol: 'reversed start type',
  source: 'media sizes srcset type',
  style: 'media type',
  table: 'background cellpadding cellspacing rules summary',
  td: 'abbr background colspan headers nowrap rowspan scope',
  th: 'abbr background colspan headers nowrap rowspan scope',
  time: 'datetime',
  ul: 'type',
};

const META_NAMES =
  /^(viewport|color-scheme|supported-color-schemes|format-detection|x-apple-disable-message-reformatting|description)$/i;
const META_EQUIV = /^(content-type|x-ua-compatible)$/i;

const OPTIONS: IOptions = {
  allowedTags: words(TAGS),
  allowedAttributes: Object.fromEntries(Object.entries(ALLOWED_ATTRIBUTES).map(([tag, names]) => [tag, words(names)])),
  allowedSchemes: ['http', 'https', 'mailto', 'tel', 'sms'],
  allowedSchemesByTag: {
    img: ['http', 'https', 'cid', 'data'],
    table: ['http', 'https', 'cid'],
    td: ['http', 'https', 'cid'],
  },
  // `cleanTag` checks the addresses of links.
  allowedSchemesAppliedToAttributes: ['src', 'cite', 'background', 'srcset'],
  allowProtocolRelative: false,
  // `withSafeSheets` and `safeDeclarations` clean CSS, because the library's own CSS parser is many times slower.
  allowVulnerableTags: true,
  parseStyleAttributes: false,
  nonTextTags: [
    'script',
    'style',
    'textarea',
    'option',
    'select',
    'noscript',
    'noembed',
    'noframes',
    'iframe',
    'object',
    'template',
    'xmp',
  ],
  selfClosing: [...sanitizeHtml.defaults.selfClosing, 'source'],
  nestingLimit: 200,
  transformTags: { '*': cleanTag },
  textFilter: watched,
  exclusiveFilter: ({ tag, attribs }) => tag === 'meta' && !isHarmlessMeta(attribs),
};

function watched(text: string): string {
  tick(text.length);
  return text;
}

const OUTLOOK_TAGS = new Set([...words(TAGS), 'noscript', 'xml']);
/** Elements of Office documents and drawings, such as `<v:roundrect>`. */
const OUTLOOK_NAMES = /^[ovw]:[a-z]+$/i;
const OUTLOOK_ATTRIBUTES = `arcsize aspect color coordorigin coordsize fill fillcolor filled focus focussize gradientshapeok href inset opacity
  origin path position size src stroke strokecolor stroked strokeweight type xmlns:o xmlns:v xmlns:w o:button o:href o:title`;

const OUTLOOK_OPTIONS: IOptions = {
  ...OPTIONS,
  allowedAttributes: { ...OPTIONS.allowedAttributes, '*': [...words(EVERYWHERE), ...words(OUTLOOK_ATTRIBUTES)] },
  nonTextTags: [],
  transformTags: { '*': cleanElement },
};

const DOCUMENT_TAGS = ['html', 'head', 'body', 'title', 'meta', 'style'];

const FRAGMENT_OPTIONS: IOptions = {
  ...OPTIONS,
  allowedTags: words(TAGS).filter((tag) => !DOCUMENT_TAGS.includes(tag)),
  nonTextTags: [...(OPTIONS.nonTextTags ?? []), 'title'],
};

const KNOWN_TAGS = new Set(words(TAGS));

function cleanTag(tagName: string, attribs: Attributes): Tag {
  const name = tagName.replace(/^x-(?=svg|math)/, '');
  if (!KNOWN_TAGS.has(name)) note(`\`<${name.slice(0, 40)}>\``);
  return cleanElement(tagName, attribs);
}

function cleanElement(tagName: string, attribs: Attributes): Tag {
  tick();
  if (noted) noteAttributes(tagName, attribs);
  if (attribs.style !== undefined) {
    const style = remembered(attribs.style, safeDeclarations);
    if (style === '') delete attribs.style;
    else attribs.style = style;
  }
  for (const name of ['href', 'o:href']) {
    if (attribs[name] === undefined || isHarmlessLink(attribs[name])) continue;
    note(`\`${name}="${attribs[name].slice(0, 60)}"\``);
    delete attribs[name];
  }
  if (attribs.src !== undefined && /^\s*data:/i.test(attribs.src) && !PICTURE.test(attribs.src)) {
    note(`\`src="${attribs.src.slice(0, 40)}"\``);
    delete attribs.src;
  }
  // A page that this link opens must not control the opener.
  if ((tagName === 'a' || tagName === 'area') && attribs.target !== undefined) attribs.rel = 'noopener noreferrer';
  return { tagName, attribs };
}

/** Picture data that contains no code. */
const PICTURE = /^\s*data:image\/(?:png|gif|jpe?g|webp)[;,]/i;

/** Schemes of links that run code, show content contained in the link, or reach files and settings of the machine. */
const HARMFUL_SCHEME =
  /^(?:javascript|vbscript|livescript|mocha|data|blob|file|filesystem|about|view-source|jar|resource|chrome|intent|search|search-ms|shell|mk|its|mhtml|res|ldaps?|smb|vnd\.|ms-)/i;

/** Whether a link opens a page, a message, or another program of the recipient's choice. */
function isHarmlessLink(href: string): boolean {
  if (/^\s*[\\/]{2}/.test(href)) return false;
  const address = URL.parse(href, 'https://relative.invalid');
  if (address) return !HARMFUL_SCHEME.test(address.protocol);
  return !/^[^\w]*[a-z][\w+.-]*:/i.test(href) || /^\s*https?:/i.test(href);
}

function noteAttributes(tagName: string, attribs: Attributes): void {
  for (const attribute of Object.keys(attribs)) {
    if (/^on/i.test(attribute)) note(`\`${attribute.slice(0, 40)}\``);
  }
  if (tagName === 'meta' && attribs['http-equiv'] !== undefined && !isHarmlessMeta(attribs)) {
    note(`\`<meta http-equiv="${attribs['http-equiv'].slice(0, 40)}">\``);
  }
}

function isHarmlessMeta(attribs: Attributes): boolean {
  if (attribs['http-equiv'] !== undefined) return META_EQUIV.test(attribs['http-equiv']);
  return attribs.charset !== undefined || META_NAMES.test(attribs.name ?? '');
}

/** Cached, because emails repeat a few styles and sheets. The size is in characters. */
const cleaned = new Map([safeDeclarations, safeSheet].map((clean) => [clean, newCache()]));

function newCache() {
  return new LRUCache<string, SafeCss>({ maxSize: 500_000 });
}

function remembered(css: string, clean: (css: string) => SafeCss): string {
  const cache = cleaned.get(clean);
  const safe = cache?.get(css) ?? clean(css);
  cache?.set(css, safe, { size: css.length + safe.css.length + 1 });
  for (const what of safe.removed) note(what);
  return safe.css;
}

function words(text: string): string[] {
  return text.trim().split(/\s+/);
}
