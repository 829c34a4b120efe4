import { reasonLabels } from '#lib/reasons/labels.ts';
import type { Recovery, RecoveryPreview } from '#lib/recoveries/schema.ts';
import { counted } from '#lib/text/counted.ts';
import { listText } from '#lib/text/list-text.ts';
import { lowerFirst } from '#lib/text/lower-first.ts';

const names: Readonly<Record<string, string>> = reasonLabels;

/**
 * Returns what a recovery would do: "41 would be sent.", "3 would be skipped: address suppressed (2) and subscriber deleted (1).",
 * "12 cannot be retried: the workflow was deleted." A single cause has no number of its own.
 */
export function previewSentences(preview: RecoveryPreview): string[] {
  const { total, failed, wouldSend, wouldSkip, wouldFail, notRetryable, isPartial } = preview;
  if (total === 0) return ['No failed run matches the filters.'];
  const groups = (counts: RecoveryPreview['wouldSkip']) =>
    causes(counts.map(({ code, count }) => ({ cause: lowerFirst(names[code] ?? code), count })));
  const obstacles = causes(notRetryable.map(({ reason: cause, count }) => ({ cause, count })));
  const [skipped, failing, lost] = [wouldSkip, wouldFail, notRetryable].map(sumOf) as [number, number, number];
  return [
    ...(isPartial ? [`${shown(total)} failed runs match, and the newest ${shown(failed)} were counted:`] : []),
    wouldSend === 0 ? 'None would be sent.' : `${shown(wouldSend)} would be sent.`,
    ...(skipped > 0 ? [`${shown(skipped)} would be skipped: ${groups(wouldSkip)}.`] : []),
    ...(failing > 0 ? [`${shown(failing)} would fail again: ${groups(wouldFail)}.`] : []),
    ...(lost > 0 ? [`${shown(lost)} cannot be retried: ${obstacles}.`] : []),
  ];
}

function causes(counts: readonly { cause: string; count: number }[]): string {
  const [only, ...more] = counts;
  if (only && more.length === 0) return only.cause;
  return listText(counts.map(({ cause, count }) => `${cause} (${shown(count)})`));
}

/** Returns "Retrying failed runs: 120 of 412, 3 skipped", or the result: "409 failed runs retried, 3 skipped". */
export function progressText({ status, total, retried, skipped }: Recovery): string {
  const rest = skipped > 0 ? `, ${shown(skipped)} skipped` : '';
  if (status === 'running') return `Retrying failed runs: ${shown(retried + skipped)} of ${shown(total)}${rest}`;
  if (status === 'done') return `${counted(retried, 'failed run')} retried${rest}`;
  return `Stopped after ${shown(retried + skipped)} of ${counted(total, 'failed run')}: ${shown(retried)} retried${rest}`;
}

function sumOf(counts: readonly { count: number }[]): number {
  return counts.reduce((sum, { count }) => sum + count, 0);
}

function shown(count: number): string {
  return count.toLocaleString('en');
}
