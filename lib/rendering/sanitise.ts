/** Makes rendered HTML safe to show, and keeps what e-mails need. */

import sanitizeHtml, { type Attributes, type IOptions, type Tag } from 'sanitize-html';
import { tick } from '#lib/liquid/work-clock.ts';
import { LruCache } from '#lib/lru-cache.ts';

/**
 * HTML without scripts, handlers, forms, frames, embedded objects, comments, and addresses other than http(s), mailto,
 * tel and sms (images: http(s) and cid). Tables, styles and style sheets stay, without the parts that load or run code.
 * A document stays a document.
 */
export function sanitiseHtml(html: string): string {
  const clean = withSafeSheets(sanitizeHtml(withoutForeign(html), OPTIONS));
  return /^\s*<!doctype/i.test(html) ? `<!DOCTYPE html>${clean}` : clean;
}

/** The same for a fragment inside one of our pages: without document elements and style sheets. */
export function sanitiseFragment(html: string): string {
  return sanitizeHtml(withoutForeign(html), FRAGMENT_OPTIONS);
}

/** Drops SVG and MathML. If they were parsed as such, entities in a style sheet inside them would become markup. */
function withoutForeign(html: string): string {
  return html.replace(/<(\/?)(?=svg|math)/gi, '<$1x-');
}

/** A sheet ends where a browser ends it: at the next end tag, or never. */
function withSafeSheets(html: string): string {
  if (!html.includes('<style')) return html;
  return html.replace(
    /(<style[^>]*>)([\s\S]*?)(<\/style|$)/gi,
    (_all, tag: string, css: string, end: string) => tag + remembered(css, safeSheet) + end,
  );
}

const TAGS = `html head body title meta style a abbr address article aside b bdi bdo big blockquote br caption center cite code col colgroup dd
  del details dfn div dl dt em figcaption figure font footer h1 h2 h3 h4 h5 h6 header hr i img ins kbd li main mark nav ol p pre q rp rt ruby s
  samp section small span strike strong sub summary sup table tbody td tfoot th thead time tr tt u ul var wbr`;

const EVERYWHERE = `align aria-describedby aria-hidden aria-label aria-labelledby bgcolor border class dir height id lang role style title
  valign width`;

const ALLOWED_ATTRIBUTES: Record<string, string> = {
  '*': EVERYWHERE,
  a: 'href name rel target',
  blockquote: 'cite',
  body: 'text link alink vlink',
  col: 'span',
  font: 'color face size',
  hr: 'color noshade size',
  html: 'xmlns',
  img: 'alt src hspace vspace',
  li: 'value',
  meta: 'charset content name http-equiv',
  ol: 'reversed start type',
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
  allowedSchemesByTag: { img: ['http', 'https', 'cid'], table: ['http', 'https', 'cid'], td: ['http', 'https', 'cid'] },
  allowedSchemesAppliedToAttributes: ['href', 'src', 'cite', 'background'],
  allowProtocolRelative: false,
  // We clean styles and sheets ourselves; the library's own parser takes many times as long.
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
  nestingLimit: 200,
  transformTags: { '*': cleanTag },
  textFilter(text) {
    tick(text.length);
    return text;
  },
  exclusiveFilter: ({ tag, attribs }) => tag === 'meta' && !isHarmlessMeta(attribs),
};

const DOCUMENT_TAGS = ['html', 'head', 'body', 'title', 'meta', 'style'];

const FRAGMENT_OPTIONS: IOptions = {
  ...OPTIONS,
  allowedTags: words(TAGS).filter((tag) => !DOCUMENT_TAGS.includes(tag)),
  nonTextTags: [...(OPTIONS.nonTextTags ?? []), 'title'],
};

function cleanTag(tagName: string, attribs: Attributes): Tag {
  tick();
  if (attribs.style !== undefined) {
    const style = remembered(attribs.style, safeStyle);
    if (style === '') delete attribs.style;
    else attribs.style = style;
  }
  // A page that is opened from here must not control this one.
  if (tagName === 'a' && attribs.target !== undefined) attribs.rel = 'noopener noreferrer';
  return { tagName, attribs };
}

function isHarmlessMeta(attribs: Attributes): boolean {
  if (attribs['http-equiv'] !== undefined) return META_EQUIV.test(attribs['http-equiv']);
  return attribs.charset !== undefined || META_NAMES.test(attribs.name ?? '');
}

/** E-mails repeat a few styles and sheets, so the results are cached. Sized by characters. */
const cleaned = new Map([safeStyle, safeSheet].map((clean) => [clean, new LruCache<string>(500_000)]));

function remembered(css: string, clean: (css: string) => string): string {
  const cache = cleaned.get(clean);
  const known = cache?.get(css);
  if (known !== undefined) return known;
  const safe = clean(css);
  cache?.set(css, safe, css.length + safe.length);
  return safe;
}

const DECLARATION = /^\s*(-?[a-z][a-z-]*)\s*:\s*([^;{}<>\\]+)$/i;
const UNSAFE_PROPERTY = /^(behavior|-moz-binding|position|z-index|content)$/i;
const UNSAFE_VALUE = /expression\s*\(|javascript\s*:|vbscript\s*:|@import|image-set\s*\(/i;

/** The declarations of a style attribute that load nothing except images and do not cover their surroundings. */
export function safeStyle(style: string): string {
  return style
    .replace(/\/\*[^*]*(?:\*(?!\/)[^*]*)*\*\//g, '')
    .split(';')
    .filter(isSafeDeclaration)
    .map((declaration) => declaration.trim())
    .join(';');
}

function isSafeDeclaration(declaration: string): boolean {
  const [, property = '', value = ''] = DECLARATION.exec(declaration) ?? [];
  if (property === '' || UNSAFE_PROPERTY.test(property) || UNSAFE_VALUE.test(value)) return false;
  return !/url\s*\(/i.test(value) || /^[^(]*url\s*\(\s*["']?(?:https?:\/\/|cid:)[^()]*\)[^(]*$/i.test(value);
}

/**
 * A style sheet that loads no other sheet, names only addresses of images, and covers nothing around it. A comment
 * becomes a space, as in a browser, so the checked text is the text that remains.
 */
function safeSheet(css: string): string {
  const plain = css.replace(/<!--|-->|</g, ' ').replace(/\/\*[^*]*(?:\*(?!\/)[^*]*)*(?:\*\/|$)/g, ' ');
  if (/\\/.test(plain) || UNSAFE_VALUE.test(plain) || /behavior\s*:|-moz-binding/i.test(plain)) return '';
  return plain
    .replace(/(?<![\w.#-])position\s*:[^;{}]*(?=[;}]|$)/gi, '')
    .replace(/url\s*\(\s*(?!["']?(?:https?:\/\/|cid:))[^)]*(?:\)|$)/gi, 'none');
}

function words(text: string): string[] {
  return text.trim().split(/\s+/);
}
