/** Small faults to insert into a source, one at a time. */
import { createHash } from 'node:crypto';
import { parseAst } from 'vitest/node';

/** One change of one file. */
export interface Fault {
  /** Derived from the file, the changed line and the change, so that the ID stays the same if other lines move. */
  id: string;
  file: string;
  line: number;
  /** The original line. */
  before: string;
  start: number;
  end: number;
  replacement: string;
  kind: string;
  /** The name of the innermost named function around the change. Undefined outside functions. */
  caller: string | undefined;
}

type Change = Pick<Fault, 'start' | 'end' | 'replacement' | 'kind'>;
type FoundChange = Change & Pick<Fault, 'caller'>;

interface Node {
  type: string;
  start: number;
  end: number;
  [key: string]: unknown;
}

/** Returns every possible fault of these kinds in the source. */
export function faultsIn(file: string, text: string): Fault[] {
  const program = parseAst(text, { lang: file.endsWith('x') ? 'tsx' : 'ts' }) as unknown as Node;
  const changes: FoundChange[] = [];
  walk(program, (node, parent, caller) =>
    changes.push(...changesOf(node, parent, text).map((change) => ({ ...change, caller }))),
  );
  const seen = new Map<string, number>();
  return changes.map((change) => {
    const line = text.slice(0, change.start).split('\n').length;
    const before = (text.split('\n')[line - 1] ?? '').trim();
    const content = [file, before, change.kind, text.slice(change.start, change.end), change.replacement].join('\n');
    const times = (seen.get(content) ?? 0) + 1;
    seen.set(content, times);
    return { ...change, id: idOf(`${content}\n${times}`), file, line, before };
  });
}

export function idOf(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 16);
}

export function withFault(text: string, { start, end, replacement }: Change): string {
  return text.slice(0, start) + replacement + text.slice(end);
}

type Visit = (node: Node, parent: Node | undefined, caller: string | undefined) => void;

function walk(node: Node, visit: Visit, parent?: Node, caller?: string): void {
  if (node.type.startsWith('TS') && !VALUES.has(node.type)) return;
  const within = functionName(node, parent) ?? caller;
  visit(node, parent, within);
  for (const value of Object.values(node))
    for (const child of [value].flat()) if (isNode(child)) walk(child, visit, node, within);
}

/** Returns the name that V8 gives to a function. Undefined for other nodes, and for functions without a name. */
function functionName(node: Node, parent: Node | undefined): string | undefined {
  if (!/^(?:Function|ArrowFunction)/.test(node.type)) return undefined;
  const named = [node.id, parent?.id, parent?.key].find(isNode);
  return named && typeof named.name === 'string' ? named.name : undefined;
}

/** Type nodes that contain a value at run time in spite of their name. */
const VALUES = new Set(['TSAsExpression', 'TSSatisfiesExpression', 'TSNonNullExpression']);

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && typeof (value as Node).type === 'string';
}

const OPERATORS: Readonly<Record<string, string>> = {
  '&&': '||',
  '||': '&&',
  '===': '!==',
  '!==': '===',
  '<': '<=',
  '<=': '<',
  '>': '>=',
  '>=': '>',
  '-': '+',
  '*': '/',
  '/': '*',
};

const METHODS: ReadonlyMap<string, string> = new Map([
  ['some', 'every'],
  ['every', 'some'],
  ['min', 'max'],
  ['max', 'min'],
  ['startsWith', 'endsWith'],
  ['at', 'indexOf'],
  ['findLast', 'find'],
]);

function changesOf(node: Node, parent: Node | undefined, text: string): Change[] {
  const of = (change: Node, replacement: string, kind: string): Change => ({
    start: change.start,
    end: change.end,
    replacement,
    kind,
  });
  switch (node.type) {
    case 'BinaryExpression':
    case 'LogicalExpression':
      return operatorOf(node, text);
    case 'ConditionalExpression':
    case 'IfStatement': {
      const test = node.test as Node;
      return [of(test, `!(${text.slice(test.start, test.end)})`, 'condition negated')];
    }
    case 'Literal':
      return literalOf(node, parent, text);
    case 'MemberExpression': {
      const property = node.property as Node;
      const other = node.computed ? undefined : METHODS.get(String(property.name));
      return other ? [of(property, other, 'method')] : [];
    }
    case 'ExpressionStatement':
      return isEffect(node.expression as Node) ? [of(node, ';', 'statement removed')] : [];
    case 'ObjectExpression':
      return removals(node, text);
    case 'TemplateElement':
      return statementOf(node, text);
    default:
      return [];
  }
}

function operatorOf({ left, right, operator }: Node, text: string): Change[] {
  const [from, to] = [(left as Node).end, (right as Node).start];
  const start = from + text.slice(from, to).indexOf(String(operator));
  if (operator === '??') return [{ start: from, end: (right as Node).end, replacement: '', kind: 'default removed' }];
  const replacement = OPERATORS[String(operator)];
  return replacement ? [{ start, end: start + String(operator).length, replacement, kind: 'operator' }] : [];
}

function literalOf(node: Node, parent: Node | undefined, text: string): Change[] {
  const { start, end, value } = node;
  if (typeof value === 'boolean') return [{ start, end, replacement: String(!value), kind: 'boolean' }];
  if (typeof value === 'number') return [{ start, end, replacement: String(value + 1), kind: 'number' }];
  const isText = typeof value === 'string' && parent?.type !== 'ImportDeclaration';
  return isText ? statementOf(node, text) : [];
}

function isEffect({ type, argument }: Node): boolean {
  return type === 'CallExpression' || (type === 'AwaitExpression' && (argument as Node).type === 'CallExpression');
}

/** Returns changes that each remove one property of an object. */
function removals({ properties }: Node, text: string): Change[] {
  return (properties as Node[]).map(({ start, end }) => {
    const comma = /^\s*,/.exec(text.slice(end))?.[0].length ?? 0;
    return { start, end: end + comma, replacement: '', kind: 'property removed' };
  });
}

const STATEMENT = /\b(?:SELECT|INSERT|UPDATE|DELETE|WHERE)\b/;
const CONDITIONS = /\bAND (?=[\w(])|\bIS NOT NULL\b|\bIS NULL\b| <= | >= |\bASC\b|\bDESC\b/g;
const SQL: Readonly<Record<string, string>> = {
  'AND ': 'OR ',
  'IS NOT NULL': 'IS NULL',
  'IS NULL': 'IS NOT NULL',
  ' <= ': ' < ',
  ' >= ': ' > ',
  ASC: 'DESC',
  DESC: 'ASC',
};

/** Returns changes to conditions of an SQL statement. */
function statementOf({ start, end }: Node, text: string): Change[] {
  const part = text.slice(start, end);
  if (!STATEMENT.test(part)) return [];
  return [...part.matchAll(CONDITIONS)].map(({ index, 0: found }) => ({
    start: start + index,
    end: start + index + found.length,
    replacement: SQL[found] ?? '',
    kind: 'statement changed',
  }));
}
