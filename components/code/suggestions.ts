/** The completions at a position of a template, independent of the editor's types. */
import type { JsonObject } from '#lib/json/values.ts';
import { FILTERS } from './filters.ts';
import { type Property, propertiesAt } from './schema-path.ts';
import { expanded, type Local, type TemplateContext } from './template-context.ts';

export interface Suggestion {
  label: string;
  kind: 'variable' | 'property' | 'local' | 'filter' | 'tag' | 'word';
  /** A short type or signature next to the label. */
  detail?: string;
  /** A description. */
  info?: string;
  /** Whether the suggestion has properties, so that completion continues after it. */
  nested?: boolean;
}

/** Returns the step's variables, local names, filters or tags, in the order of display. */
export function suggestions(context: TemplateContext, variables: JsonObject): Suggestion[] {
  if (context.kind === 'filter') return FILTER_SUGGESTIONS;
  if (context.kind === 'tag') return TAGS;
  const { path, locals } = context;
  if (path.length === 0) return [...localSuggestions(locals), ...roots(variables), ...WORDS];
  if (path[0] === 'forloop' && locals.some(({ name }) => name === 'forloop')) return path.length === 1 ? FORLOOP : [];
  const full = expanded(path, locals);
  return full ? propertiesAt(variables, full).map((property) => fromProperty(property, 'property')) : [];
}

function roots(variables: JsonObject): Suggestion[] {
  return propertiesAt(variables, []).map((property) => ({
    ...fromProperty(property, 'variable'),
    ...(ROOTS[property.name] && { info: ROOTS[property.name] }),
  }));
}

function localSuggestions(locals: readonly Local[]): Suggestion[] {
  const names = new Set(locals.map(({ name }) => name));
  return [...names].map((label) => ({
    label,
    kind: 'local',
    detail: 'local',
    info: 'Created by a tag of this template.',
  }));
}

function fromProperty({ name, type, description, nested }: Property, kind: Suggestion['kind']): Suggestion {
  return { label: name, kind, detail: type, nested, ...(description && { info: description }) };
}

const FILTER_SUGGESTIONS: Suggestion[] = FILTERS.map(({ name, description, signature }) => ({
  label: name,
  kind: 'filter',
  info: description,
  ...(signature && { detail: signature }),
}));

const ROOTS: Record<string, string> = {
  subscriber: 'The subscriber who gets the notification.',
  payload: 'The data that your code sends with the trigger.',
  steps: 'Results of the steps before this one.',
  workflow: 'This workflow.',
  context: 'The contexts of the run, by type.',
};

const TAGS: Suggestion[] = [
  ['if', 'Shows what follows when a condition holds. Ends with endif.'],
  ['elsif', 'Another condition of an if.'],
  ['else', 'The text if no condition holds, or if a list is empty.'],
  ['endif', 'Ends an if.'],
  ['unless', 'Shows what follows when a condition does not hold. Ends with endunless.'],
  ['endunless', 'Ends an unless.'],
  ['case', 'Chooses a branch by a value. Ends with endcase.'],
  ['when', 'A value of a case.'],
  ['endcase', 'Ends a case.'],
  ['for', 'Repeats what follows for each item of a list. Ends with endfor.'],
  ['endfor', 'Ends a for.'],
  ['break', 'Leaves the loop.'],
  ['continue', 'Continues with the next item.'],
  ['cycle', 'Prints several texts in turn, one in each round of a loop.'],
  ['assign', 'Stores a value under a name.'],
  ['capture', 'Stores the text that follows under a name. Ends with endcapture.'],
  ['endcapture', 'Ends a capture.'],
  ['increment', 'Shows a counter and adds one.'],
  ['decrement', 'Subtracts one and shows the counter.'],
  ['comment', 'Hides what follows. Ends with endcomment.'],
  ['endcomment', 'Ends a comment.'],
  ['raw', 'Shows the text up to endraw unchanged.'],
  ['endraw', 'Ends a raw.'],
  ['echo', 'Shows a value, like double braces.'],
].map(([label = '', info = '']) => ({ label, kind: 'tag', info }));

const FORLOOP: Suggestion[] = [
  ['index', 'whole number', 'Number of the item, from 1.'],
  ['index0', 'whole number', 'Number of the item, from 0.'],
  ['first', 'true or false', 'This is the first item.'],
  ['last', 'true or false', 'This is the last item.'],
  ['length', 'whole number', 'The number of items.'],
  ['rindex', 'whole number', 'The number of items left, including this one.'],
  ['rindex0', 'whole number', 'The number of items left after this one.'],
].map(([label = '', detail = '', info = '']) => ({ label, kind: 'property', detail, info }));

const WORDS: Suggestion[] = ['true', 'false', 'nil', 'empty', 'blank', 'contains', 'and', 'or', 'in'].map((label) => ({
  label,
  kind: 'word',
}));
