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
  const isBlock = isBlockBody(content);
  const read = templateIn(content);
  if ('problem' in read) return [read.problem];
  const { references, error } = templateReferences(read.template);
  if (error) {
    const { line, column } = error.position;
    return [`The Liquid cannot be read${isBlock ? '' : ` (line ${line}, column ${column})`}: ${error.message}`];
  }
  const slots = references.filter(({ path, local }) => !local && path.length === 1 && path[0] === CONTENT_SLOT).length;
  if (slots === 1) return [];
  if (slots > 1) return [`The content of the e-mail stands in ${slots} places; it can stand in one only.`];
  const remedy = isBlock ? 'Insert the block "E-mail content".' : 'Write {{ content }} where it belongs.';
  return [`The place for the content of the e-mail is missing. ${remedy}`];
}

function templateIn(content: LayoutContent): { template: string } | { problem: string } {
  try {
    return { template: templateOf(content) };
  } catch (error) {
    return { problem: problemOf(error).message };
  }
}
