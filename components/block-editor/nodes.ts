/** The blocks that the starter kit lacks, as the canvas shows them. */
import { InputRule, mergeAttributes, Node } from '@tiptap/core';
import type { DOMOutputSpec, Node as PmNode } from '@tiptap/pm/model';
import type { BlockNodeType } from '#lib/rendering/block-document.ts';
import { knownAttributes } from './attributes.ts';
import { cssColour, cssSize } from './css.ts';

type Attributes = Record<string, unknown>;
type Spec = DOMOutputSpec;

/** Creates a block without content, which is edited in its settings. */
function emptyBlock(
  name: BlockNodeType,
  inside: (node: PmNode) => Spec[],
  attributesOf: (node: PmNode) => Attributes = () => ({}),
) {
  return Node.create({
    name,
    group: 'block',
    atom: true,
    draggable: true,
    addAttributes: () => knownAttributes(name),
    parseHTML: () => [{ tag: `div[data-block="${name}"]` }],
    renderHTML: ({ node, HTMLAttributes }) => [
      'div',
      mergeAttributes(HTMLAttributes, { 'data-block': name }, attributesOf(node)),
      ...inside(node),
    ],
  });
}

/** Creates a block that contains others. */
function container(name: BlockNodeType, content: string, attributesOf: (node: PmNode) => Attributes, group = 'block') {
  return Node.create({
    name,
    group,
    content,
    defining: true,
    isolating: true,
    draggable: name !== 'column',
    addAttributes: () => knownAttributes(name),
    parseHTML: () => [{ tag: `div[data-block="${name}"]` }],
    renderHTML: ({ node, HTMLAttributes }) => [
      'div',
      mergeAttributes(HTMLAttributes, { 'data-block': name }, attributesOf(node)),
      0,
    ],
  });
}

const text = (node: PmNode, name: string): string => String(node.attrs[name] ?? '');
const align = (node: PmNode, name = 'alignment') => `text-align: ${text(node, name) || 'left'}`;

export const Button = emptyBlock(
  'button',
  (node) => {
    const filled = node.attrs.variant !== 'outline';
    const colour = cssColour(node.attrs.buttonColor) ?? '#1f2430';
    const ink = cssColour(node.attrs.textColor) ?? (filled ? '#ffffff' : colour);
    const style = `background: ${filled ? colour : 'transparent'}; border-color: ${colour}; color: ${ink}`;
    return [['span', { class: 'block-button', style }, text(node, 'text') || 'Button without text']];
  },
  (node) => ({ style: align(node) }),
);

export const Image = emptyBlock(
  'image',
  (node) => {
    const [src, alt] = [text(node, 'src'), text(node, 'alt')];
    const size = `width: ${cssSize(node.attrs.width) ?? 'auto'}; height: ${cssSize(node.attrs.height) ?? 'auto'}`;
    if (/^(https?:|data:image\/)/i.test(src) && !src.includes('{{')) return [['img', { src, alt, style: size }]];
    return [['span', { class: 'block-image-empty', style: size }, src || 'Image without an address']];
  },
  (node) => ({ style: align(node) }),
);

export const Spacer = emptyBlock(
  'spacer',
  (node) => [['span', { class: 'block-label' }, `${node.attrs.height ?? 24} px`]],
  (node) => ({ style: `height: ${cssSize(node.attrs.height) ?? '24px'}` }),
);

export const HtmlBlock = emptyBlock('htmlCodeBlock', (node) => [
  ['span', { class: 'block-label' }, 'HTML'],
  ['pre', {}, text(node, 'content') || 'Nothing yet'],
]);

export const Section = container('section', 'block+', (node) => ({
  style: `background: ${cssColour(node.attrs.backgroundColor) ?? 'transparent'}; padding: ${cssSize(node.attrs.padding) ?? '16px'}; ${align(node, 'align')}`,
}));

export const Columns = container('columns', 'column+', () => ({}));

export const Column = container(
  'column',
  'block+',
  (node) => ({ style: node.attrs.width ? `flex: 0 1 ${Number(node.attrs.width)}%` : 'flex: 1 1 0' }),
  'layoutPart',
);

export const Repeat = container('repeat', 'block+', (node) => ({
  'data-note': `For each of ${text(node, 'each') || '…'}`,
}));

/** A variable in the text. The variable `content` is the slot of a layout. */
export const Variable = Node.create({
  name: 'variable',
  group: 'inline',
  inline: true,
  atom: true,
  selectable: true,
  addAttributes: () => knownAttributes('variable'),
  parseHTML: () => [{ tag: 'span[data-variable]' }],
  renderHTML: ({ node, HTMLAttributes }) => {
    const [id, fallback] = [text(node, 'id'), text(node, 'fallback')];
    const isSlot = id === 'content';
    const label = isSlot ? 'Email content' : fallback ? `${id || '…'} | ${fallback}` : id || '…';
    return ['span', mergeAttributes(HTMLAttributes, { 'data-variable': isSlot ? 'slot' : 'value' }), label];
  },
  renderText: ({ node }) => `{{ ${text(node, 'id')} }}`,
  addInputRules() {
    return [
      new InputRule({
        find: /\{\{([^{}]+)\}\}$/,
        handler: ({ state, range, match }) => {
          const id = match[1]?.trim();
          if (id) state.tr.replaceWith(range.from, range.to, this.type.create({ id }));
        },
      }),
    ];
  },
});
