/** Converts an email's body between a block-editor document (as JSON text) and HTML with Liquid. */

import type { JsonObject } from '#lib/json/values.ts';
import { isObject } from '#lib/json/values.ts';

/** Whether a body is a block-editor document. */
export function isBlockDocument(body: string): boolean {
  return documentOf(body) !== undefined;
}

/** Converts HTML to a document with one block. An empty text stays empty. */
export function htmlToBlocks(html: string): string {
  if (html.trim() === '') return '';
  return JSON.stringify({ type: 'doc', content: [{ type: 'htmlCodeBlock', attrs: { content: html } }] });
}

/** Converts a document to HTML: its text, with variables, repeats and conditions as Liquid. Text that is not a document stays unchanged. */
export function blocksToHtml(body: string): string {
  const document = documentOf(body);
  return document ? childrenOf(document, '\n') : body;
}

function documentOf(body: string): JsonObject | undefined {
  try {
    const value: unknown = JSON.parse(body);
    return isObject(value) && value.type === 'doc' ? value : undefined;
  } catch {
    return undefined;
  }
}

function nodeHtml(node: JsonObject): string {
  const attrs = isObject(node.attrs) ? node.attrs : {};
  const html = (NODES[String(node.type)] ?? childrenHtml)(attrs, node);
  const key = text(attrs.showIfKey);
  return key ? `{% if ${key} %}${html}{% endif %}` : html;
}

type Write = (attrs: JsonObject, node: JsonObject) => string;

const childrenHtml: Write = (_, node) => childrenOf(node, '\n');

const NODES: Record<string, Write> = {
  text: (_, node) => marked(node),
  paragraph: (attrs, node) => `<p${align(attrs.textAlign)}>${childrenOf(node)}</p>`,
  heading: (attrs, node) => {
    const level = Math.min(Math.max(Number(attrs.level) || 1, 1), 6);
    return `<h${level}${align(attrs.textAlign)}>${childrenOf(node)}</h${level}>`;
  },
  hardBreak: () => '<br>',
  bulletList: (_, node) => `<ul>\n${childrenOf(node, '\n')}\n</ul>`,
  orderedList: (_, node) => `<ol>\n${childrenOf(node, '\n')}\n</ol>`,
  listItem: (_, node) => `<li>${childrenOf(node)}</li>`,
  blockquote: (_, node) => `<blockquote>${childrenOf(node)}</blockquote>`,
  horizontalRule: () => '<hr>',
  image: (attrs) => {
    const image = `<img${attributes(attrs, ['src', 'alt', 'title', 'width', 'height'])}>`;
    const link = text(attrs.externalLink);
    return `<p${align(attrs.alignment)}>${link ? `<a href="${quoted(link)}">${image}</a>` : image}</p>`;
  },
  button: (attrs) => {
    const style = `display:inline-block;padding:10px 18px;border-radius:6px;text-decoration:none;background:${text(attrs.buttonColor) || '#1a1a1f'};color:${text(attrs.textColor) || '#ffffff'}`;
    return `<p${align(attrs.alignment)}><a href="${quoted(text(attrs.url))}" style="${quoted(style)}">${text(attrs.text)}</a></p>`;
  },
  spacer: (attrs) => `<div style="height:${Number(attrs.height) || 16}px"></div>`,
  section: (attrs, node) => {
    const background = text(attrs.backgroundColor);
    const style = [background && `background:${background}`, `padding:${Number(attrs.padding) || 0}px`].filter(Boolean);
    return `<div style="${quoted(style.join(';'))}">\n${childrenOf(node, '\n')}\n</div>`;
  },
  variable: ({ id, fallback }) => {
    const standIn = text(fallback);
    return `{{ ${text(id)}${standIn && ` | default: '${standIn.replaceAll("'", '’')}'`} }}`;
  },
  repeat: (attrs, node) => `{% for current in ${text(attrs.each)} %}\n${childrenOf(node, '\n')}\n{% endfor %}`,
  htmlCodeBlock: ({ content }) => text(content),
};

function childrenOf(node: JsonObject, between = ''): string {
  const children = Array.isArray(node.content) ? node.content.filter(isObject) : [];
  return children.map(nodeHtml).join(between);
}

const MARKS: Record<string, string> = { bold: 'strong', italic: 'em', underline: 'u', strike: 's', code: 'code' };

function marked(node: JsonObject): string {
  const marks = Array.isArray(node.marks) ? node.marks.filter(isObject) : [];
  return marks.reduce(
    (html, { type, attrs }) => {
      const values = isObject(attrs) ? attrs : {};
      const tag = MARKS[String(type)];
      if (tag) return `<${tag}>${html}</${tag}>`;
      if (type === 'link') return `<a href="${quoted(text(values.href))}">${html}</a>`;
      const color = type === 'textStyle' ? text(values.color) : '';
      return color ? `<span style="color:${quoted(color)}">${html}</span>` : html;
    },
    escaped(text(node.text)),
  );
}

function attributes(attrs: JsonObject, names: readonly string[]): string {
  return names.flatMap((name) => (attrs[name] ? [` ${name}="${quoted(String(attrs[name]))}"`] : [])).join('');
}

function align(value: unknown): string {
  return value === 'center' || value === 'right' || value === 'left' ? ` style="text-align:${value}"` : '';
}

/** Escapes text outside of Liquid only, because comparisons in Liquid must not change. */
function escaped(value: string): string {
  return value
    .split(/(\{\{(?:(?!\{\{)[\s\S])*?\}\}|\{%(?:(?!\{%)[\s\S])*?%\})/)
    .map((part, index) =>
      index % 2 === 1 ? part : part.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;'),
    )
    .join('');
}

function quoted(value: string): string {
  return value.replaceAll('"', '&quot;');
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
