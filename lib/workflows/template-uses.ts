/** Finds the values that the templates of a step read, each with the path and kind that sample data need. */

import type { JsonObject } from '#lib/json/values.ts';
import { isObject } from '#lib/json/values.ts';
import { type FilterUse, type PathSegment, templateReferences } from '#lib/liquid/references.ts';
import { type LayoutBody, templateOf } from '#lib/rendering/mail.ts';
import type { StepType } from '#lib/steps/controls.ts';

/** A value that a template reads. In the path, `*` is an item of a list. */
export interface ValueUse {
  path: readonly PathSegment[];
  /** The kind of value that the template needs. */
  kind: 'text' | 'list' | 'number' | 'time';
}

/** Returns every value that the templates of a step and its layout read. Templates that do not parse read nothing. */
export function valueUses(definition: StepType, controls: JsonObject, layout?: LayoutBody): ValueUse[] {
  const texts = Object.entries(definition.templates).flatMap(([path, kind]) => {
    const value = path
      .split('.')
      .reduce<unknown>((holder, key) => (isObject(holder) ? holder[key] : undefined), controls);
    if (kind !== 'body') return textsIn(value);
    return typeof value === 'string' ? bodyTexts({ body: value, editorType: controls.editorType }) : [];
  });
  return [...texts, ...(layout ? bodyTexts(layout) : [])].flatMap(usesOf);
}

function bodyTexts(content: LayoutBody): string[] {
  try {
    return [templateOf(content)];
  } catch {
    return [];
  }
}

function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

function usesOf(text: string): ValueUse[] {
  const { references, filters, loops, errors } = templateReferences(text);
  if (errors.length > 0) return [];
  const lists = new Map(loops.map(({ name, list }) => [name, list]));
  const resolve = (path: readonly PathSegment[]) => resolved(path, lists);
  return [
    ...references.map(({ path }) => ({ path: resolve(path), kind: 'text' }) as const),
    ...[...lists.values()].map((path) => ({ path: resolve(path), kind: 'list' }) as const),
    ...filters.flatMap((use) => filterUses(use, resolve)),
  ];
}

const LIST_FILTERS = new Set(
  'compact concat digest find first group_by has join last map push reject reverse sample sort sort_natural sum toSentence uniq where'.split(
    ' ',
  ),
);
const NUMBER_FILTERS = new Set(
  'abs at_least at_most ceil divided_by floor minus modulo plus pluralize round times'.split(' '),
);

function filterUses(
  { name, args, input }: FilterUse,
  resolve: (path: PathSegment[]) => readonly PathSegment[],
): ValueUse[] {
  if (!input) return [];
  const path = resolve(input);
  if (name.startsWith('date')) return [{ path, kind: 'time' }];
  if (NUMBER_FILTERS.has(name)) return [{ path, kind: 'number' }];
  if (!LIST_FILTERS.has(name)) return [];
  const key = args
    .map(({ value }) => value)
    .find((value) => typeof value === 'string' && /^[\w-]+(\.[\w-]+)*$/.test(value));
  const ofItems = ITEM_KEY_FILTERS.has(name) && typeof key === 'string' ? key.split('.') : [];
  return [
    { path, kind: 'list' },
    ...(ofItems.length > 0 ? [{ path: [...path, '*', ...ofItems], kind: 'text' } as const] : []),
  ];
}

const ITEM_KEY_FILTERS = new Set(
  'digest find group_by has map reject sort sort_natural sum toSentence where'.split(' '),
);

/** Returns the path with each loop variable replaced by its list, from the inside out. */
function resolved(path: readonly PathSegment[], lists: ReadonlyMap<string, PathSegment[]>, depth = 0): PathSegment[] {
  const [root, ...rest] = path;
  const list = depth < 10 ? lists.get(String(root)) : undefined;
  if (!list || list[0] === root) return [...path];
  return [...resolved(list, lists, depth + 1), '*', ...rest];
}
