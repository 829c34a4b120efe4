/** Filters of the inbox by tags and by data, and their limits. */
import { z } from 'zod';
import { storableText } from '#lib/api/text.ts';
import { isObject, type JsonObject } from '#lib/json/values.ts';

const MAX_VALUES_PER_GROUP = 100;
const MAX_GROUPS = 30;
const MAX_VALUES = 200;

/** Groups of alternatives. A message matches if it matches one alternative of every group. */
export type Groups<Value> = Value[][];

const groupOf = <Value extends z.ZodType>(value: Value) =>
  z.array(value).max(MAX_VALUES_PER_GROUP, `must contain no more than ${MAX_VALUES_PER_GROUP} elements`);
const anyOf = <Value extends z.ZodType>(value: Value) => z.strictObject({ or: groupOf(value) });
const allOf = <Value extends z.ZodType>(value: Value) =>
  z.strictObject({ and: z.array(anyOf(value)).max(MAX_GROUPS, `must contain no more than ${MAX_GROUPS} groups`) });

/** One value, alternatives, or groups of alternatives. An empty list is not a filter. */
type Wanted<Value> = Value | Value[] | { or: Value[] } | { and: { or: Value[] }[] };

const Tag = storableText(255);

/** `["a", "b"]` and `{"or": ["a", "b"]}` match either tag, `{"and": [{"or": […]}, …]}` matches a tag of every group. */
export const TagsFilter = z
  .union([Tag, groupOf(Tag), anyOf(Tag), allOf(Tag)])
  .refine((tags) => groupsOf<string>(tags).flat().length <= MAX_VALUES, `must contain no more than ${MAX_VALUES} tags`);
export type TagsFilter = z.infer<typeof TagsFilter>;

/** `tags=a&tags=b` matches either tag, `tags[0][]=a&tags[1][]=b` a tag of every group. */
export const TagsQuery = z.preprocess(
  (raw) => (isGroups(raw) ? { and: raw.map((or) => ({ or })) } : raw),
  TagsFilter.optional(),
);

const isGroups = (raw: unknown): raw is string[][] => Array.isArray(raw) && raw.length > 0 && raw.every(Array.isArray);

/** Returns the groups of tags. A matching message has one tag of each group. Empty without a filter. */
export const tagGroups = (tags: TagsFilter | undefined): Groups<string> =>
  tags === undefined ? [] : groupsOf<string>(tags);

const Scalar = z.union([storableText(256), z.number(), z.boolean()]);
type Scalar = z.infer<typeof Scalar>;
type DataValue = Wanted<Scalar>;
const DataValue: z.ZodType<DataValue, DataValue> = z.union([Scalar, groupOf(Scalar), anyOf(Scalar), allOf(Scalar)]);
const DataKey = storableText(256).refine(isDataKey, 'must not begin with $ or a dot, and must not be a reserved name');

/**
 * The wanted values of the message's data, or of an object in the data, by key. A list and `{"or": […]}` match any of
 * their values, `{"and": [{"or": […]}, …]}` matches a value of every group. A value that is a list matches by its
 * elements.
 */
export const DataFilter: z.ZodType<DataFilter, DataFilter> = z
  .record(DataKey, z.union([DataValue, z.record(DataKey, DataValue)]))
  .refine(
    (data) => dataGroups(data).flat().length <= CONTAINED_PER_VALUE * MAX_VALUES,
    `must contain no more than ${MAX_VALUES} values`,
  );
export type DataFilter = Record<string, DataValue | Record<string, DataValue>>;

function isDataKey(key: string): boolean {
  return !/^[$.]/.test(key) && key !== 'constructor' && key !== 'prototype';
}

/** Returns the groups of objects. The data of a matching message contains one object of each group. Empty without a filter. */
export function dataGroups(data: DataFilter | undefined): Groups<JsonObject> {
  return Object.entries(data ?? {}).flatMap(([key, value]) =>
    isNested(value)
      ? Object.entries(value).flatMap(([inner, wanted]) =>
          contained(wanted, (found) => ({ [key]: { [inner]: found } })),
        )
      : contained(value, (found) => ({ [key]: found })),
  );
}

function isNested(value: DataFilter[string]): value is Record<string, DataValue> {
  return isObject(value) && !Object.values(OPERATORS).some((operator) => operator.safeParse(value).success);
}

const OPERATORS = { or: anyOf(Scalar), and: allOf(Scalar) };

/** Each value is searched for as itself and as an element of a list. */
const CONTAINED_PER_VALUE = 2;

function contained(wanted: DataValue, at: (found: Scalar | Scalar[]) => JsonObject): Groups<JsonObject> {
  return groupsOf<Scalar>(wanted).map((group) => group.flatMap((value) => [at(value), at([value])]));
}

function groupsOf<Value>(wanted: Wanted<Value>): Groups<Value> {
  return given<Value>(wanted).filter((group) => group.length > 0);
}

function given<Value>(wanted: Wanted<Value>): Groups<Value> {
  if (Array.isArray(wanted)) return [wanted];
  if (!isObject(wanted)) return [[wanted as Value]];
  const { or, and } = wanted as { or?: Value[]; and?: { or: Value[] }[] };
  return and ? and.map((group) => group.or) : [or ?? []];
}
