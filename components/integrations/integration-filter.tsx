'use client';

import { useQuery } from '@tanstack/react-query';
import { useEnvironment } from '#components/layout/session.tsx';
import { FacetFilter } from '#components/table/facet-filter.tsx';
import { integrationQueries } from '#lib/integrations/client.ts';

interface Props {
  /** The `_id`s of the chosen integrations. */
  value: readonly string[];
  onChange: (value: string[]) => void;
  /** One line about the matched values. */
  help?: string;
}

/** The filter of runs or messages by the integrations that sent them. */
export function IntegrationFilter(props: Props) {
  const { data = [] } = useQuery(integrationQueries.list(useEnvironment().id));
  const sending = data.filter(({ channel }) => channel);
  const options = sending.map(({ _id = '', name }) => ({ value: _id, label: name }));
  return <FacetFilter label="Integration" options={options} {...props} />;
}
