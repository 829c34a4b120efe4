import { sides } from '#components/status/sides.tsx';
import { reasonLabels } from '#lib/reasons/labels.ts';
import { SIDES } from '#lib/reasons/side.ts';
import { stepLabels } from '#lib/steps/labels.ts';
import { type SlowerThan, slowerThanLabels } from '#lib/time/slowness.ts';
import { type ActivityQuery, type Filters, filtersOf, statusOptions } from './activity-query.ts';

export const reasonOptions = (Object.keys(reasonLabels) as (keyof typeof reasonLabels)[]).map((value) => ({
  value,
  label: reasonLabels[value],
}));
const sideOptions = SIDES.map((value) => ({ value, label: sides[value].label }));

/** The names of the filters in texts. IDs without a name are shown unchanged. */
const names: { [Name in keyof Filters]: string } = {
  status: 'status',
  reason: 'reason',
  side: 'caused by',
  workflow: 'workflow',
  channel: 'channel',
  severity: 'severity',
  integration: 'integration',
  provider: 'provider',
  slower: 'slower than',
  subscriber: 'subscriber',
  email: 'email',
  search: 'name, email or subscriber ID with',
  transaction: 'transaction',
  topic: 'topic',
  recovery: 'retried together',
  context: 'context',
};

const valueNames: Record<string, string> = {
  ...Object.fromEntries(
    [...statusOptions, ...reasonOptions, ...sideOptions].map(({ value, label }) => [value, label.toLowerCase()]),
  ),
  ...stepLabels,
};

/** Returns the filters as text for the empty state: "status failed · email “jane@shop.example”". */
export function filterSummary(query: ActivityQuery, known: ReadonlyMap<string, string> = new Map()): string {
  return Object.entries(filtersOf(query))
    .filter(([, value]) => value.length > 0)
    .map(([name, value]) => {
      const label = names[name as keyof Filters];
      if (name === 'slower') return `${label} ${slowerThanLabels[value as SlowerThan]}`;
      if (name === 'recovery') return label;
      if (typeof value === 'string') return `${label} “${value}”`;
      return `${label} ${value.map((each) => known.get(each) ?? valueNames[each] ?? each).join(', ')}`;
    })
    .join(' · ');
}
