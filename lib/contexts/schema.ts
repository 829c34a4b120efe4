/** Wire shapes of contexts. */
import { z } from 'zod';
import { boundedRecord } from '#lib/api/bounded-record.ts';
import { CursorQuery, pageOf } from '#lib/api/cursor-page.ts';
import { queryText } from '#lib/api/query.ts';
import { chosenId, JsonObject, storableText } from '#lib/api/text.ts';
import { Timestamp } from '#lib/api/wire.ts';

const Type = storableText(128).min(1, 'must not be empty');
const Key = storableText(255).min(1, 'must not be empty');

export const ContextParams = z.object({ type: Type, id: Key });
export type ContextParams = z.infer<typeof ContextParams>;

export const Context = z.strictObject({
  type: z.string(),
  id: z.string(),
  data: JsonObject,
  createdAt: Timestamp,
  updatedAt: Timestamp,
});
export type Context = z.infer<typeof Context>;

export const ContextPage = pageOf(Context);
export type ContextPage = z.infer<typeof ContextPage>;

/** Query of GET /v2/contexts, sorted by type and ID. `search` matches a part of the type or the ID, ignoring case. */
export const ListContextsQuery = CursorQuery.omit({ orderBy: true }).extend({
  id: queryText(),
  type: queryText(128),
  search: queryText(),
});
export type ListContextsQuery = z.infer<typeof ListContextsQuery>;

export const CreateContextBody = z.object({
  type: chosenId(128).refine((type) => type !== '__proto__', 'must not be __proto__'),
  id: chosenId(255),
  data: JsonObject.optional(),
});
export type CreateContextBody = z.infer<typeof CreateContextBody>;

/** Body of PATCH /v2/contexts/{type}/{id}. `data` replaces the stored data. */
export const UpdateContextBody = z.object({ data: JsonObject });
export type UpdateContextBody = z.infer<typeof UpdateContextBody>;

/** Response of GET /v2/contexts/types, sorted; at most 1,000. */
export const ContextTypes = z.array(z.string());
export type ContextTypes = z.infer<typeof ContextTypes>;

/** The largest number of contexts that one request may name. */
export const MAX_CONTEXTS = 5;

export const ContextId = chosenId(255);

const ContextValue = z.union([ContextId, z.object({ id: ContextId, data: JsonObject.optional() })]);

/**
 * The contexts of a trigger, a subscription or a preference, by context type: an ID alone, or an ID with data to store.
 */
export const ContextInput = boundedRecord(storableText(128).min(1, 'must not be empty'), ContextValue, MAX_CONTEXTS);
export type ContextInput = z.infer<typeof ContextInput>;

/** A number of records, at most 10,000. `isCapped` if there are more. */
const BoundedCount = z.strictObject({ count: z.int().nonnegative(), isCapped: z.boolean() });

/** Response of GET /v2/contexts/{type}/{id}/usage: the records with exactly this context. */
export const ContextUsage = z.strictObject({
  /** Subscribers with a preference or a subscription. */
  subscribers: BoundedCount,
  runs: BoundedCount,
  messages: BoundedCount,
  preferences: BoundedCount,
  subscriptions: BoundedCount,
});
export type ContextUsage = z.infer<typeof ContextUsage>;
