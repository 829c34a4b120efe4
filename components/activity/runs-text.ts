import { counted } from '#lib/text/counted.ts';

/** Returns "45 runs, 2 of them failed". */
export function runsText(total: number, failed: number): string {
  return [countedRuns(total), failedText(total, failed)].filter(Boolean).join(', ');
}

/** Returns "45 runs". */
export function countedRuns(total: number): string {
  return counted(total, 'run');
}

/** Returns "2 of them failed". Undefined if none failed. */
function failedText(total: number, failed: number): string | undefined {
  if (failed === 0) return undefined;
  if (total === 1) return 'failed';
  return failed === total ? 'all of them failed' : `${failed.toLocaleString('en')} of them failed`;
}
