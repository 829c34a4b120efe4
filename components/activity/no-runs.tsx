'use client';

import { useQueries, useQuery } from '@tanstack/react-query';
import { Activity } from 'lucide-react';
import Link from 'next/link';
import { useSearchParams } from 'next/navigation';
import { useReader } from '#components/layout/first-paint.ts';
import { useEnvironment, useSession } from '#components/layout/session.tsx';
import { SubscriberMatches } from '#components/subscribers/subscriber-matches.tsx';
import { Button } from '#components/ui/button.tsx';
import { buttonClass } from '#components/ui/button-class.ts';
import { EmptyState } from '#components/ui/empty-state.tsx';
import type { Environment } from '#lib/environments/schema.ts';
import { integrationQueries } from '#lib/integrations/client.ts';
import { notificationQueries } from '#lib/notifications/client.ts';
import type { Volume } from '#lib/notifications/counts/volume-schema.ts';
import { type ActivityQuery, activityInput, filterInput, isFiltered, rangeText } from './activity-query.ts';
import { filterSummary } from './filter-summary.ts';
import { runsOf } from './runs-of.ts';
import { subscriberAddress } from './subscriber-address.ts';
import { viewQuery } from './view-query.ts';

interface Props {
  query: ActivityQuery;
  until: number;
  workflows: ReadonlyMap<string, string>;
  onChange: (change: Partial<ActivityQuery>) => void;
  onClear: () => void;
}

/** The empty list: its range and filters, and the other ranges and environments with matching runs. */
export function NoRuns({ query, until, workflows, onChange, onClear }: Props) {
  const environment = useEnvironment();
  const filtered = isFiltered(query);
  const range = rangeText(query, until, useReader().zone);
  const isOwnRange = Boolean(query.from || query.to);
  const earlier = useEarlier(query, until);
  const integrations = useIntegrationNames(query.integration.length > 0);
  return (
    <EmptyState
      icon={Activity}
      title={filtered ? 'No run matches' : `Nothing was triggered ${isOwnRange ? 'from' : 'in the'} ${range}`}
      action={
        <div className="flex flex-wrap justify-center gap-2">
          <Earlier volume={earlier} onClick={() => onChange({ range: '90d', from: '', to: '' })} />
          {query.search !== '' && (
            <SubscriberMatches
              text={query.search}
              what="Runs"
              hrefOf={(subscriberId) => subscriberAddress(environment.base, query, subscriberId)}
            />
          )}
          <Elsewheres query={query} until={until} />
          {filtered && <Button onClick={onClear}>Clear filters</Button>}
        </div>
      }
    >
      {filtered
        ? `In ${environment.name}, ${range}: ${filterSummary(query, new Map([...workflows, ...integrations]))}.`
        : `Each time your code triggers a workflow in ${environment.name}, its run appears here with its result.`}
      {filtered && earlier === 'none' && <p>There were none in the last 90 days either.</p>}
    </EmptyState>
  );
}

/** Returns the names of the integrations by `_id`. Empty unless `wanted`. */
function useIntegrationNames(wanted: boolean): [string, string][] {
  const { data = [] } = useQuery({ ...integrationQueries.list(useEnvironment().id), enabled: wanted });
  return data.map(({ _id = '', name }) => [_id, name]);
}

/**
 * Returns the number of matches in the whole history. `unknown`: counting failed. Undefined while loading, or if the
 * list already searched the whole history.
 */
function useEarlier(query: ActivityQuery, until: number): Volume | 'none' | 'unknown' | undefined {
  const environment = useEnvironment();
  const isAllHistory = query.range === '90d' && !query.from && !query.to;
  const before = activityInput(query, until).before ?? '';
  const { data, error } = useQuery({
    ...notificationQueries.volume(environment.id, { ...filterInput(query), before }),
    enabled: !isAllHistory,
    placeholderData: undefined,
  });
  if (isAllHistory) return undefined;
  if (data) return data.total > 0 ? data : 'none';
  return error ? 'unknown' : undefined;
}

function Earlier({ volume, onClick }: { volume: ReturnType<typeof useEarlier>; onClick: () => void }) {
  if (!volume || volume === 'none') return null;
  return (
    <Button variant="primary" onClick={onClick}>
      {volume === 'unknown' ? 'Look in the last 90 days' : `Show ${runsOf(volume)} of the last 90 days`}
    </Button>
  );
}

/** The number of matches in the organization's other environments. */
function Elsewheres({ query, until }: Pick<Props, 'query' | 'until'>) {
  const { environments } = useSession();
  const environment = useEnvironment();
  const search = viewQuery(useSearchParams().toString());
  // IDs of workflows and integrations belong to one environment, so other environments cannot match them.
  const others =
    query.workflow.length > 0 || query.integration.length > 0
      ? []
      : environments.filter(({ _id }) => _id !== environment.id);
  const input = activityInput(query, until);
  const elsewhere = useQueries({
    queries: others.map(({ _id }) => ({
      ...notificationQueries.volume(_id, input),
      placeholderData: undefined,
      retry: false,
    })),
  });
  return others.map((other, at) => {
    const found = elsewhere[at]?.data;
    return found && found.total > 0 && <Elsewhere key={other._id} environment={other} volume={found} query={search} />;
  });
}

interface ElsewhereProps {
  environment: Environment;
  volume: Volume;
  query: string;
}

function Elsewhere({ environment: { slug, name }, volume, query }: ElsewhereProps) {
  return (
    <Link href={`/${slug}/activity?${query}`} className={buttonClass({})}>
      {runsOf(volume)} in {name}
    </Link>
  );
}
