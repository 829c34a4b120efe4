import { compile, type FormatCallback } from 'html-to-text';

/** HTML as the plain text that goes beside it: links with their address, images as their description, no line longer for layout's sake. */
export function plainText(html: string): string {
  return convert(html)
    .replace(/\u00a0/g, ' ')
    .replace(/[ \t]+$/gm, '')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}

const description: FormatCallback = (element, _walk, builder) => {
  builder.addInline(String(element.attribs?.alt ?? ''));
};

const cell: FormatCallback = (element, walk, builder) => {
  walk(element.children, builder);
  builder.addInline(' ');
};

const heading = { format: 'heading', options: { uppercase: false, leadingLineBreaks: 2, trailingLineBreaks: 1 } };

const convert = compile({
  wordwrap: false,
  formatters: { description, cell },
  limits: { maxDepth: 250, maxInputLength: 400_000, maxChildNodes: 20_000 },
  selectors: [
    {
      selector: 'a',
      options: { hideLinkHrefIfSameAsText: true, ignoreHref: false, noAnchorUrl: true, linkBrackets: ['(', ')'] },
    },
    { selector: 'img', format: 'description' },
    { selector: 'tr', format: 'block', options: { leadingLineBreaks: 1, trailingLineBreaks: 1 } },
    { selector: 'td', format: 'cell' },
    { selector: 'th', format: 'cell' },
    ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map((selector) => ({ selector, ...heading })),
    { selector: 'title', format: 'skip' },
    { selector: 'style', format: 'skip' },
  ],
});
