import { counted } from '#lib/text/counted.ts';

/** "45 runs, 2 of them failed" */
export function runsText(total: number, failed: number): string {
  return [countedRuns(total), failedText(total, failed)].filter(Boolean).join(', ');
}

/** "45 runs" */
export function countedRuns(total: number): string {
  return counted(total, 'run');
}

/** "2 of them failed" */
function failedText(total: number, failed: number): string | undefined {
  if (failed === 0) return undefined;
  if (total === 1) return 'failed';
  return failed === total ? 'all of them failed' : `${failed.toLocaleString('en')} of them failed`;
}
