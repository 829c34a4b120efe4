import { liquid } from '#lib/liquid/engine.ts';
import { templateReferences } from '#lib/liquid/references.ts';
import { CONTENT_SLOT, isBlockBody } from '#lib/rendering/block-document.ts';
import { templateOf } from '#lib/rendering/mail.ts';
import { problemOf } from '#lib/rendering/problem.ts';
import type { LayoutContent } from './schema.ts';

/**
 * Why nothing can be wrapped in this body, in sentences; empty when it is a layout: its Liquid can be read, and the content of the
 * e-mail stands in it exactly once. Variables that do not exist are no reason: they are empty text.
 */
export function contentProblems(content: LayoutContent): string[] {
  try {
    const template = templateOf(content);
    liquid().parse(template);
    return slotProblems(template, isBlockBody(content));
  } catch (error) {
    // The places that errors name are those of the template, which for blocks nobody has written.
    const { message } = problemOf(error);
    return [isBlockBody(content) ? message.replace(/ \(line \d+, column \d+\)/, '') : message];
  }
}

function slotProblems(template: string, isBlock: boolean): string[] {
  const { references, filters } = templateReferences(template);
  const slots = references.filter(({ path, local }) => !local && isSlot(path)).length;
  if (slots > 1) return [`The content of the e-mail stands in ${slots} places; it can stand in one only.`];
  if (slots === 0) {
    const remedy = isBlock ? 'Insert the block "E-mail content".' : 'Write {{ content }} where it belongs.';
    return [`The place for the content of the e-mail is missing. ${remedy}`];
  }
  const filter = filters.find(({ name, input }) => input && isSlot(input) && name !== 'raw');
  return filter ? [`The content of the e-mail cannot be changed by the filter "${filter.name}".`] : [];
}

function isSlot(path: readonly unknown[]): boolean {
  return path.length === 1 && path[0] === CONTENT_SLOT;
}
