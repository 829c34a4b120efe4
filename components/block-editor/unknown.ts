/** Document content that this editor does not know. It is shown as a placeholder and written back unchanged. */
import { Mark, mergeAttributes, Node } from '@tiptap/core';
import { attribute } from './attributes.ts';

const json = { json: attribute('json', null) };

export const UnknownBlock = Node.create({
  name: 'unknownBlock',
  group: 'block',
  atom: true,
  draggable: true,
  addAttributes: () => json,
  parseHTML: () => [{ tag: 'div[data-block="unknown"]' }],
  renderHTML: ({ node, HTMLAttributes }) => [
    'div',
    mergeAttributes(HTMLAttributes, { 'data-block': 'unknown' }),
    ['span', { class: 'block-label' }, `Unknown block “${typeOf(node.attrs.json)}”`],
    'It is kept unchanged.',
  ],
});

export const UnknownInline = Node.create({
  name: 'unknownInline',
  group: 'inline',
  inline: true,
  atom: true,
  addAttributes: () => json,
  parseHTML: () => [{ tag: 'span[data-unknown]' }],
  renderHTML: ({ node, HTMLAttributes }) => [
    'span',
    mergeAttributes(HTMLAttributes, { 'data-unknown': '' }),
    `Unknown “${typeOf(node.attrs.json)}”`,
  ],
});

/** An unknown mark. One text may have several. */
export const UnknownMark = Mark.create({
  name: 'unknownMark',
  excludes: '',
  addAttributes: () => json,
  parseHTML: () => [{ tag: 'span[data-unknown-mark]' }],
  renderHTML: ({ HTMLAttributes }) => ['span', mergeAttributes(HTMLAttributes, { 'data-unknown-mark': '' }), 0],
});

function typeOf(value: unknown): string {
  const { type } = (value ?? {}) as { type?: unknown };
  return typeof type === 'string' ? type.slice(0, 60) : 'without type';
}
