'use client';

import { useQuery } from '@tanstack/react-query';
import { SlidersHorizontal } from 'lucide-react';
import Link from 'next/link';
import { useState } from 'react';
import { GuideLink } from '#components/guides/guide-link.tsx';
import { useEnvironment, useWhyNot } from '#components/layout/session.tsx';
import { failure } from '#components/table/read-error.ts';
import { buttonClass } from '#components/ui/button-class.ts';
import { EmptyState } from '#components/ui/empty-state.tsx';
import { ErrorState } from '#components/ui/error-state.tsx';
import { Skeleton } from '#components/ui/skeleton.tsx';
import { useMedia } from '#components/ui/use-media.ts';
import { preferenceQueries } from '#lib/preferences/client.ts';
import type { SubscriberPreferences } from '#lib/preferences/schema.ts';
import type { Subscriber } from '#lib/subscribers/schema.ts';
import type { WorkflowPreference } from './preference-cells.ts';
import { PreferenceLegend } from './preference-legend.tsx';
import { PreferenceList } from './preference-list.tsx';
import { choicesText } from './preference-origin.ts';
import { PreferenceTable } from './preference-table.tsx';

/** The effective preferences by workflow and channel, with the deciding layer, its time and its author. */
export function PreferenceMatrix({ subscriber }: { subscriber: Subscriber }) {
  const { id, base, name } = useEnvironment();
  const preferences = useQuery(preferenceQueries.ofSubscriber(id, subscriber.subscriberId));
  const denied = useWhyNot('preferences:write');
  const isList = useMedia('(max-width: 639px), (pointer: coarse)');
  if (preferences.error) {
    const retry = () => void preferences.refetch();
    return <ErrorState title="The preferences could not be loaded" {...failure(preferences.error)} onRetry={retry} />;
  }
  if (!preferences.data) return <Skeleton className="h-72 rounded-lg" />;
  if (preferences.data.workflows.length === 0) {
    return (
      <EmptyState
        icon={SlidersHorizontal}
        title="No workflow to choose from"
        action={
          <Link href={`${base}/workflows`} className={buttonClass()}>
            See the workflows
          </Link>
        }
      >
        There is no active workflow in {name}. Once one is activated, each of its channels can be switched off here.
      </EmptyState>
    );
  }
  return (
    <div className="flex flex-col gap-3 pb-6">
      <div className="text-pretty text-muted">
        {/* A line of its own, with room for three lines on phones, so that a longer text moves nothing. */}
        <p className="max-sm:min-h-[3lh]">{choicesText(preferences.data)}</p>
        <p>
          {denied ?? 'A switch applies only to this subscriber.'}{' '}
          <GuideLink path="preferences">Guide: preferences</GuideLink>
        </p>
      </div>
      <PreferenceLegend />
      <ChosenFirst layout={isList ? PreferenceList : PreferenceTable} subscriber={subscriber} data={preferences.data} />
    </div>
  );
}

interface ChosenFirstProps {
  layout: typeof PreferenceList;
  subscriber: Subscriber;
  data: SubscriberPreferences;
}

/** The preferences, sorted by whether a choice existed on loading, so that no row moves when it is switched. */
function ChosenFirst({ layout: Layout, subscriber, data }: ChosenFirstProps) {
  const [chosen] = useState(() => new Set(data.workflows.filter(({ choices }) => choices).map(identifier)));
  const isChosen = (workflow: WorkflowPreference) => chosen.has(identifier(workflow));
  const workflows = data.workflows.toSorted((one, other) => Number(isChosen(other)) - Number(isChosen(one)));
  return <Layout subscriber={subscriber} preferences={{ ...data, workflows }} />;
}

function identifier({ workflow }: WorkflowPreference): string {
  return workflow.identifier;
}
