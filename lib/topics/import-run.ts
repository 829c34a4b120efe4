import { api } from '#lib/api/client.ts';
import type { ImportRow } from '#lib/subscribers/import.ts';
import { type ImportProgress, type ImportRun, runImport, type SendBatch } from '#lib/subscribers/import-run.ts';
import type { SubscriptionResults } from './schema.ts';

/** The largest number of subscriptions in one request. */
const REQUEST_ROWS = 100;

type Send = (subscriberIds: readonly string[], dryRun: boolean) => Promise<SubscriptionResults>;

/** Subscribes the subscribers of a file to a topic, as `runImport` does. */
export function runTopicImport(environmentId: string, topicKey: string, run: ImportRun): Promise<ImportProgress> {
  const path = `/v2/topics/${encodeURIComponent(topicKey)}/subscriptions`;
  const send: Send = (subscriptions, dryRun) =>
    api(path, { method: 'POST', environmentId, query: { dryRun }, body: { subscriptions } });
  return runImport(environmentId, run, (_, batch, dryRun) => subscribeBatch(batch, dryRun, send));
}

/**
 * Subscribes the rows of a batch. A check finds the existing subscriptions first. The result counts them as updated,
 * but they do not change.
 */
export async function subscribeBatch(batch: readonly ImportRow[], dryRun: boolean, send: Send): ReturnType<SendBatch> {
  const created: string[] = [];
  const updated: string[] = [];
  const failures = new Map<string, string>();
  for (let start = 0; start < batch.length; start += REQUEST_ROWS) {
    const ids = batch.slice(start, start + REQUEST_ROWS).map(({ body }) => body.subscriberId);
    const tried = await send(ids, true);
    const existing = new Set(tried.data.map(({ subscriber }) => subscriber.subscriberId));
    const fail = ({ errors = [] }: SubscriptionResults) => {
      for (const { subscriberId, message } of errors) failures.set(subscriberId, message);
    };
    fail(tried);
    const fresh = ids.filter((id) => !existing.has(id) && !failures.has(id));
    if (!dryRun && fresh.length > 0) fail(await send(fresh, false));
    created.push(...fresh.filter((id) => !failures.has(id)));
    updated.push(...existing);
  }
  const failed = batch.flatMap(({ body }, index) => {
    const message = failures.get(body.subscriberId);
    return message === undefined ? [] : { index, message };
  });
  return { created, updated, failed };
}
