import { useQuery } from '@tanstack/react-query';
import { CircleHelp, CircleX, User, Workflow } from 'lucide-react';
import type { ReactNode } from 'react';
import { explainAddress } from '#components/explain/explain-query.ts';
import { useSubscriberSearch } from '#components/subscribers/use-subscriber-search.ts';
import { channelLabels } from '#lib/steps/labels.ts';
import { subscriberQueries } from '#lib/subscribers/client.ts';
import { nameOf } from '#lib/subscribers/name.ts';
import type { Subscriber } from '#lib/subscribers/schema.ts';
import { shortDateText } from '#lib/time.ts';
import { workflowAddress } from '#lib/workflows/address.ts';
import { workflowQueries } from '#lib/workflows/client.ts';
import type { WorkflowPage } from '#lib/workflows/schema.ts';
import type { PaletteEntry } from './palette-entry.ts';
import { useElsewhere, usePlaces } from './palette-places.tsx';
import { useSession } from './session.tsx';
import { splitQuestion } from './split-question.ts';
import { useRunEntries } from './use-run-entries.tsx';

interface PaletteEntries {
  /** Where nothing matches: where else to look. */
  entries: PaletteEntry[];
  isNothing: boolean;
  isFetching: boolean;
  failed: boolean;
}

/**
 * What the palette offers for a text: subscribers, runs and messages by an id, explanations, workflows, actions, pages.
 * A text that begins with "why" asks for explanations only.
 */
export function usePaletteEntries(needle: string): PaletteEntries {
  const { environment } = useSession();
  const [id, base] = [environment._id, `/${environment.slug}`];
  const { asks, sought } = splitQuestion(needle);
  const searching = sought !== '';
  const people = useSubscriberSearch(id, sought, { limit: 6, enabled: searching });
  const workflows = useQuery({ ...workflowQueries.list(id, { query: sought, limit: 5 }), enabled: searching && !asks });
  const runs = useRunEntries(id, base, sought);
  const places = usePlaces(needle);
  const elsewhere = useElsewhere();
  const subscribers = searching ? people.subscribers : [];
  const health = useFailingChannel(id, people.isFetching ? undefined : subscribers[0]);
  const explain = (one: Subscriber) => explainEntry(base, one);
  const found = [
    // Below the likeliest two, why they did not get something. The others are asked about by more of their name.
    ...subscribers.flatMap((one, at) => [
      subscriberEntry(base, one),
      ...(at < 2 ? [asPart(explain(one), at === 0 ? health : undefined)] : []),
    ]),
    ...runs.entries,
    ...(workflows.data?.workflows ?? []).map((one) => workflowEntry(base, one)),
  ];
  const entries = asks ? [...subscribers.map(explain), ...places] : searching ? [...found, ...places] : places;
  const isNothing = entries.length === 0;
  const isFetching = searching && (people.isFetching || workflows.isFetching || runs.isFetching);
  const failed = searching && Boolean(people.error ?? workflows.error);
  return { entries: isNothing && !isFetching && !failed ? elsewhere(sought) : entries, isNothing, isFetching, failed };
}

function asPart(entry: PaletteEntry, hint: ReactNode): PaletteEntry {
  return { ...entry, group: 'Subscribers', hint, isPart: true };
}

/** The first channel that fails for a subscriber, and since when. */
function useFailingChannel(environmentId: string, subscriber: Subscriber | undefined): ReactNode {
  const { data } = useQuery({
    ...subscriberQueries.deliveryHealth(environmentId, subscriber?.subscriberId ?? ''),
    enabled: subscriber !== undefined,
  });
  const found = subscriber && data?.channels.find(({ failing }) => failing);
  if (!found?.failing) return undefined;
  const { channel, failing } = found;
  return (
    <span className="inline-flex items-center gap-1 text-bad">
      <CircleX aria-hidden className="size-3.5!" />
      {channelLabels[channel]} failing{' '}
      <span className="max-sm:sr-only">
        since {failing.isOlder && 'before '}
        {shortDateText(failing.since)}
      </span>
    </span>
  );
}

function subscriberEntry(base: string, subscriber: Subscriber): PaletteEntry {
  return {
    value: `subscriber ${subscriber.subscriberId}`,
    group: 'Subscribers',
    icon: User,
    label: nameOf(subscriber),
    ...addressOf(subscriber),
    href: `${base}/subscribers/${encodeURIComponent(subscriber.subscriberId)}`,
  };
}

function addressOf({ email, phone, subscriberId }: Subscriber): Pick<PaletteEntry, 'hint' | 'mono'> {
  return email || phone ? { hint: email || phone } : { hint: subscriberId, mono: true };
}

function explainEntry(base: string, subscriber: Subscriber): PaletteEntry {
  return {
    value: `explain ${subscriber.subscriberId}`,
    group: 'Why didn’t …?',
    icon: CircleHelp,
    label: `Why didn’t ${nameOf(subscriber)} get it?`,
    ...addressOf(subscriber),
    href: explainAddress(base, { subscriber: subscriber.subscriberId }),
  };
}

function workflowEntry(base: string, { _id, name, workflowId }: ListedWorkflow): PaletteEntry {
  return {
    value: `workflow ${_id}`,
    group: 'Workflows',
    icon: Workflow,
    label: name,
    hint: workflowId,
    mono: true,
    href: workflowAddress(base, workflowId),
  };
}

type ListedWorkflow = Pick<WorkflowPage['workflows'][number], '_id' | 'name' | 'workflowId'>;
