import dynamic from 'next/dynamic';
import { severityOptions } from '#components/status/severity-mark.tsx';
import type { BarFilter } from '#components/table/bar-filter.ts';
import { FacetFilter } from '#components/table/facet-filter.tsx';
import { separated } from '#components/table/separated.ts';
import type { ActivityQuery } from './activity-query.ts';

// Loaded once one of these filters is in the bar, with names and counts.
const SideFilter = dynamic(() => import('./reason-filters.tsx').then((module) => module.SideFilter));
const IntegrationFilter = dynamic(() =>
  import('#components/integrations/integration-filter.tsx').then((module) => module.IntegrationFilter),
);
const ProviderFilter = dynamic(() =>
  import('#components/integrations/provider-filter.tsx').then((module) => module.ProviderFilter),
);
const RecoveryFilter = dynamic(() => import('./recovery-filter.tsx').then((module) => module.RecoveryFilter));
const SlowerFilter = dynamic(() => import('./slower-filter.tsx').then((module) => module.SlowerFilter));
const TextFilter = dynamic(() => import('#components/table/text-filter.tsx').then((module) => module.TextFilter));
const ReasonFilter = dynamic(() => import('./reason-filters.tsx').then((module) => module.ReasonFilter));

const texts = {
  context: {
    label: 'Context',
    help: 'All context keys of the run, each type:id, separated by commas.',
    placeholder: 'tenant:acme',
  },
  email: { label: 'Email', help: 'The whole address, exactly as stored.', placeholder: 'jane@example.com' },
  transaction: { label: 'Transaction ID', help: 'The ID that the trigger returned.', placeholder: 'txn_…' },
  topic: { label: 'Topic key', help: 'Runs that were sent to this topic.', placeholder: 'order-updates' },
} as const;

interface Props {
  query: ActivityQuery;
  until: number;
  onChange: (change: Partial<ActivityQuery>) => void;
}

/** Returns the rarely needed filters. Each appears in the bar once it is set. */
export function moreFilters(props: Props): BarFilter[] {
  const { query, onChange } = props;
  const chips = [
    { id: 'side' as const, label: 'Cause', chip: <SideFilter {...props} /> },
    { id: 'reason' as const, label: 'Reason', chip: <ReasonFilter {...props} /> },
    {
      id: 'integration' as const,
      label: 'Integration',
      chip: (
        <IntegrationFilter
          value={query.integration}
          onChange={(integration) => onChange({ integration })}
          help="The integration through which a step last sent, or tried to send. The newest 20,000 runs are searched."
        />
      ),
    },
    {
      id: 'provider' as const,
      label: 'Provider',
      chip: <ProviderFilter value={query.provider} onChange={(provider) => onChange({ provider })} />,
    },
    {
      id: 'slower' as const,
      label: 'Slower than',
      chip: <SlowerFilter value={query.slower} onChange={(slower) => onChange({ slower })} />,
    },
    {
      id: 'severity' as const,
      label: 'Severity',
      chip: (
        <FacetFilter
          label="Severity"
          options={severityOptions}
          value={query.severity}
          onChange={(severity) => onChange({ severity })}
        />
      ),
    },
    {
      id: 'recovery' as const,
      label: 'Retried together',
      chip: <RecoveryFilter value={query.recovery} onChange={(recovery) => onChange({ recovery })} />,
    },
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
