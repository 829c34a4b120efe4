/**
 * Converts a block-editor document into one Liquid template of HTML, so that the analysed template is the rendered one.
 */
import {
  type BlockDocument,
  type BlockMark,
  type BlockNode,
  type BlockNodeOf,
  type BlockNodeType,
  CONTENT_SLOT,
  expressionOf,
} from './block-document.ts';
import {
  COLORS,
  color,
  FONT,
  LAYOUT_TABLE,
  pixels,
  SIDES,
  sideOf,
  type TextDirection,
  textStyle,
  WIDTH,
  withSides,
} from './block-styles.ts';
import { escapedAround, type TemplatePart, templateParts } from './template-parts.ts';

/**
 * Returns the document as a template. A `repeat` becomes a `for` loop with the variable `current`, a block with
 * `showIfKey` is wrapped in an `if`, and a variable with a fallback gets the filter `default`. A block whose space or
 * alignment differs between mail programs gets a separate table. `direction` decides on which side lines start.
 * `mailDocument` adds the surrounding document. Throws a LiquidError for a text with an unclosed tag or output.
 */
export function blockTemplate(document: BlockDocument, direction: TextDirection = 'ltr'): string {
  return withSides(blocks(document.content), direction);
}

type Writers = { [Type in Exclude<BlockNodeType, 'doc'>]: (node: BlockNodeOf<Type>) => string };

const write: Writers = {
  text: ({ text, marks }) => inlineText(text, marks),
  variable: ({ attrs, marks }) => marked(variableOutput(attrs.id, attrs.fallback), marks),
  hardBreak: () => '<br>',
  paragraph: ({ attrs, content }) => textBlock('p', 'paragraph', attrs?.textAlign, content),
  heading: ({ attrs, content }) => textBlock(`h${attrs?.level ?? 1}`, attrs?.level ?? 1, attrs?.textAlign, content),
  bulletList: ({ content }) => `<ul style="${LIST}">${blocks(content)}</ul>`,
  orderedList: ({ attrs, content }) =>
    `<ol${attrs?.start ? ` start="${pixels(attrs.start, 1, 100_000)}"` : ''} style="${LIST}">${blocks(content)}</ol>`,
  listItem: ({ content }) =>
    `<li style="${textStyle('paragraph', null, '0 0 8px')}" class="bf-text">${items(content)}</li>`,
  blockquote: ({ content }) =>
    `<blockquote style="margin:0 0 20px;padding:${SIDES.quoteSpace};border-${SIDES.start}:3px solid ${COLORS.line}">${framed(content)}</blockquote>`,
  horizontalRule: () => `<hr style="border:0;border-top:1px solid ${COLORS.line};margin:28px 0;height:0">`,
  image,
  button,
  spacer: ({ attrs }) => {
    const height = pixels(attrs?.height, 24, 400);
    const style = `height:${height}px;line-height:${height}px;font-size:0`;
    return `<table ${LAYOUT_TABLE} width="100%"><tr><td height="${height}" style="${style}">&#160;</td></tr></table>`;
  },
  section,
  columns,
  column: ({ content }) => blocks(content),
  repeat: ({ attrs, content }) => {
    const list = expressionOf(attrs.each);
    return list === '' ? '' : `{% for current in ${list} %}${blocks(content)}{% endfor %}`;
  },
  htmlCodeBlock: ({ attrs }) => attrs.content,
};

const LIST = `margin:0 0 20px;padding:${SIDES.listSpace}`;

function blocks(nodes: readonly BlockNode[] | undefined): string {
  return (nodes ?? []).map(block).join('');
}

/** Renders the content of a line of text. An image inside it is not a separate block. */
function inline(nodes: readonly BlockNode[] = []): string {
  return nodes.map((node) => (node.type === 'image' ? conditional(node, picture(node)) : block(node))).join('');
}

function block(node: BlockNode): string {
  if (node.type === 'doc') return blocks(node.content);
  return conditional(node, (write[node.type] as (node: BlockNode) => string)(node));
}

