import { api } from '#lib/api/client.ts';
import { type ImportProgress, NOTHING_SENT } from '#lib/subscribers/import-run.ts';
import type { SuppressionRow } from './import.ts';
import type { BulkSuppressionsResult } from './schema.ts';

/** The largest number of addresses in one request. */
const BATCH = 500;

export interface SuppressionRun {
  rows: readonly SuppressionRow[];
  /** Adds nothing. The counts are those of a real import. */
  dryRun: boolean;
  /** The progress of an earlier run, after which this one continues. */
  from?: ImportProgress;
  signal: AbortSignal;
  onProgress: (progress: ImportProgress) => void;
}

/**
 * Sends rows in batches, one after another, until the end, an error or `signal`. Addresses that were sent stay listed. Sending
 * them again changes nothing.
 */
export async function importSuppressions(
  environmentId: string,
  { rows, dryRun, from = NOTHING_SENT, signal, onProgress }: SuppressionRun,
): Promise<ImportProgress> {
  const { error: _earlier, ...rest } = from;
  let progress: ImportProgress = rest;
  while (progress.sent < rows.length && !signal.aborted) {
    const batch = rows.slice(progress.sent, progress.sent + BATCH);
    try {
      progress = added(progress, batch, await send(environmentId, batch, dryRun));
    } catch (cause) {
      return { ...progress, error: cause instanceof Error ? cause.message : String(cause) };
    }
    onProgress(progress);
  }
  return progress;
}

function send(environmentId: string, batch: readonly SuppressionRow[], dryRun: boolean) {
  const body = { suppressions: batch.map((row) => row.body) };
  const query = { dryRun };
  return api<BulkSuppressionsResult>('/v1/suppressions/bulk', { method: 'POST', environmentId, query, body });
}

function added(
  progress: ImportProgress,
  batch: readonly SuppressionRow[],
  { created, existing, failed }: BulkSuppressionsResult,
): ImportProgress {
  const rejected = failed.map(({ index, message }) => ({ line: batch[index]?.line ?? 0, reason: sentenceOf(message) }));
  return {
    sent: progress.sent + batch.length,
    created: progress.created + created,
    updated: progress.updated + existing,
    problems: [...progress.problems, ...rejected],
  };
}

/** Returns "Must be an email address." for "address: must be an email address". */
function sentenceOf(message: string): string {
  const text = message.replace('address: ', '');
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}
