/**
 * Finds the references of a template with the language's own parser: variables with their paths, and filters with their
 * arguments.
 */
import {
  ForTag,
  type QuotedToken,
  TablerowTag,
  type Template,
  type Token,
  TypeGuards,
  toValueSync,
  Value,
} from 'liquidjs';
import { LRUCache } from 'lru-cache';
import {
  lenientLiquid,
  parseRecovering,
  type RecoveredTemplate,
  type TemplateMistake,
  unmatchedEndTags,
} from './recovery.ts';
import { templateSize, templateSizeProblem } from './template-size.ts';
import { assertFinished, UnfinishedError } from './unfinished.ts';

/** Line and column from 1, length in UTF-16 units. */
export interface TextPosition {
  line: number;
  column: number;
  length: number;
}

/** A property name or an index. `'*'` is a property or index that is known only at rendering. */
export type PathSegment = string | number;
export const ANY = '*';

export interface Reference {
  path: PathSegment[];
  /** The text in the template. */
  text: string;
  position: TextPosition;
  /** Whether the name belongs to a loop, or was assigned or captured before. */
  isLocal: boolean;
}

export interface FilterArgument {
  /** The name in a `name: value` pair. */
  name?: string;
  kind: 'string' | 'number' | 'boolean' | 'nil' | 'variable' | 'range';
  /** The value of a literal. */
  value?: string | number | boolean | null;
}

export interface FilterUse {
  name: string;
  args: FilterArgument[];
  /** The path of the filtered variable. */
  input?: PathSegment[];
  /** The whole expression as written: `payload.items | join: ", "`. */
  text: string;
  position: TextPosition;
}

/** A problem of a part that does not parse. */
export interface TemplateError {
  message: string;
  position: TextPosition;
  /** The fix, if it is known. */
  remedy?: string;
}

/** The references of one template. Read-only, because they are cached. */
export interface TemplateReferences {
  readonly references: readonly Reference[];
  readonly filters: readonly FilterUse[];
  /** The lists of loops, by the names of their items. */
  readonly loops: readonly { name: string; list: PathSegment[] }[];
  /** Problems of the parts that do not parse. */
  readonly errors: readonly TemplateError[];
  /** Closing braces outside outputs and tags, which the recipient would see. */
  readonly strays: readonly TextPosition[];
}

/** A mutable TemplateReferences, for collecting the references. */
type Found = { -readonly [Key in keyof TemplateReferences]: TemplateReferences[Key][number][] };

/** Maximum nesting of blocks. Each level costs the renderer a few stack frames. */
const MAX_NESTING = 200;
const NESTED_TOO_DEEPLY = `blocks are nested deeper than ${MAX_NESTING} levels`;

/**
 * Returns the references of a template. Never throws. The filters include unknown filters. The result is cached,
 * because drafts are analysed repeatedly with few changes.
 */
export function templateReferences(text: string): TemplateReferences {
  if (!/\{[{%]|[%}]\}/.test(text)) return NOTHING;
  const known = remembered.get(text);
  if (known) return known;
  const found = readTemplate(text);
  if (text.length <= LONGEST_REMEMBERED) remembered.set(text, found, { size: text.length + 1 });
  return found;
}

const NOTHING: TemplateReferences = { references: [], filters: [], loops: [], errors: [], strays: [] };
const LONGEST_REMEMBERED = 8_000;
/** The references of recent templates. The size is in characters. */
const remembered = new LRUCache<string, TemplateReferences>({ maxSize: 400_000 });

function readTemplate(text: string): TemplateReferences {
  const walk = newWalk(text);
  const failed = (message: string) => ({ ...NOTHING, errors: [{ message, position: positionOf(0, 0, walk) }] });
  const size = templateSize(text);
  const problem = templateSizeProblem(text, size);
  if (problem) return failed(`it ${problem}`);
  try {
    const { templates, mistakes, lost, tokens } = parseRecovering(text, size.parts);
    walk.lost = lost.toSorted((one, other) => one.begin - other.begin);
    visitAll(templates, walk, 0);
    visitLostBefore(Number.POSITIVE_INFINITY, walk);
    // After a part that does not parse, a closing brace may belong to that part, so it is not reported.
    const readable = Math.min(...lost.map(({ begin }) => begin));
    const strays = unmatchedEndTags(tokens).filter(({ begin }) => begin < readable);
    walk.found.strays = strays.map(({ begin, end }) => positionOf(begin, end, walk));
    walk.found.errors.unshift(...mistakes.map((mistake) => errorOf(mistake, walk)));
    return walk.found;
  } catch (error) {
    return failed(error instanceof RangeError ? NESTED_TOO_DEEPLY : (error as Error).message);
  }
}

function errorOf({ message, begin, end, remedy }: TemplateMistake, walk: Walk): TemplateError {
  return { message, position: positionOf(begin, end, walk), ...(remedy && { remedy }) };
}

