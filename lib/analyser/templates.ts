/** Issues of the templates in controls: syntax, variables, filters and addresses. */

import type { JsonObject } from '#lib/json/values.ts';
import { valueAt } from '#lib/json/values.ts';
import { FILTERS } from '#lib/liquid/filter-arguments.ts';
import { filterProblem } from '#lib/liquid/filter-problems.ts';
import {
  ANY,
  type FilterUse,
  type Reference,
  type TemplateError,
  type TextPosition,
  templateReferences,
} from '#lib/liquid/references.ts';
import { templateSize } from '#lib/liquid/template-size.ts';
import { type BlockNode, expressionOf, isBlockBody, parseBlockDocument } from '#lib/rendering/block-document.ts';
import { blockTemplate } from '#lib/rendering/block-template.ts';
import type { StepType, TemplateKind } from '#lib/steps/controls.ts';
import type { StepContentIssue } from '#lib/steps/issues.ts';
import { didYouMean } from '#lib/text/did-you-mean.ts';
import { addressProblem } from './address.ts';
import { type IssueList, MAX_ISSUES } from './issue-list.ts';
import { safetyIssues } from './safety.ts';
import { closest, suggestionOf } from './suggest.ts';
import { textsIn } from './values.ts';
import { pathText, type VariableScope, variableProblem } from './variables.ts';

/** Adds the problems of every template of a step. */
export function addTemplateIssues(
  { templates }: StepType,
  controls: JsonObject,
  scope: VariableScope,
  issues: IssueList,
): void {
  for (const [control, kind] of Object.entries(templates)) {
    for (const { path, text } of textsIn(valueAt(controls, control), control)) {
      for (const issue of issuesOf(text, kind, controls, scope)) issues.add(path, issue);
      for (const issue of safetyIssues(text, kind, controls, scope)) issues.add(path, issue);
      const problem = isAddress(kind) ? addressProblem(text, kind) : undefined;
      if (problem) issues.add(path, { issueType: 'INVALID_URL', variableName: path, message: problem });
    }
  }
}

/** Budget units for a tag or output, and for each character in it. */
const PART_COST = 6;
const CODE_COST = 0.4;

/** Returns the first issues of a template that is not a block-editor document. Empty if the budget is spent. */
export function templateIssues(text: string, scope: VariableScope): StepContentIssue[] {
  const { parts, code } = templateSize(text);
  // A text without tags may still contain a stray closing brace.
  if ((parts === 0 && !/[%}]\}/.test(text)) || !scope.budget.spend(parts * PART_COST + code * CODE_COST)) return [];
  const { references, filters, errors, strays } = templateReferences(text);
  const issues: StepContentIssue[] = [...errors.map(syntaxIssue), ...strays.slice(0, 1).map(strayIssue)];
  for (const reference of references) {
    const issue = reference.isLocal ? undefined : variableIssue(reference, scope);
    if (issue) issues.push(issue);
    if (issues.length >= MAX_ISSUES) return issues;
  }
  return [...issues, ...filters.flatMap((use) => filterIssue(use) ?? [])];
}

function issuesOf(text: string, kind: TemplateKind, controls: JsonObject, scope: VariableScope): StepContentIssue[] {
  if (kind === 'body' && isBlockBody({ editorType: controls.editorType, body: text })) return blockIssues(text, scope);
  return templateIssues(text, scope);
}

function isAddress(kind: TemplateKind): kind is 'url' | 'endpoint' {
  return kind === 'url' || kind === 'endpoint';
}

/** Analyses the template of the whole document, because loops and conditions may span its blocks. */
function blockIssues(text: string, scope: VariableScope): StepContentIssue[] {
  const { document, problem } = parseBlockDocument(text);
  if (problem !== undefined) return [{ issueType: 'ILLEGAL_VARIABLE_IN_CONTROL_VALUE', message: problem }];
  let template: string;
  try {
    template = blockTemplate(document);
  } catch (error) {
    return [syntaxIssue({ message: String((error as Error).message).replace(/, line:\d+, col:\d+$/, '') })];
  }
  const issues = templateIssues(template, scope).map(({ position: _, ...issue }) => issue);
  return [...incompleteBlocks(document.content), ...issues];
}

/** Returns issues of blocks that would render without their content. */
function incompleteBlocks(nodes: readonly BlockNode[]): StepContentIssue[] {
  return nodes.flatMap((node) => {
    const message = incompleteness(node);
    const inner = 'content' in node && Array.isArray(node.content) ? incompleteBlocks(node.content) : [];
    return message === undefined ? inner : [{ issueType: 'MISSING_VALUE' as const, message }, ...inner];
  });
}

function incompleteness(node: BlockNode): string | undefined {
  if (node.type === 'repeat' && expressionOf(node.attrs.each) === '') {
    return 'A Repeat block has no list, so its content is left out. Choose the list that it repeats for.';
  }
  if (node.type === 'image' && node.attrs.src.trim() === '') {
    return 'A picture has no address, so it is left out. Enter the address of the picture.';
  }
  if (node.type === 'button' && node.attrs.url.trim() === '') {
    return 'A button has no link, so it does nothing. Enter its address.';
  }
  if (node.type === 'variable' && expressionOf(node.attrs.id) === '') {
    return 'A variable has no name, so it is left out. Choose the variable.';
  }
  return undefined;
}

function filterIssue(use: FilterUse): StepContentIssue | undefined {
  const { name, position, text } = use;
  const variableName = use.input ? pathText(use.input) : text.trim();
  if (!Object.hasOwn(FILTERS, name)) {
    const meant = closest(name, Object.keys(FILTERS));
    const message = `\`${name}\` is not a filter.${didYouMean(meant) || ' Remove it, or use one that exists.'}`;
    const suggestion = suggestionOf(name, meant);
    return { issueType: 'ILLEGAL_VARIABLE_IN_CONTROL_VALUE', variableName, message, position, ...suggestion };
  }
  const problem = filterProblem(use);
  if (!problem) return undefined;
  const message = `${problem}. Correct the arguments of the filter.`;
  return { issueType: 'INVALID_FILTER_ARG_IN_VARIABLE', variableName, message, position };
}

function strayIssue(position: TextPosition): StepContentIssue {
  const message = 'The closing characters of a tag are outside a tag, so the recipient sees them. Remove them.';
  return { issueType: 'ILLEGAL_VARIABLE_IN_CONTROL_VALUE', message, position };
}

type UnreadablePart = Omit<TemplateError, 'position'> & { position?: TextPosition };

function syntaxIssue({ message, position, remedy = READABLE }: UnreadablePart): StepContentIssue {
  const text = `The template cannot be read: ${message}. ${remedy}`;
  return { issueType: 'ILLEGAL_VARIABLE_IN_CONTROL_VALUE', message: text, ...(position && { position }) };
}

const READABLE = 'Close every tag and output, and check its content.';

function variableIssue({ path, text, position }: Reference, scope: VariableScope): StepContentIssue | undefined {
  const problem = variableProblem(path, scope);
  if (!problem) return undefined;
  const variableName = path.includes(ANY) ? text : pathText(path);
  const suggestion = suggestionOf(variableName, problem.meant);
  const { message } = problem;
  return { issueType: 'ILLEGAL_VARIABLE_IN_CONTROL_VALUE', variableName, message, position, ...suggestion };
}