function conditional(node: BlockNode, html: string): string {
  const condition =
    'attrs' in node && node.attrs && 'showIfKey' in node.attrs ? expressionOf(node.attrs.showIfKey) : '';
  return condition === '' ? html : `{% if ${condition} %}${html}{% endif %}`;
}

/** Renders the blocks inside a frame. The last text has no space below it. */
function framed(nodes: readonly BlockNode[] = []): string {
  const last = nodes.at(-1);
  const isText = last?.type === 'paragraph' || last?.type === 'heading';
  if (!last || !isText) return blocks(nodes);
  return blocks(nodes.slice(0, -1)) + block(last).replace(/margin:0 0 \d+px/, 'margin:0');
}

/** Renders a list item. A single paragraph has no space around it. */
function items(content: readonly BlockNode[] | undefined): string {
  const [only, ...more] = content ?? [];
  return only?.type === 'paragraph' && more.length === 0 && !only.attrs?.showIfKey
    ? inline(only.content)
    : blocks(content);
}

function textBlock(
  tag: string,
  size: 'paragraph' | 1 | 2 | 3,
  align: string | null | undefined,
  content: readonly BlockNode[] | undefined,
): string {
  const inner = inline(content);
  // A line that consists only of tags, or of a layout's slot, does not become a paragraph.
  if (content && content.length > 0 && content.every(isOutsideText)) return inner;
  const margin = size === 'paragraph' ? '0 0 20px' : '0 0 16px';
  return `<${tag} class="bf-text" style="${textStyle(size, align, margin)}">${inner || '&#160;'}</${tag}>`;
}

function isOutsideText(node: BlockNode): boolean {
  if (node.type === 'variable') return expressionOf(node.attrs.id) === CONTENT_SLOT;
  if (node.type !== 'text') return false;
  const parts = templateParts(node.text);
  return parts.every(isSteering) && parts.some((part) => part.kind !== 'literal');
}

function isSteering({ kind, text }: TemplatePart): boolean {
  if (kind === 'output') return expressionOf(text) === CONTENT_SLOT;
  return kind === 'tag' || text.trim() === '';
}

/** Writes tags outside marks, so that `{% if %}` in bold text does not leave a mark open. */
function inlineText(text: string, marks: readonly BlockMark[] | undefined): string {
  const runs: string[] = [];
  let run: TemplatePart[] = [];
  const flush = () => {
    if (run.length > 0) runs.push(marked(run.map(escapedAround).join(''), marks));
    run = [];
  };
  for (const part of templateParts(text)) {
    if (part.kind !== 'tag') run.push(part);
    else {
      flush();
      runs.push(part.text);
    }
  }
  flush();
  return runs.join('');
}

function marked(html: string, marks: readonly BlockMark[] = []): string {
  return marks.reduce((inner, mark) => withMark(inner, mark), html);
}

function withMark(inner: string, mark: BlockMark): string {
  switch (mark.type) {
    case 'link':
      return `<a href="${attribute(mark.attrs.href)}" style="color:${COLORS.link};text-decoration:underline">${inner}</a>`;
    case 'textStyle':
      return `<span style="color:${color(mark.attrs.color, COLORS.text)}">${inner}</span>`;
    case 'code':
      return `<code style="font-family:Consolas,Menlo,monospace;font-size:90%">${inner}</code>`;
    default:
      return `<${MARK_TAGS[mark.type]}>${inner}</${MARK_TAGS[mark.type]}>`;
  }
}

const MARK_TAGS = { bold: 'strong', italic: 'em', underline: 'u', strike: 's' } as const;

function variableOutput(id: string, fallback: string | null | undefined): string {
  const expression = expressionOf(id);
  if (expression === '') return '';
  return fallback ? `{{ ${expression} | default: ${quoted(fallback)} }}` : `{{ ${expression} }}`;
}

function quoted(text: string): string {
  return `'${text.replace(/[\\']/g, '\\$&')}'`;
}

