import { severityOptions } from '#components/status/severity-mark.tsx';
import type { BarFilter } from '#components/table/bar-filter.ts';
import { FacetFilter } from '#components/table/facet-filter.tsx';
import { separated, TextFilter } from '#components/table/text-filter.tsx';
import { type ActivityQuery, reasonOptions } from './activity-query.ts';

const facets = {
  reason: {
    label: 'Reason',
    options: reasonOptions,
    help: 'The reason for the run’s outcome. If several steps were skipped, the reason of the first one.',
  },
  severity: { label: 'Severity', options: severityOptions },
} as const;
const texts = {
  context: {
    label: 'Context',
    help: 'All context keys of the run, each type:id, separated by commas.',
    placeholder: 'tenant:acme',
  },
  email: { label: 'Email', help: 'The whole address, exactly as stored.', placeholder: 'jane@example.com' },
  transaction: { label: 'Transaction id', help: 'The id that the trigger returned.', placeholder: 'txn_…' },
  topic: { label: 'Topic key', help: 'Runs that were sent to this topic.', placeholder: 'order-updates' },
} as const;

interface Props {
  query: ActivityQuery;
  onChange: (change: Partial<ActivityQuery>) => void;
}

/** Returns the rarely needed filters. Each appears in the bar once it is set. */
export function moreFilters({ query, onChange }: Props): BarFilter[] {
  const chips = [
    ...(['reason', 'severity'] as const).map((id) => ({
      id,
      label: facets[id].label,
      chip: <FacetFilter {...facets[id]} value={query[id]} onChange={(value) => onChange({ [id]: value })} />,
    })),
    ...(['context', 'email', 'transaction', 'topic'] as const).map((id) => {
      const value = query[id];
      const isList = typeof value !== 'string';
      const set = (text: string) => onChange({ [id]: isList ? separated(text) : text });
      const text = isList ? value.join(', ') : value;
      return { id, label: texts[id].label, chip: <TextFilter {...texts[id]} value={text} onChange={set} /> };
    }),
  ];
  return chips.map((filter) => ({ ...filter, isSet: query[filter.id].length > 0, shown: 'rarely' }));
}
