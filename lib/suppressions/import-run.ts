import { api } from '#lib/api/client.ts';
import { type ImportProgress, type ImportRun, runImport } from '#lib/subscribers/import-run.ts';
import type { SuppressionRow } from './import.ts';
import type { BulkSuppressionsResult } from './schema.ts';

export type SuppressionRun = ImportRun<SuppressionRow>;

/** Adds addresses to the suppression list, as `runImport` does. Addresses that are already on it count as updated. */
export function importSuppressions(environmentId: string, run: SuppressionRun): Promise<ImportProgress> {
  return runImport(environmentId, run, sendBatch);
}

async function sendBatch(environmentId: string, batch: readonly SuppressionRow[], dryRun: boolean) {
  const body = { suppressions: batch.map((row) => row.body) };
  const { created, existing, failed } = await api<BulkSuppressionsResult>('/v1/suppressions/bulk', {
    method: 'POST',
    environmentId,
    body,
    query: { dryRun },
  });
  return {
    created: { length: created },
    updated: { length: existing },
    failed: failed.map(({ index, message }) => ({ index, message: sentenceOf(message) })),
  };
}

/** Returns "Must be an email address." for "address: must be an email address". */
function sentenceOf(message: string): string {
  const text = message.replace('address: ', '');
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}