function image(node: BlockNodeOf<'image'>): string {
  const shown = picture(node);
  return shown && `<div style="margin:0 0 20px;text-align:${sideOf(node.attrs.alignment, 'center')}">${shown}</div>`;
}

function picture({ attrs }: BlockNodeOf<'image'>): string {
  if (attrs.src.trim() === '') return '';
  const width = typeof attrs.width === 'number' ? ` width="${pixels(attrs.width, WIDTH, WIDTH)}"` : '';
  const share = /^\d{1,3}%$/.test(String(attrs.width)) ? `;width:${attrs.width}` : '';
  const title = attrs.title ? ` title="${attribute(attrs.title)}"` : '';
  const style = `max-width:100%;height:auto;border:0;outline:none;text-decoration:none${share}`;
  const tag = `<img src="${attribute(attrs.src)}" alt="${attribute(attrs.alt ?? '')}"${title}${width} style="${style}">`;
  const link = attrs.externalLink?.trim();
  return link ? `<a href="${attribute(link)}">${tag}</a>` : tag;
}

/**
 * Renders a link in a coloured cell. The cell has the link's colour too, for mail clients that drop the padding of
 * links.
 */
function button({ attrs }: BlockNodeOf<'button'>): string {
  const main = color(attrs.buttonColor, COLORS.button);
  const isOutline = attrs.variant === 'outline';
  const text = color(attrs.textColor, isOutline ? main : '#ffffff');
  const side = sideOf(attrs.alignment, SIDES.start);
  const cell = isOutline ? '' : ` bgcolor="${main}"`;
  const fill = isOutline ? 'background-color:transparent' : `background-color:${main}`;
  const label = `display:inline-block;padding:12px 24px;font-family:${FONT};font-size:16px;line-height:20px;font-weight:600`;
  const classes = isOutline && main === COLORS.button ? 'bf-button bf-outline' : 'bf-button';
  const link = `<a href="${attribute(attrs.url)}" target="_blank" class="${classes}" style="${label};color:${text};text-decoration:none;border-radius:6px">${attribute(attrs.text)}</a>`;
  const table = `<table ${LAYOUT_TABLE}><tr><td align="center"${cell} style="border-radius:6px;border:1px solid ${main};${fill}">${link}</td></tr></table>`;
  return `<table ${LAYOUT_TABLE} width="100%" style="margin:0 0 20px"><tr><td align="${side}">${table}</td></tr></table>`;
}

function section({ attrs, content }: BlockNodeOf<'section'>): string {
  const background = color(attrs?.backgroundColor, '');
  const fill = background ? ` bgcolor="${background}" class="bf-tinted"` : '';
  const tint = background ? `background-color:${background};` : '';
  const style = `${tint}padding:${pixels(attrs?.padding, 16, 120)}px;text-align:${sideOf(attrs?.align, SIDES.start)}`;
  return `<table ${LAYOUT_TABLE} width="100%" style="margin:0 0 20px"><tr><td${fill} style="${style}">${framed(content)}</td></tr></table>`;
}

function columns({ content }: BlockNodeOf<'columns'>): string {
  const cells = (content ?? []).filter((node) => node.type === 'column');
  const given = cells.map(({ attrs }) => pixels(attrs?.width, 0, 100));
  const open = given.filter((width) => width === 0).length;
  const rest = Math.max(100 - given.reduce((sum, width) => sum + width, 0), 0);
  const widths = given.map((width) => width || Math.floor(rest / open));
  const row = cells.map((cell, at) => columnCell(cell, widths[at] ?? 0)).join('');
  return `<table ${LAYOUT_TABLE} width="100%" style="margin:0 0 4px"><tr>${row}</tr></table>`;
}

function columnCell(cell: BlockNode, width: number): string {
  return `<td class="bf-column" width="${width}%" valign="top" style="width:${width}%;vertical-align:top;padding:0 8px">${block(cell)}</td>`;
}

function attribute(text: string): string {
  return templateParts(text).map(escapedAround).join('');
}
