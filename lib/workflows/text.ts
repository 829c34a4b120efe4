import { LRUCache } from 'lru-cache';
import type { Ctx } from '#lib/api/context.ts';
import { etagOf } from '#lib/api/etag.ts';
import { type RawJson, rawJson } from '#lib/api/operation.ts';
import { type FoundWorkflow, findWorkflow } from './query.ts';
import { readsMasks } from './secrets.ts';
import { workflowNotFound } from './validation.ts';
import { workflowWire } from './wire.ts';

/** Returns one workflow of the environment by its ID, as a response. @throws ApiError `not_found`. */
export async function workflowReply(ctx: Pick<Ctx, 'actor' | 'environmentId'>, id: string): Promise<RawJson> {
  const found = await findWorkflow(ctx.environmentId, { id, identifier: '' });
  if (found === undefined) throw workflowNotFound(id);
  return replyOf(ctx, found);
}

/**
 * Caches wire shapes by the JSON text that determines them, because creating a shape costs more than this lookup.
 * Limited in number and size.
 */
const made = new LRUCache<string, RawJson>({ max: 200 });
const MAX_FOUND_LENGTH = 50_000;

/** Returns the Workflow with its version as ETag. @param found the JSON text of a FoundWorkflow. */
export function replyOf(ctx: Pick<Ctx, 'actor'>, found: string): RawJson {
  const key = `${readsMasks(ctx) ? 'masked' : 'whole'} ${found}`;
  const known = made.get(key);
  if (known !== undefined) return known;
  const record = JSON.parse(found) as FoundWorkflow;
  const reply = rawJson(JSON.stringify(workflowWire(ctx, record)), { etag: etagOf(record.workflow.version) });
  if (found.length > MAX_FOUND_LENGTH) return reply;
  made.set(key, reply);
  return reply;
}
