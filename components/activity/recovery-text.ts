import type { LISTED_STATUSES } from '#lib/notifications/status/live-statuses.ts';
import { reasonLabels } from '#lib/reasons/labels.ts';
import type { CauseCount, Recovery, RecoveryPreview, RecoveryResult } from '#lib/recoveries/schema.ts';
import { counted } from '#lib/text/counted.ts';
import { listText } from '#lib/text/list-text.ts';
import { lowerFirst } from '#lib/text/lower-first.ts';
import { momentText } from '#lib/time/time.ts';

const names: Readonly<Record<string, string>> = reasonLabels;

/** A group of runs with its expected result: 41, "will be sent". */
export interface PreviewRow {
  count: number;
  text: string;
  /** Whether the row is a part of the row above: an expected result of the retried runs. */
  isPart?: true;
}

/**
 * Returns the rows of the runs that a recovery would retry, with their expected results, and of the runs that it would
 * exclude. The rows that are not parts add up to the counted runs. The result of the recovery has the same numbers.
 */
export function previewRows({
  retryable,
  wouldSend,
  wouldWait,
  likelyToFail,
  wouldSkip,
  wouldFail,
  notRetryable,
}: RecoveryPreview): PreviewRow[] {
  const failing = merged([...likelyToFail, ...wouldFail]);
  const parts = [
    { count: wouldSend, text: 'expected to be sent' },
    { count: wouldWait, text: `expected to wait: ${WAITING}` },
    { count: sumOf(failing), text: `expected to fail again: ${causes(named(failing))}` },
    { count: sumOf(wouldSkip), text: `expected to be skipped: ${causes(named(wouldSkip))}` },
  ];
  const excluded = sumOf(notRetryable);
  return [
    { count: retryable, text: retriedText(retryable) },
    ...parts.filter(({ count }) => count > 0).map((part) => ({ ...part, isPart: true as const })),
    ...(excluded > 0 ? [{ count: excluded, text: excludedText(excluded, notRetryable) }] : []),
  ];
}

/** Returns "are retried, of which:". */
function retriedText(count: number): string {
  if (count === 0) return 'are retried';
  return count === 1 ? 'is retried:' : 'are retried, of which:';
}

/** Returns the warning about retried runs whose message may have arrived already. Undefined if there are none. */
export function arrivedText({ mayHaveArrived, isPartial }: RecoveryPreview): string | undefined {
  if (mayHaveArrived === 0) return undefined;
  const runs = `${isPartial ? 'at least ' : ''}${counted(mayHaveArrived, 'run')}`;
  return `In ${runs}, the message may have arrived already: the outcomes of earlier attempts are unknown. A retry may send it again.`;
}

const WAITING = 'the provider is unavailable now';

/** Returns "61 failed runs match the filters", with the number of counted runs. */
export function previewTitle({ total, failed, isPartial }: RecoveryPreview): string {
  if (total === 0) return 'No failed run matches the filters.';
  const all = `${counted(total, 'failed run')} ${total === 1 ? 'matches' : 'match'} the filters`;
  return isPartial ? `${all}. Of the newest ${shown(failed)}, which were checked:` : `${all}:`;
}

/**
 * Returns the progress ("Retrying 412 failed runs: 117 retried, 3 excluded, 292 to go") or the result: "412 failed runs: 409
 * retried, 3 excluded: the workflow was deleted".
 */
export function progressText({ status, total, retried, skipped, notRetried }: Recovery): string {
  const rest = Math.max(0, total - retried - skipped);
  const done = [
    `${shown(retried)} retried`,
    ...(skipped > 0 ? [`${shown(skipped)} excluded${status === 'running' ? '' : causesBehind(notRetried)}`] : []),
  ];
  const runs = counted(total, 'failed run');
  if (status === 'running') return `Retrying ${runs}: ${[...done, `${shown(rest)} to go`].join(', ')}`;
  if (status === 'done') return `${runs}: ${done.join(', ')}`;
  return `Stopped. ${runs}: ${[...done, `${shown(rest)} not reached`].join(', ')}`;
}

/** Returns "29 Nov, 14:02: The provider works again". */
export function recoveryName({ createdAt, reason }: Pick<Recovery, 'createdAt' | 'reason'>, zone?: string): string {
  return `${momentText(createdAt, zone)}: ${reason}`;
}

type Status = (typeof LISTED_STATUSES)[number];

/** The words for each result, and the statuses of its runs. */
const RESULTS: Record<RecoveryResult, { words: string; statuses: readonly Status[] }> = {
  sent: { words: 'sent', statuses: ['sent'] },
  failed: { words: 'failed again', statuses: ['failed'] },
  skipped: { words: 'skipped', statuses: ['skipped', 'throttled', 'merged', 'cancelled', 'done'] },
  running: { words: 'still running', statuses: ['queued', 'running', 'waiting', 'stuck'] },
};

/** Returns "380 sent", "20 failed again" and so on, each with the query that finds these runs in Activity. */
export function recoveryResults({
  _id,
  results,
}: Pick<Recovery, '_id' | 'results'>): { text: string; query: string }[] {
  return Object.entries(RESULTS).flatMap(([name, { words, statuses }]) => {
    const count = results?.[name as RecoveryResult] ?? 0;
    const query = new URLSearchParams({ range: '90d', recovery: _id, status: statuses.join(',') });
    return count > 0 ? [{ text: `${shown(count)} ${words}`, query: String(query) }] : [];
  });
}

function excludedText(count: number, why: readonly CauseCount[]): string {
  return `${count === 1 ? 'is' : 'are'} excluded: ${causes(why)}`;
}

/** Returns ": the workflow was deleted", or an empty text if no cause is stored. */
function causesBehind(counts: readonly CauseCount[]): string {
  return counts.length === 0 ? '' : `: ${causes(counts)}`;
}

/** Returns the counts with one entry for each code, the highest first. */
function merged(counts: RecoveryPreview['wouldFail']): RecoveryPreview['wouldFail'] {
  const byCode = [...Map.groupBy(counts, ({ code }) => code)];
  return byCode.map(([code, of]) => ({ code, count: sumOf(of) })).sort((one, other) => other.count - one.count);
}

function named(counts: RecoveryPreview['wouldSkip']): CauseCount[] {
  return counts.map(({ code, count }) => ({ reason: lowerFirst(names[code] ?? code), count }));
}

/** Returns "address suppressed (2) and subscriber deleted (1)". A single cause has no number. */
function causes(counts: readonly CauseCount[]): string {
  const [only, ...more] = counts;
  if (only && more.length === 0) return only.reason;
  return listText(counts.map(({ reason, count }) => `${reason} (${shown(count)})`));
}

function sumOf(counts: readonly { count: number }[]): number {
  return counts.reduce((sum, { count }) => sum + count, 0);
}

function shown(count: number): string {
  return count.toLocaleString('en');
}
