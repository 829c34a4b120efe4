import { useQuery } from '@tanstack/react-query';
import { User, Workflow } from 'lucide-react';
import { useState } from 'react';
import { explainAddress } from '#components/explain/explain-query.ts';
import { LastMessage } from '#components/subscribers/last-message.tsx';
import { useSubscriberSearch } from '#components/subscribers/use-subscriber-search.ts';
import { nameOf } from '#lib/subscribers/name.ts';
import { reachableBy } from '#lib/subscribers/reachable.ts';
import type { ListedSubscriber, Subscriber } from '#lib/subscribers/schema.ts';
import { workflowAddress } from '#lib/workflows/address.ts';
import { workflowQueries } from '#lib/workflows/client.ts';
import type { WorkflowPage } from '#lib/workflows/schema.ts';
import { explainEntry } from './explain-entry.ts';
import { matchedAddress } from './matched-address.ts';
import { usePaletteCommands } from './palette-commands.tsx';
import type { PaletteEntry } from './palette-entry.ts';
import { useMore, usePlaces } from './palette-places.tsx';
import { rankEntries } from './rank-entries.ts';
import { useSession } from './session.tsx';
import { splitQuestion, workflowIn } from './split-question.ts';
import { useGuideEntries } from './use-guide-entries.ts';
import { useIntegrationEntries } from './use-integration-entries.ts';
import { useMessageEntries, useRunEntries } from './use-run-entries.tsx';
import { useTopicEntries } from './use-topic-entries.tsx';

/** Up to this many matching subscribers also get a “Why didn’t … get it?” entry. For more, use ⌘ Enter. */
const FEW = 3;

interface PaletteEntries {
  /** The matching entries. If nothing matches, links to other places to search. */
  entries: PaletteEntry[];
  isNothing: boolean;
  isFetching: boolean;
  /** The failure of a search, with the function that repeats it. */
  failure: { message: string; retry: () => void } | undefined;
}

/**
 * Returns the palette's entries for a text: subscribers, runs and messages by ID, explanations, workflows, actions,
 * pages and guides. For a text that begins with "why", explanations replace the records.
 */
export function usePaletteEntries(needle: string): PaletteEntries {
  const { environment } = useSession();
  const [id, base] = [environment._id, `/${environment.slug}`];
  const question = splitQuestion(needle);
  const { asks, channel, isTwice, isLate } = question;
  const topical = useTopicEntries(id, base, asks ? '' : needle);
  const known = useQuery({
    ...workflowQueries.all(id),
    enabled: asks && question.sought.concat(...question.about) !== '',
  });
  const { workflow, sought } = asks ? workflowIn(question, known.data ?? []) : { workflow: undefined, ...question };
  const searching = sought !== '';
  const people = useSubscriberSearch(id, sought, { limit: 6, enabled: searching, withLastMessage: true });
  const workflows = useQuery({ ...workflowQueries.list(id, { query: sought, limit: 5 }), enabled: searching && !asks });
  const runs = useRunEntries(id, base, sought);
  const places = [
    ...useIntegrationEntries(asks ? '' : needle),
    ...usePaletteCommands(needle),
    ...usePlaces(needle),
    ...useGuideEntries(needle),
  ];
  // Another text folds the environments again.
  const [elsewhere, setElsewhere] = useState<string>();
  const more = useMore(elsewhere === needle, () => setElsewhere(needle));
  const subscribers = searching ? people.subscribers : [];
  const explain = (one: Subscriber) => explainEntry(base, one, { workflow, channel, isTwice, isLate });
  const areFew = subscribers.length <= FEW;
  const found = [
    ...subscribers.flatMap((one) => [subscriberEntry(base, one, sought), ...(areFew ? [asPart(explain(one))] : [])]),
    ...runs.entries,
    ...(workflows.data?.workflows ?? []).map((one) => workflowEntry(base, one)),
  ];
  const matching = asks ? [...subscribers.map(explain), ...places] : searching ? [...found, ...places] : places;
  const isSearching =
    topical.isFetching || (searching && (people.isFetching || workflows.isFetching || runs.isFetching));
  const isUnknown = matching.length === 0 && topical.entries.length === 0;
  const messages = useMessageEntries(id, base, sought, isUnknown && !isSearching && !asks);
  const isNothing = isUnknown && messages.entries.length === 0;
  const isFetching = isSearching || messages.isFetching;
  const error = searching ? (people.error ?? workflows.error) : null;
  const retry = () => {
    people.retry();
    if (workflows.error) void workflows.refetch();
  };
  const failure = error ? { message: error.message, retry } : undefined;
  if (isNothing) {
    return { entries: isFetching || failure ? [] : more(sought, 'nothing'), isNothing, isFetching, failure };
  }
  const further =
    searching && !asks ? more(sought, subscribers.length > 0 ? 'people' : isUnknown ? 'nothing' : 'others') : [];
  const ranked = asks ? matching : rankEntries(matching, needle);
  return { entries: [...topical.entries, ...ranked, ...messages.entries, ...further], isNothing, isFetching, failure };
}

function asPart(entry: PaletteEntry): PaletteEntry {
  return { ...entry, group: 'Subscribers', hint: undefined, isPart: true };
}

function subscriberEntry(base: string, subscriber: ListedSubscriber, sought: string): PaletteEntry {
  const { subscriberId } = subscriber;
  const name = nameOf(subscriber);
  return {
    value: `subscriber ${subscriberId}`,
    group: 'Subscribers',
    icon: User,
    label: name,
    details: {
      id: name === subscriberId ? undefined : subscriberId,
      text: matchedAddress(subscriber, sought) ?? 'No email address or phone number',
      note: <Health subscriber={subscriber} />,
      why: explainAddress(base, { subscriber: subscriberId }),
    },
    href: `${base}/subscribers/${encodeURIComponent(subscriberId)}`,
  };
}

/** The failing channels of the subscriber, the note that no channel needs an address, or the time of the last message. */
function Health({ subscriber }: { subscriber: ListedSubscriber }) {
  const { failingChannels = [], lastMessageAt } = subscriber;
  const isReachable = reachableBy(subscriber).size > 1 || failingChannels.length > 0;
  return isReachable ? <LastMessage failingChannels={failingChannels} lastMessageAt={lastMessageAt} /> : 'In-app only';
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
