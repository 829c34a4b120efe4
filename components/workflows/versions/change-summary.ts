import { isObject, valueAt } from '#lib/json/values.ts';
import { isWorkflowStepType } from '#lib/steps/data-schema.ts';
import { controlName, isWhole } from '#lib/steps/describe.ts';
import { stepType, type WorkflowStepType } from '#lib/steps/index.ts';
import { channelLabels } from '#lib/steps/labels.ts';
import type { StepTypeName } from '#lib/steps/type-names.ts';
import { changedWords } from '#lib/text/changed-words.ts';
import { keyPhrase } from '#lib/text/key-label.ts';
import { listText } from '#lib/text/list-text.ts';
import { lowerFirst } from '#lib/text/lower-first.ts';
import type { WorkflowChange } from '#lib/workflows/client.ts';

/** Names and types of steps by `stepId`. A step that is missing here is shown by its ID. */
export type StepNames = Readonly<Record<string, StepName>>;

interface StepName {
  name: string;
  type?: StepTypeName | undefined;
}

/** One change as text for users. */
export interface ChangeLine {
  summary: string;
  kind: WorkflowChange['kind'];
  /** The values, if the summary does not contain them. */
  values?: { before: unknown; after: unknown };
}

interface Clause extends ChangeLine {
  /** Set for changes of controls. Equal changes in one step are combined: "Changed subject and body of Welcome". */
  control?: { verb: string; label: string; step: string };
}

/** Returns the summary of every change, in the order of the list. Changes that belong together (tags, a condition) become one line. */
export function changeLines(changes: readonly WorkflowChange[], names: StepNames = {}): ChangeLine[] {
  return clausesOf(changes, names).map(({ control: _, ...line }) => line);
}

/** Returns all changes in one line: "Changed subject and body of Welcome, added step Wait". Empty without changes. */
export function changeSummary(changes: readonly WorkflowChange[], names: StepNames = {}, most = 3): string {
  const clauses = together(clausesOf(changes, names));
  const shown = clauses.length > most + 1 ? clauses.slice(0, most) : clauses;
  const rest = clauses.length - shown.length;
  const text = shown.map((clause, index) => (index === 0 ? clause : lowerFirst(clause))).join(', ');
  return rest > 0 ? `${text} and ${rest} more changes` : text;
}

/** Returns the names of a workflow's steps, for {@link changeLines}. */
export function stepNames(steps: readonly (StepName & { stepId: string })[]): StepNames {
  return Object.fromEntries(steps.map(({ stepId, name, type }) => [stepId, { name, type }]));
}

function clausesOf(changes: readonly WorkflowChange[], known: StepNames): Clause[] {
  const names = { ...namesWithin(changes), ...known };
  return [...groupsOf(changes, names)].flatMap(([path, group]) => clauseOf(path, group, names));
}

/** Settings whose inner changes are shown as one change. */
const wholes = /^(tags|payloadSchema|preferences\.\w+\.all\.readOnly)(?:\.|$)/;

function groupsOf(changes: readonly WorkflowChange[], names: StepNames): Map<string, WorkflowChange[]> {
  const groups = new Map<string, WorkflowChange[]>();
  for (const change of changes) {
    const path = wholes.exec(change.path)?.[1] ?? wholeControl(change.path, names) ?? change.path;
    groups.set(path, [...(groups.get(path) ?? []), change]);
  }
  return groups;
}

function wholeControl(path: string, names: StepNames): string | undefined {
  const [whole, step = '', control = ''] = /^steps\.([^.]+)\.controlValues\.([^.]+)/.exec(path) ?? [];
  return isWhole(names[step]?.type, control) ? whole : undefined;
}

function clauseOf(path: string, group: readonly WorkflowChange[], names: StepNames): Clause[] {
  const [first] = group;
  if (!first) return [];
  const change = path === first.path ? { ...first, kind: kindOf(first) } : wholeOf(path, group);
  const [root = '', id = '', ...rest] = path.split('.');
  if (root === 'steps') return [stepClause(change, names[id] ?? { name: id }, rest)];
  if (root === 'tags') return tagClauses(group);
  if (root === 'payloadSchema') return [schemaClause(change, group)];
  if (root === 'preferences') return [preferenceClause(change)];
  return [fieldClause(change)];
}

