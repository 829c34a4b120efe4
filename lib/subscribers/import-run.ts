import { api } from '#lib/api/client.ts';
import { batchesOf, type ImportRow, type RowProblem } from './import.ts';
import type { BulkSubscribersResult } from './schema.ts';

export interface ImportProgress {
  /** The number of rows sent so far. */
  sent: number;
  created: number;
  updated: number;
  /** Rows that the service rejected. */
  problems: readonly RowProblem[];
  /** The error that stopped the import before its end. */
  error?: string;
}

export const NOTHING_SENT: ImportProgress = { sent: 0, created: 0, updated: 0, problems: [] };

/** A row of a file: its line, and its part of the request. */
interface SentRow {
  line: number;
  body: unknown;
}

export interface ImportRun<Row extends SentRow = ImportRow> {
  rows: readonly Row[];
  /** Whether nothing is saved. The counts are the same as for a real import. */
  dryRun: boolean;
  /** The progress of an earlier run, after which this run continues. */
  from?: ImportProgress;
  signal: AbortSignal;
  onProgress: (progress: ImportProgress) => void;
}

/** The result of one request: the numbers of changes, and the rejected rows by their position in the batch. */
interface BatchResult {
  created: { readonly length: number };
  updated: { readonly length: number };
  failed: readonly { index: number; message: string }[];
}

export type SendBatch<Row extends SentRow = ImportRow> = (
  environmentId: string,
  batch: readonly Row[],
  dryRun: boolean,
) => Promise<BatchResult>;

/** Saves subscribers, as `runImport` does. */
export function importSubscribers(environmentId: string, run: ImportRun): Promise<ImportProgress> {
  return runImport(environmentId, run, sendBatch);
}

/**
 * Sends rows in batches, one after another, until the end, an error or `signal`. Rows that were sent stay saved. Sending
 * them again changes nothing.
 */
export async function runImport<Row extends SentRow>(
  environmentId: string,
  { rows, dryRun, from = NOTHING_SENT, signal, onProgress }: ImportRun<Row>,
  send: SendBatch<Row>,
): Promise<ImportProgress> {
  const { error: _earlier, ...rest } = from;
  let progress: ImportProgress = rest;
  for (const batch of batchesOf(rows.slice(from.sent))) {
    if (signal.aborted) break;
    try {
      progress = added(progress, batch, await send(environmentId, batch, dryRun));
    } catch (cause) {
      return { ...progress, error: cause instanceof Error ? cause.message : String(cause) };
    }
    onProgress(progress);
  }
  return progress;
}

function sendBatch(environmentId: string, batch: readonly ImportRow[], dryRun: boolean) {
  const body = { subscribers: batch.map((row) => row.body) };
  return api<BulkSubscribersResult>('/v1/subscribers/bulk', { method: 'POST', environmentId, query: { dryRun }, body });
}

function added(
  progress: ImportProgress,
  batch: readonly SentRow[],
  { created, updated, failed }: BatchResult,
): ImportProgress {
  const rejected = failed.map(({ index, message }) => ({ line: batch[index]?.line ?? 0, reason: message }));
  return {
    sent: progress.sent + batch.length,
    created: progress.created + created.length,
    updated: progress.updated + updated.length,
    problems: [...progress.problems, ...rejected],
  };
}
