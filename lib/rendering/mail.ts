import { LRUCache } from 'lru-cache';
import type { JsonObject } from '#lib/json/values.ts';
import { CONTENT_SLOT, isBlockBody, parseBlockDocument } from './block-document.ts';
import type { TextDirection } from './block-styles.ts';
import { blockTemplate } from './block-template.ts';
import { mailDocument, textDirection } from './mail-document.ts';
import { ControlError } from './problem.ts';
import { sanitiseHtml } from './sanitise.ts';
import { renderTemplate } from './templates.ts';

/** A body and its editor. */
export interface LayoutBody {
  editorType?: unknown;
  body: string;
}

export interface MailToRender extends LayoutBody {
  layout?: LayoutBody | undefined;
  variables: JsonObject;
  /** Whether sanitising is switched off in the step. Values are then not escaped, and the result is not sanitised. */
  isTrusted: boolean;
  /** The title for screen readers. */
  title: string;
}

/**
 * Renders the HTML of an email: its body, from either editor, within its layout. Values are escaped unless the template
 * uses `| raw`. Everything is sanitised, except the document around blocks. Throws a LiquidError or a ControlError.
 */
export function renderMail({ layout, variables, isTrusted, title, ...content }: MailToRender): string {
  const place = isTrusted ? 'text' : 'markup';
  const direction = textDirection(localeOf(variables));
  const body = renderTemplate(templateOf(content, direction), variables, place);
  const outermost = layout ?? content;
  const whole = layout ? inLayout(layout, body, variables, place, direction) : body;
  const html = isTrusted ? whole : sanitiseHtml(whole);
  return isBlockBody(outermost) ? mailDocument(html, { title, locale: localeOf(variables) }) : html;
}

/** Returns the body from either editor as one Liquid template. Throws a LiquidError or a ControlError. */
export function templateOf(content: LayoutBody, direction: TextDirection = 'ltr'): string {
  if (!isBlockBody(content)) return content.body;
  const blockTemplates = remembered[direction];
  const known = blockTemplates.get(content.body);
  if (known !== undefined) return known;
  const { document, problem } = parseBlockDocument(content.body);
  if (!document) throw new ControlError(problem, 'Open the body in the editor and save it again.');
  const template = blockTemplate(document, direction);
  blockTemplates.set(content.body, template, { size: content.body.length + template.length + 1 });
  return template;
}

/** Caches the templates of recently rendered documents. The size is in characters. */
const remembered: Readonly<Record<TextDirection, LRUCache<string, string>>> = {
  ltr: new LRUCache({ maxSize: 4_000_000 }),
  rtl: new LRUCache({ maxSize: 1_000_000 }),
};

function inLayout(
  layout: LayoutBody,
  body: string,
  variables: JsonObject,
  place: 'text' | 'markup',
  direction: TextDirection,
): string {
  const inner = withoutDocument(body);
  return renderTemplate(templateOf(layout, direction), { ...variables, [CONTENT_SLOT]: inner }, place, [inner]);
}

/**
 * Returns the visible content of a whole document, with its style sheets and the style of its `<body>`. The rest is
 * omitted, because the content goes into a layout, which already is a document.
 */
function withoutDocument(html: string): string {
  const start = html.search(/<body[\s>]/i);
  if (start < 0) return html;
  const open = html.indexOf('>', start);
  const end = html.search(/<\/body\s*>/i);
  if (open < 0) return html;
  const inner = html.slice(open + 1, end > open ? end : undefined);
  const style = bodyStyle(html.slice(start, open));
  return styleSheets(html.slice(0, start)) + (style ? `<div style="${style}">${inner}</div>` : inner);
}

/**
 * Returns the `<style>` elements outside comments, and the comments for Outlook. Splits the text instead of matching a
 * pattern, which keeps the time linear for any text.
 */
function styleSheets(head: string): string {
  const pieces = head.split('-->').map((piece) => piece.split('<!--', 2));
  const comments = pieces.flatMap(([, comment]) => (isForOutlook(comment) ? [`<!--${comment}-->`] : []));
  return shownSheets(pieces.map(([shown]) => shown).join('')) + comments.join('');
}

function isForOutlook(comment: string | undefined): boolean {
  return comment !== undefined && /^\[if\b/i.test(comment) && /<!\[endif\]\s*$/i.test(comment.slice(-20));
}

function shownSheets(head: string): string {
  const sheets = head.split(/<\/style\s*>/i).slice(0, -1);
  return sheets
    .map((piece) => ({ piece, start: piece.search(/<style[\s>]/i) }))
    .map(({ piece, start }) => (start < 0 ? '' : `${piece.slice(start)}</style>`))
    .join('');
}

function bodyStyle(tag: string): string {
  const [, double, single = ''] = /\sstyle\s*=\s*(?:"([^"]*)"|'([^']*)')/i.exec(tag) ?? [];
  const [, color] = /\sbgcolor\s*=\s*["']?(#?\w+)/i.exec(tag) ?? [];
  const background = color && `background-color:${/^[\da-f]{6}$/i.test(color) ? '#' : ''}${color}`;
  return [background, double ?? single.replaceAll('"', '&quot;')].filter(Boolean).join(';');
}

function localeOf({ subscriber }: JsonObject): string | undefined {
  const locale = typeof subscriber === 'object' && subscriber !== null ? Reflect.get(subscriber, 'locale') : undefined;
  return typeof locale === 'string' ? locale : undefined;
}
