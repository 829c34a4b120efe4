import { reasonLabels } from '#lib/reasons/labels.ts';
import type { Recovery, RecoveryPreview } from '#lib/recoveries/schema.ts';
import { counted } from '#lib/text/counted.ts';
import { listText } from '#lib/text/list-text.ts';
import { lowerFirst } from '#lib/text/lower-first.ts';

const names: Readonly<Record<string, string>> = reasonLabels;

/**
 * Returns what a recovery would do: "41 would be sent.", "3 would be skipped: 2 address suppressed and 1 subscriber deleted.",
 * "12 cannot be retried: the workflow was deleted (12)."
 */
export function previewSentences(preview: RecoveryPreview): string[] {
  const { total, failed, wouldSend, wouldSkip, wouldFail, notRetryable, isPartial } = preview;
  if (total === 0) return ['No failed run matches the filters.'];
  const groups = (counts: RecoveryPreview['wouldSkip']) =>
    listText(counts.map(({ code, count }) => `${shown(count)} ${lowerFirst(names[code] ?? code)}`));
  const obstacles = listText(notRetryable.map(({ reason, count }) => `${reason} (${shown(count)})`));
  const [skipped, failing, lost] = [wouldSkip, wouldFail, notRetryable].map(sumOf) as [number, number, number];
  return [
    ...(isPartial ? [`${shown(total)} failed runs match, and the newest ${shown(failed)} were counted:`] : []),
    wouldSend === 0 ? 'None would be sent.' : `${shown(wouldSend)} would be sent.`,
    ...(skipped > 0 ? [`${shown(skipped)} would be skipped: ${groups(wouldSkip)}.`] : []),
    ...(failing > 0 ? [`${shown(failing)} would fail again: ${groups(wouldFail)}.`] : []),
    ...(lost > 0 ? [`${shown(lost)} cannot be retried: ${obstacles}.`] : []),
  ];
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
