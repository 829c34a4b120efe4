import { compile, type FormatCallback } from 'html-to-text';
import { tick } from '#lib/liquid/work-clock.ts';

/**
 * Returns the plain-text version of HTML: links with their address, images as their description, no line breaks that only
 * serve layout.
 */
export function plainText(html: string): string {
  return convert(html.slice(0, MAX_HTML))
    .replace(/\u00a0/g, ' ')
    .replace(/(?<![ \t])[ \t]+$/gm, '')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}

const description: FormatCallback = (element, _walk, builder) => {
  tick();
  builder.addInline(String(element.attribs?.alt ?? ''));
};

const cell: FormatCallback = (element, walk, builder) => {
  tick();
  walk(element.children, builder);
  builder.addInline(' ');
};

/** Checks the clock for every piece of text. */
function watched(text: string): string {
  tick(text.length);
  return text;
}

/** Maximum characters of HTML to convert, because the parser checks no clock between two elements. */
const MAX_HTML = 200_000;

const heading = { format: 'heading', options: { uppercase: false, leadingLineBreaks: 2, trailingLineBreaks: 1 } };

const convert = compile({
  wordwrap: false,
  // The library's types allow only a dictionary here.
  encodeCharacters: watched as never,
  formatters: { description, cell },
  limits: { maxDepth: 250, maxChildNodes: 20_000 },
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
