import { counted } from '#lib/text/counted.ts';

const DAYS = [1, 7, 14, 30, 60, 90, 180, 365, 730];

/**
 * Returns the choices for an environment: as long as the installation keeps runs, and less.
 *
 * @param most the installation's retention in days
 * @param own the environment's current retention, which is always a choice
 */
export function retentionChoices(most: number, own: number | undefined): { value: string; label: string }[] {
  const days = [...new Set([...DAYS.filter((each) => each < most), ...(own === undefined ? [] : [own])])];
  return [
    { value: 'installation', label: `Default (${counted(most, 'day')})` },
    ...days.toSorted((a, b) => a - b).map((each) => ({ value: String(each), label: counted(each, 'day') })),
  ];
}

/** Returns a retention as text: “30 days”. Null means the installation's retention. */
export function daysText(days: number | null, most: number | undefined): string {
  return days === null ? `${counted(most ?? 0, 'day')}, the default` : counted(days, 'day');
}
