'use client';

import { useQuery } from '@tanstack/react-query';
import { useEnvironment } from '#components/layout/session.tsx';
import { FacetFilter } from '#components/table/facet-filter.tsx';
import { integrationQueries } from '#lib/integrations/client.ts';
import { providerName } from '#lib/providers/catalogue/facts.ts';

interface Props {
  /** The IDs of the chosen providers. */
  value: readonly string[];
  onChange: (value: string[]) => void;
}

/** The filter of runs or messages by the providers of the environment's integrations. */
export function ProviderFilter(props: Props) {
  const { data = [] } = useQuery(integrationQueries.list(useEnvironment().id));
  const ids = [...new Set(data.filter(({ channel }) => channel).map(({ providerId }) => providerId))];
  const options = ids
    .map((value) => ({ value, label: providerName(value) }))
    .sort((one, other) => one.label.localeCompare(other.label));
  return <FacetFilter label="Provider" options={options} {...props} />;
}
