import { counted } from '#lib/text/counted.ts';

/** The noun for the rows of a list and its chart. */
export type RowNoun = 'run' | 'message';

/** Returns "45 runs, 2 of them failed". */
export function runsText(total: number, failed: number, noun: RowNoun = 'run'): string {
  return [counted(total, noun), failedText(total, failed)].filter(Boolean).join(', ');
}

/** Returns "2 of them failed". Undefined if none failed. */
function failedText(total: number, failed: number): string | undefined {
  if (failed === 0) return undefined;
  if (total === 1) return 'failed';
  return failed === total ? 'all of them failed' : `${failed.toLocaleString('en')} of them failed`;
}