/** Returns the kind of a change. Null and the empty text count as absent. */
function kindOf({ kind, before, after }: WorkflowChange): WorkflowChange['kind'] {
  if (kind !== 'changed') return kind;
  if (before === null || before === '') return 'added';
  return after === null || after === '' ? 'removed' : 'changed';
}

/**
 * Combines the changes of a setting. Only the differing parts are known, so each side maps the paths of these parts to
 * their values.
 */
function wholeOf(path: string, group: readonly WorkflowChange[]): WorkflowChange {
  const side = (key: 'before' | 'after') => {
    const parts = group.filter((change) => change[key] !== undefined);
    return Object.fromEntries(parts.map((change) => [change.path.slice(path.length + 1), change[key]]));
  };
  return { path, kind: 'changed', before: side('before'), after: side('after') };
}

const switches: Record<string, [on: string, off: string]> = {
  active: ['Activated', 'Paused'],
  validatePayload: ['Switched payload validation on', 'Switched payload validation off'],
  isTranslationEnabled: ['Switched translation on', 'Switched translation off'],
  isTracked: ['Switched tracking on', 'Switched tracking off'],
  isSensitive: ['Made the content sensitive', 'Made the content not sensitive'],
};

function fieldClause({ path, kind, before, after }: WorkflowChange): Clause {
  const pair = switches[path];
  if (pair) return { kind, summary: after === true ? pair[0] : pair[1] };
  if (path === 'name') return { kind, summary: `Renamed from ${quoted(before)} to ${quoted(after)}` };
  if (path === 'severity') return { kind, summary: `Changed severity from ${label(before)} to ${label(after)}` };
  const words = path === 'body' && kind === 'changed' ? changedWords(before, after) : undefined;
  const what = `${path.split('.').map(keyPhrase).join(' › ')}${words ? `: “${words}”` : ''}`;
  return { kind, summary: `${verbs[kind]} ${what}`, values: { before, after } };
}

/**
 * Returns clauses about tags. Removing a tag shifts positions, so a tag was added or removed only if the other side
 * lacks the tag.
 */
function tagClauses(group: readonly WorkflowChange[]): Clause[] {
  const before = group.flatMap((change) => texts(change.before));
  const after = group.flatMap((change) => texts(change.after));
  const added = after.filter((tag) => !before.includes(tag));
  const removed = before.filter((tag) => !after.includes(tag));
  const clauses: Clause[] = [];
  if (added.length > 0) clauses.push({ kind: 'added', summary: `Added ${tagList(added)}` });
  if (removed.length > 0) clauses.push({ kind: 'removed', summary: `Removed ${tagList(removed)}` });
  return clauses.length > 0 ? clauses : [{ kind: 'changed', summary: 'Reordered the tags' }];
}

function schemaClause({ kind, before, after }: WorkflowChange, group: readonly WorkflowChange[]): Clause {
  if (kind !== 'changed') return { kind, summary: `${verbs[kind]} payload schema`, values: { before, after } };
  const parts = group.flatMap(({ path, kind }) => {
    const property = /^payloadSchema(?:\.properties\.([^.]+))+$/.exec(path)?.[1];
    return property && kind !== 'changed' ? `${kind} ${property}` : [];
  });
  const summary = `Changed payload schema${parts.length > 0 ? `: ${listText(parts)}` : ''}`;
  return { kind, summary, values: { before, after } };
}

function preferenceClause({ path, kind, after }: WorkflowChange): Clause {
  const setting = path.split('.').slice(2).join('.');
  const way = after === true ? 'on' : 'off';
  if (setting === 'all.readOnly')
    return { kind, summary: after === true ? 'Made the workflow critical' : 'Made the workflow non-critical' };
  if (setting === 'all.enabled') return { kind, summary: `Switched all channels ${way} by default` };
  const channel = /^channels\.(\w+)(?:\.enabled)?$/.exec(setting)?.[1];
  const name = channel && channelLabels[channel as keyof typeof channelLabels];
  const enabled = isObject(after) && 'enabled' in after ? after.enabled : after;
  if (name) return { kind, summary: `Switched ${name} ${enabled === false ? 'off' : 'on'} by default` };
  return { kind, summary: `${verbs[kind]} preferences${kind === 'added' ? layerSummary(after) : ''}` };
}

