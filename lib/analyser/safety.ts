/** Issues for the parts of an author's HTML that sanitising removes. */
import type { JsonObject } from '#lib/json/values.ts';
import { type BlockNode, isBlockBody, parseBlockDocument } from '#lib/rendering/block-document.ts';
import { sanitisedAway, sanitiseFragment, sanitiseHtml } from '#lib/rendering/sanitise.ts';
import { UNKNOWN_VALUE } from '#lib/rendering/style-rules.ts';
import { templateParts } from '#lib/rendering/template-parts.ts';
import type { TemplateKind } from '#lib/steps/controls.ts';
import type { StepContentIssue } from '#lib/steps/issues.ts';
import type { VariableScope } from './variables.ts';

/** Budget units for each character of HTML. */
const CHARACTER_COST = 0.1;
/** Maximum characters of HTML that is checked. */
const LONGEST = 100_000;

/** Returns one issue for each part of the HTML that is not sent. Empty if sanitising is off or the budget is spent. */
export function safetyIssues(
  text: string,
  kind: TemplateKind,
  controls: JsonObject,
  { budget }: VariableScope,
): StepContentIssue[] {
  if ((kind !== 'body' && kind !== 'html') || controls.disableOutputSanitization === true) return [];
  const sanitise = kind === 'body' ? sanitiseHtml : sanitiseFragment;
  const isBlock = kind === 'body' && isBlockBody({ editorType: controls.editorType, body: text });
  const written = isBlock ? codeIn(parseBlockDocument(text).document?.content ?? []) : [text];
  return written.flatMap((template) => {
    const html = template.includes('<') && template.length <= LONGEST ? filled(template) : '';
    if (html === '' || !budget.spend(html.length * CHARACTER_COST)) return [];
    return sanitisedAway(html, sanitise).map((what) => ({
      issueType: 'ILLEGAL_VARIABLE_IN_CONTROL_VALUE' as const,
      message: `${what.replaceAll(UNKNOWN_VALUE, '…')} is removed from the message, because it is not safe there. Remove it, or write it differently.`,
    }));
  });
}

/** Returns the HTML that authors wrote into a block document. */
function codeIn(nodes: readonly BlockNode[]): string[] {
  return nodes.flatMap((node) => {
    if (node.type === 'htmlCodeBlock') return [node.attrs.content];
    return 'content' in node && Array.isArray(node.content) ? codeIn(node.content) : [];
  });
}

/** Returns the template with a placeholder for every value. Empty if it does not parse. */
function filled(template: string): string {
  try {
    return templateParts(template)
      .map(({ kind, text }) => (kind === 'literal' ? text : kind === 'output' ? UNKNOWN_VALUE : ''))
      .join('');
  } catch {
    return '';
  }
}