/** Visits the lost parts that begin before `end`, so that names are known in the order of the template. */
function visitLostBefore(end: number, walk: Walk): void {
  while (walk.lost[0] && walk.lost[0].begin < end) visitLost(walk.lost.shift() as LostPart, walk);
}

/** Adds the references of a part with a mistake. The names that the part would define count as known afterwards. */
function visitLost({ text, begin, mistake }: LostPart, walk: Walk): void {
  const [before, errors] = [walk.found.references.length, walk.found.errors.length];
  const templates = parsedAlone(text);
  walk.offset = begin;
  for (const template of templates) visit(template, walk, 0);
  walk.offset = 0;
  // The part's own mistake has already been reported.
  walk.found.errors.length = errors;
  // Ignore references inside the mistake itself.
  const read = walk.found.references.splice(before).filter(({ path: [root], position: { line, column, length } }) => {
    if (!/^[\p{L}_]/u.test(String(root))) return false;
    const at = (walk.lines[line - 1] as number) + column - 1;
    return at + length <= mistake.begin || at >= Math.max(mistake.end, mistake.begin + 1);
  });
  walk.found.references.push(...read);
  assignLost(text, walk);
}

/** Adds the names that a lost part would define. */
function assignLost(text: string, walk: Walk): void {
  const [, tag, defined] = /^\{%-?\s*(for|tablerow|assign|capture)\s+([\w-]+)/.exec(text) ?? [];
  if (defined) walk.assigned.add(defined);
  if (tag === 'for' || tag === 'tablerow') walk.assigned.add(`${tag}loop`);
}

/** Parses one part alone. Empty if that fails. */
function parsedAlone(part: string): Template[] {
  const [, tag] = /^\{%-?\s*(\w+)/.exec(part) ?? [];
  for (const text of [part, `${part}{% end${tag} %}`]) {
    try {
      return lenientLiquid().parse(text);
    } catch {
      // A block tag alone does not parse, so try it with its end tag.
    }
  }
  return [];
}

type LostPart = RecoveredTemplate['lost'][number];

interface Walk {
  found: Found;
  /** The lost parts that were not visited yet, in the order of the template. */
  lost: LostPart[];
  /** Assigned and captured names, which stay until the end of the template. */
  assigned: Set<string>;
  /** The names that the enclosing loops define. */
  loops: (readonly string[])[];
  /** The offset of each line. */
  lines: number[];
  text: string;
  /** The offset of the parsed text in the template, because expressions in filter arguments are parsed separately. */
  offset: number;
}

function newWalk(text: string): Walk {
  const lines = [0];
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) lines.push(at + 1);
  return {
    found: { references: [], filters: [], loops: [], errors: [], strays: [] },
    lost: [],
    assigned: new Set(),
    loops: [],
    lines,
    text,
    offset: 0,
  };
}

function visitAll(templates: readonly Template[], walk: Walk, depth: number): void {
  for (const template of templates) {
    // Skipped inside a lost part, whose tokens have offsets from the start of that part.
    if (walk.offset === 0) visitLostBefore(template.token.begin, walk);
    visit(template, walk, depth);
  }
}

function visit(template: Template, walk: Walk, depth: number): void {
  if (depth > MAX_NESTING) throw new Error(NESTED_TOO_DEEPLY);
  const loop = template.blockScope ? [...template.blockScope()] : undefined;
  // `offset: continue` is a keyword of the loop tag.
  if (loop) walk.loops.push(['continue']);
  if (template instanceof ForTag || template instanceof TablerowTag) {
    const list = TypeGuards.isPropertyAccessToken(template.collection) ? pathOf(template.collection) : [];
    if (list.length > 0) walk.found.loops.push({ name: template.variable, list });
  }
  for (const argument of template.arguments?.() ?? []) addValue(argument, walk);
  if (loop) walk.loops.pop();
  for (const { content } of template.localScope?.() ?? []) walk.assigned.add(content);
  const children = childrenOf(template);
  if (loop) {
    // Names that one iteration assigns are known in the next iteration. The end of the loop is unknown at this point,
    // so all lost parts are searched for assignments.
    if (walk.loops.length === 0) {
      assignAll(children, walk, depth);
      for (const { text } of walk.lost) assignLost(text, walk);
    }
    walk.loops.push(loop);
  }
  visitAll(children, walk, depth + 1);
  if (loop) walk.loops.pop();
}

function childrenOf(template: Template): Template[] {
  return template.children ? (toValueSync(template.children(false, true)) as Template[]) : [];
}

function assignAll(templates: Template[], walk: Walk, depth: number): void {
  if (depth > MAX_NESTING) throw new Error(NESTED_TOO_DEEPLY);
  for (const template of templates) {
    for (const { content } of template.localScope?.() ?? []) walk.assigned.add(content);
    assignAll(childrenOf(template), walk, depth + 1);
  }
}

/** Adds the references of a value with its filters, or of a single token. */
function addValue(value: unknown, walk: Walk): void {
  if (value instanceof Value) {
    addFiltered(value.initial.postfix, filterTokens(value), walk);
  } else if (TypeGuards.isFilteredValueToken(value)) {
    addFiltered(value.initial.postfix, value.filters, walk);
  } else if (TypeGuards.isRangeToken(value)) {
    addValue(value.lhs, walk);
    addValue(value.rhs, walk);
  } else if (TypeGuards.isPropertyAccessToken(value)) addReference(value, walk);
}

interface FilterTokenLike extends Token {
  name: string;
  args: unknown[];
}

function filterTokens({ filters }: Value): FilterTokenLike[] {
  return (filters as unknown as { token: FilterTokenLike }[]).map(({ token }) => token);
}

function addFiltered(tokens: readonly Token[], filters: readonly FilterTokenLike[], walk: Walk): void {
  for (const token of tokens) addValue(token, walk);
  const [first] = tokens;
  const input = tokens.length === 1 && TypeGuards.isPropertyAccessToken(first) ? pathOf(first) : undefined;
  for (const token of filters) {
    for (const argument of token.args) addValue(Array.isArray(argument) ? argument[1] : argument, walk);
    const { name, args, begin, end } = token;
    const text = walk.text.slice((first ?? token).begin + walk.offset, end + walk.offset);
    const use = { name, args: args.map(filterArgument), text, position: positionOf(begin, end, walk) };
    walk.found.filters.push(input ? { ...use, input } : use);
    if (name.endsWith('_exp')) addExpression(token, walk);
  }
}

function filterArgument(argument: unknown): FilterArgument {
  if (Array.isArray(argument)) return { ...filterArgument(argument[1]), name: String(argument[0]) };
  if (TypeGuards.isQuotedToken(argument) || TypeGuards.isNumberToken(argument)) return literal(argument.content);
  if (TypeGuards.isLiteralToken(argument)) {
    const known: Record<string, boolean | string | null> = { true: true, false: false, empty: '', blank: '' };
    return literal(known[argument.literal] ?? null);
  }
  return { kind: TypeGuards.isRangeToken(argument) ? 'range' : 'variable' };
}

function literal(value: string | number | boolean | null): FilterArgument {
  return { kind: value === null ? 'nil' : (typeof value as 'string' | 'number' | 'boolean'), value };
}

/**
 * Adds `where_exp: 'item', 'item.price > payload.least'`: the text of the second argument is an expression, and the
 * first argument names the item in it. An unfinished expression is a mistake of the template, and the other references
 * remain.
 */
function addExpression({ args: [item, expression] }: FilterTokenLike, walk: Walk): void {
  if (!TypeGuards.isQuotedToken(item) || !TypeGuards.isQuotedToken(expression)) return;
  const { offset } = walk;
  walk.offset += (expression as QuotedToken).begin + 1;
  walk.loops.push([item.content]);
  try {
    const value = new Value(expression.content, lenientLiquid());
    assertFinished({ initial: value.initial, filters: filterTokens(value) });
    addValue(value, walk);
  } catch (error) {
    if (!(error instanceof UnfinishedError)) throw error;
    walk.found.errors.push(errorOf(error, walk));
  }
  walk.loops.pop();
  walk.offset = offset;
}

type PropertyAccess = Token & { props: unknown[] };

function addReference(token: PropertyAccess, walk: Walk): void {
  const path = pathOf(token);
  const { begin, end } = token;
  for (const prop of token.props) if (TypeGuards.isPropertyAccessToken(prop)) addReference(prop, walk);
  const [root] = path;
  if (root === undefined || root === ANY) return;
  walk.found.references.push({
    path,
    text: walk.text.slice(begin + walk.offset, end + walk.offset).trim(),
    position: positionOf(begin, end, walk),
    isLocal: walk.assigned.has(String(root)) || walk.loops.some((names) => names.includes(String(root))),
  });
}

function pathOf({ props }: PropertyAccess): PathSegment[] {
  return props.map((prop) =>
    TypeGuards.isQuotedToken(prop) || TypeGuards.isNumberToken(prop) || TypeGuards.isWordToken(prop)
      ? prop.content
      : ANY,
  );
}

function positionOf(begin: number, end: number, { lines, offset, text }: Walk): TextPosition {
  const at = Math.min(begin + offset, text.length);
  let low = 0;
  let high = lines.length - 1;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((lines[middle] as number) <= at) low = middle;
    else high = middle - 1;
  }
  // The library sets the end of an empty tag before its beginning.
  const length = Math.max(0, Math.min(end + offset, text.length) - at);
  return { line: low + 1, column: at - (lines[low] as number) + 1, length };
}
