/** The variables at a place of a document: the variables of the step, and the item of each surrounding repeat. */
import { movedSchema, valuePaths } from '#components/code/schema-path.ts';
import type { JsonObject } from '#lib/json/values.ts';
import { asObject } from '#lib/json/values.ts';
import { CONTENT_SLOT, expressionOf } from '#lib/rendering/block-document.ts';
import type { Ancestor } from './ancestors.ts';

/** Returns the schema with `current`, the item of the innermost repeat. */
export function variablesAt(variables: JsonObject | undefined, ancestors: readonly Ancestor[]): JsonObject {
  const schema = variables ?? {};
  const repeat = ancestors.find(({ type }) => type === 'repeat');
  if (!repeat) return schema;
  const path = [...expressionOf(String(repeat.attrs.each ?? '')).split('.'), '*'];
  return { ...schema, properties: { ...asObject(schema.properties), current: movedSchema(schema, path) } };
}

export interface PathChoice {
  path: string;
  type: string;
}

/** Returns the paths that contain the typed text. Paths that start with it come first. */
export function pathsFor(variables: JsonObject, typed: string): PathChoice[] {
  const term = typed.toLowerCase();
  const all = valuePaths(variables).filter(({ path }) => path !== CONTENT_SLOT);
  const matching = all.filter(({ path }) => path.toLowerCase().includes(term));
  const order = ({ path }: PathChoice) => (path.toLowerCase().startsWith(term) ? 0 : 1);
  return matching.map(({ path, type }) => ({ path, type })).sort((a, b) => order(a) - order(b));
}
