import { liquid } from '#lib/liquid/engine.ts';
import type { LayoutContent } from './schema.ts';

/** The variable that stands for the content of the e-mail. */
export const CONTENT_SLOT = 'content';

/**
 * What is wrong with the body of a layout, in sentences; empty when an e-mail can be wrapped in it. Only what cannot be
 * rendered is wrong here: unknown variables are empty text.
 */
export function contentProblems({ body, editorType }: LayoutContent): string[] {
  return editorType === 'html' ? htmlProblems(body) : blockProblems(body);
}

function htmlProblems(html: string): string[] {
  const read = readLiquid(html);
  if ('problem' in read) return [read.problem];
  return slotProblems(read.slots, 'Write {{ content }} where the content of the e-mail belongs.');
}

function blockProblems(json: string): string[] {
  const document = parseDocument(json);
  if (!document) {
    return ['is not a block-editor document. For HTML, set editorType to "html".'];
  }
  const problems: string[] = [];
  let slots = 0;
  for (const node of nodesOf(document)) {
    if (node.type === 'variable' && attribute(node, 'id') === CONTENT_SLOT) slots++;
    for (const text of textsOf(node)) {
      const read = readLiquid(text);
      if ('problem' in read) problems.push(read.problem);
      else if (read.slots > 0) problems.push('The content of the e-mail has a block of its own; it cannot be text.');
    }
  }
  return [...problems, ...slotProblems(slots, 'Insert the block "E-mail content".')].slice(0, 10);
}

function slotProblems(slots: number, remedy: string): string[] {
  if (slots === 1) return [];
  if (slots === 0) return [`The place for the content of the e-mail is missing. ${remedy}`];
  return [`The content of the e-mail stands in ${slots} places; it can stand in one only.`];
}

/** How often a template prints the content, or why it does not parse. */
function readLiquid(template: string): { slots: number } | { problem: string } {
  if (!template.includes('{{') && !template.includes('{%')) return { slots: 0 };
  try {
    const { globals } = liquid().parseAndAnalyzeSync(template, undefined, { partials: false });
    return { slots: globals[CONTENT_SLOT]?.length ?? 0 };
  } catch (error) {
    return { problem: `The Liquid in it cannot be read: ${(error as Error).message.split('\n')[0]}` };
  }
}

interface Node {
  type?: unknown;
  text?: unknown;
  attrs?: unknown;
  content?: unknown;
}

/** Levels of nodes that a document may have. */
const MAX_DEPTH = 50;

function parseDocument(json: string): Node | undefined {
  try {
    const value: unknown = JSON.parse(json);
    return isNode(value) && value.type === 'doc' && Array.isArray(value.content) ? value : undefined;
  } catch {
    return undefined;
  }
}

function* nodesOf(root: Node): Generator<Node> {
  let level: Node[] = [root];
  for (let depth = 0; level.length > 0 && depth < MAX_DEPTH; depth++) {
    yield* level;
    level = level.flatMap(({ content }) => (Array.isArray(content) ? content.filter(isNode) : []));
  }
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function attribute(node: Node, name: string): unknown {
  return isNode(node.attrs) ? (node.attrs as Record<string, unknown>)[name] : undefined;
}

/** Every text of a node that may hold Liquid. */
function textsOf(node: Node): string[] {
  const attributes = isNode(node.attrs) && node.type !== 'variable' ? Object.values(node.attrs as object) : [];
  return [node.text, ...attributes].filter((value): value is string => typeof value === 'string');
}
