import { liquid } from '#lib/liquid/engine.ts';
import { templateReferences } from '#lib/liquid/references.ts';
import { CONTENT_SLOT, isBlockBody } from '#lib/rendering/block-document.ts';
import { templateOf } from '#lib/rendering/mail.ts';
import { problemOf } from '#lib/rendering/problem.ts';
import { templateParts } from '#lib/rendering/template-parts.ts';
import type { LayoutContent } from './schema.ts';

/**
 * Returns why this body cannot be a layout, as texts. Empty if its Liquid parses and it contains the content of the
 * email exactly once. Unknown variables are allowed and print nothing.
 */
export function contentProblems(content: LayoutContent): string[] {
  try {
    const template = templateOf(content);
    liquid().parse(template);
    return slotProblems(template, isBlockBody(content));
  } catch (error) {
    // Positions refer to the Liquid template. For a block-editor body, that template is generated, so positions are
    // omitted.
    const { message } = problemOf(error);
    return [isBlockBody(content) ? message.replace(/ \(line \d+, column \d+\)/, '') : message];
  }
}

function slotProblems(template: string, isBlock: boolean): string[] {
  const { references, filters } = templateReferences(template);
  const slots = references.filter(({ path, isLocal }) => !isLocal && isSlot(path)).length;
  if (slots > 1) return [`The content of the email is in ${slots} places. Keep one of them.`];
  if (slots === 0) {
    const remedy = isBlock ? 'Insert the block "Email content".' : 'Write {{ content }} where it belongs.';
    return [`The place for the content of the email is missing. ${remedy}`];
  }
  const filter = filters.find(({ name, input }) => input && isSlot(input) && name !== 'raw');
  if (filter) return [`The content of the email cannot be changed by the filter "${filter.name}".`];
  const place = hiddenPlace(beforeSlot(template));
  return place ? [`The content of the email cannot be inside ${place}. Move it to where text is shown.`] : [];
}

/** Returns the HTML before the slot, without Liquid. Empty if the slot is not a plain `{{ content }}`. */
function beforeSlot(template: string): string {
  let html = '';
  let isComment = false;
  for (const { kind, text } of templateParts(template)) {
    if (kind === 'tag') isComment = /^\{%-?\s*comment\b/.test(text) || (isComment && !/\bendcomment\b/.test(text));
    else if (isComment) continue;
    else if (kind === 'literal') html += text;
    else if (/^\{\{-?\s*content\s*(?:\||-?\}\})/.test(text)) return html;
  }
  return '';
}

/** Returns the unclosed element at the end of the HTML if browsers do not show its content. */
function hiddenPlace(html: string): string | undefined {
  let at = html.indexOf('<');
  while (at >= 0) {
    const isComment = html.startsWith('<!--', at);
    const [, name = ''] = /^<(\/?[a-z]+)/i.exec(html.slice(at, at + 12)) ?? [];
    const end = isComment ? html.indexOf('-->', at + 2) : name ? tagEnd(html, at) : at;
    if (end < 0) return isComment ? 'a comment' : 'a tag or its attributes';
    at = end + 1;
    if (/^(?:style|script|title)$/i.test(name)) {
      const length = html.slice(at).search(new RegExp(`</${name}`, 'i'));
      if (length < 0) return `<${name.toLowerCase()}>`;
      at += length;
    }
    at = html.indexOf('<', at);
  }
  return undefined;
}

function tagEnd(html: string, start: number): number {
  let quote = '';
  for (let at = start; at < html.length; at += 1) {
    const character = html.charAt(at);
    if (quote) quote = character === quote ? '' : quote;
    else if (character === '"' || character === "'") quote = character;
    else if (character === '>') return at;
  }
  return -1;
}

function isSlot(path: readonly unknown[]): boolean {
  return path.length === 1 && path[0] === CONTENT_SLOT;
}
