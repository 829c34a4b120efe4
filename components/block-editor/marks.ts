/** Marks that the starter kit lacks, or whose rules in the starter kit would reject stored documents. */
import { Mark, markInputRule } from '@tiptap/core';
import { attribute } from './attributes.ts';
import { cssColour } from './css.ts';

const stored = { stored: attribute('stored', null) };

/** A link. Its address may be Liquid, and clicking it on the canvas opens nothing. */
export const Link = Mark.create({
  name: 'link',
  inclusive: false,
  addAttributes: () => ({
    href: { default: '', parseHTML: (element) => element.getAttribute('data-href') ?? pasted(element) },
    ...stored,
  }),
  parseHTML: () => [{ tag: 'a[data-href]' }, { tag: 'a[href]' }],
  renderHTML: ({ mark, HTMLAttributes: { href: _, ...rest } }) => [
    'a',
    { ...rest, 'data-href': String(mark.attrs.href), title: String(mark.attrs.href) },
    0,
  ],
});

/** Returns the address of a link that was copied from another page. Never a script. */
function pasted(element: HTMLElement): string {
  const href = element.getAttribute('href') ?? '';
  return /^(https?:|mailto:|tel:)/i.test(href) ? href : '';
}

export const TextStyle = Mark.create({
  name: 'textStyle',
  addAttributes: () => ({
    color: { default: null, parseHTML: (element) => element.style.color || undefined },
    ...stored,
  }),
  parseHTML: () => [{ tag: 'span[style*="color"]' }],
  renderHTML: ({ mark, HTMLAttributes: { color: _, ...rest } }) => {
    const colour = cssColour(mark.attrs.color);
    return ['span', { ...rest, ...(colour && { style: `color: ${colour}` }) }, 0];
  },
});

/** Inline code that can be combined with every other mark. */
export const Code = Mark.create({
  name: 'code',
  excludes: '',
  addAttributes: () => stored,
  parseHTML: () => [{ tag: 'code' }],
  renderHTML: ({ HTMLAttributes }) => ['code', HTMLAttributes, 0],
  addKeyboardShortcuts() {
    return { 'Mod-e': () => this.editor.commands.toggleMark(this.name) };
  },
  addInputRules() {
    return [markInputRule({ find: /(?<=^|\s)`([^`]+)`$/, type: this.type })];
  },
});