/** Returns ": critical, SMS off" for a layer of preferences. */
function layerSummary(value: unknown): string {
  if (!isLayer(value)) return '';
  const { all, channels: chosen } = value;
  const channels = Object.entries(channelLabels).flatMap(([channel, label]) => {
    const on = chosen[channel]?.enabled;
    return on === undefined || on === all.enabled ? [] : `${label} ${on ? 'on' : 'off'}`;
  });
  const parts = [all.readOnly ? 'critical' : '', all.enabled ? '' : 'all channels off', ...channels];
  return `: ${listText(parts.filter(Boolean)) || 'everything on'}`;
}

interface Layer {
  all: { enabled: boolean; readOnly: boolean };
  channels: Record<string, { enabled: boolean } | undefined>;
}

function isLayer(value: unknown): value is Layer {
  return isObject(value) && 'all' in value && 'channels' in value;
}

function stepClause({ kind, before, after }: WorkflowChange, named: StepName, [part, ...rest]: string[]): Clause {
  const step = named.name;
  if (part === undefined) {
    const type = typeIn(kind === 'added' ? after : before);
    const label = type && ` (${stepType(type).label})`;
    return { kind, summary: `${kind === 'added' ? 'Added' : 'Removed'} step ${step}${label ?? ''}` };
  }
  if (part === 'name') return { kind, summary: `Renamed step ${quoted(before)} to ${quoted(after)}` };
  if (part === 'position') return { kind, summary: `Moved step ${step}${positionText(before, after)}` };
  if (part !== 'controlValues') return controlClause({ path: part, kind, before, after }, named);
  if (rest.length === 0) return { kind, summary: `${verbs[kind]} settings of ${step}`, ...valuesOf(before, after) };
  return controlClause({ path: rest.join('.'), kind, before, after }, named);
}

function controlClause({ path, kind, before, after }: WorkflowChange, { name: step, type }: StepName): Clause {
  const label = controlName(type, path);
  if (typeof after === 'boolean' && typeof before !== 'object') {
    return { kind, summary: `Switched ${label} ${after ? 'on' : 'off'} in ${step}` };
  }
  const verb = verbs[kind];
  const control = { verb, label, step };
  return { kind, summary: `${verb} ${label} of ${step}`, control, ...valuesOf(before, after) };
}

/** Returns the values for a line. A changed secret has no values. */
function valuesOf(before: unknown, after: unknown): Pick<ChangeLine, 'values'> {
  return before === undefined && after === undefined ? {} : { values: { before, after } };
}

const verbs = { added: 'Set', removed: 'Cleared', changed: 'Changed' } as const;

function together(clauses: readonly Clause[]): string[] {
  const groups = new Map<string, Clause[]>();
  for (const [index, clause] of clauses.entries()) {
    const key = clause.control ? `${clause.control.verb} ${clause.control.step}` : `${index}`;
    groups.set(key, [...(groups.get(key) ?? []), clause]);
  }
  return [...groups.values()].map((group) => {
    const control = group[0]?.control;
    if (!control) return group[0]?.summary ?? '';
    return `${control.verb} ${listText(group.flatMap((clause) => clause.control?.label ?? []))} of ${control.step}`;
  });
}

/** Returns the names of steps that were added or removed, from the changes themselves. */
function namesWithin(changes: readonly WorkflowChange[]): StepNames {
  const names: Record<string, StepName> = {};
  for (const { path, before, after } of changes) {
    const [root, id, field] = path.split('.');
    if (root !== 'steps' || !id) continue;
    const name = field === undefined ? valueAt(after ?? before, 'name') : field === 'name' ? after : undefined;
    if (typeof name === 'string') names[id] = { name };
  }
  return names;
}

function typeIn(step: unknown): WorkflowStepType | undefined {
  const type = valueAt(step, 'type');
  return typeof type === 'string' && isWorkflowStepType(type) ? type : undefined;
}

/** Returns " from place 2 to 3". Stored positions start at 0, displayed ones at 1. */
function positionText(before: unknown, after: unknown): string {
  return typeof before === 'number' && typeof after === 'number' ? ` from place ${before + 1} to ${after + 1}` : '';
}

function texts(value: unknown): string[] {
  const list: unknown[] = Array.isArray(value) ? value : [value];
  return list.filter((item) => typeof item === 'string');
}

function tagList(tags: readonly string[]): string {
  return `${tags.length === 1 ? 'tag' : 'tags'} ${listText(tags)}`;
}

function quoted(value: unknown): string {
  return `“${String(value ?? '')}”`;
}

function label(value: unknown): string {
  return typeof value === 'string' && value ? value : 'none';
}
