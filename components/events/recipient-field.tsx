'use client';

import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { useRecentSubscribers } from '#components/explain/recent-subscribers.ts';
import { useEnvironment } from '#components/layout/session.tsx';
import { SubscriberPicker } from '#components/subscribers/subscriber-picker.tsx';
import { TopicField } from '#components/subscribers/topic-field.tsx';
import { useSubscriberWithId } from '#components/subscribers/use-subscriber-name.ts';
import { Button } from '#components/ui/button.tsx';
import { Label } from '#components/ui/label.tsx';
import { Skeleton } from '#components/ui/skeleton.tsx';
import { Segmented } from '#components/workflows/fields/segmented.tsx';
import { notificationQueries } from '#lib/notifications/client.ts';
import { nameOf } from '#lib/subscribers/name.ts';
import type { EventState } from './use-event.ts';

const MAX_RECENT = 3;

const KINDS = [
  { value: 'subscriber', label: 'Subscriber' },
  { value: 'topic', label: 'Topic' },
];

/** Chooses a topic or a subscriber. The user’s own subscriber and recent subscribers need only one click. */
export function RecipientField({ state: { to, write, workflow, self } }: { state: EventState }) {
  const label = useId();
  const isTopic = 'topicKey' in to;
  const choose = (subscriberId: string) => write({ to: { subscriberId } });
  return (
    <div className="flex flex-col gap-1.5">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <Label id={label}>Recipient</Label>
        <Segmented
          labelledBy={label}
          value={isTopic ? 'topic' : 'subscriber'}
          options={KINDS}
          onChange={(kind) => write({ to: kind === 'topic' ? { topicKey: '' } : { subscriberId: '' } })}
        />
      </div>
      {isTopic ? (
        <TopicField value={to.topicKey} onChange={(topicKey) => write({ to: { topicKey } })} readOnly={false} />
      ) : (
        <>
          <SubscriberPicker
            label="Subscriber"
            hideLabel
            placeholder="Name, email, phone or ID"
            anyId
            value={to.subscriberId === '' ? null : to.subscriberId}
            onChange={(next) => choose(next ?? '')}
          />
          <NewSubscriber
            subscriberId={to.subscriberId}
            isSelf={self?.isNew && self.subscriber.subscriberId === to.subscriberId}
          />
          <Suggestions
            workflowId={workflow?._id}
            self={self?.subscriber.subscriberId}
            chosen={to.subscriberId}
            onChoose={choose}
          />
        </>
      )}
    </div>
  );
}

function NewSubscriber({ subscriberId, isSelf }: { subscriberId: string; isSelf: boolean | undefined }) {
  const isNew = useSubscriberWithId(subscriberId === '' ? null : subscriberId) === null;
  const without = isSelf ? '' : ', without an email address or phone number';
  return (
    <p aria-live="polite" className="text-xs text-faint empty:hidden">
      {isNew && `No subscriber has this ID yet. A trigger creates one${without}.`}
    </p>
  );
}

interface SuggestionsProps {
  workflowId: string | undefined;
  /** The `subscriberId` of the signed-in user. */
  self: string | undefined;
  chosen: string;
  onChoose: (subscriberId: string) => void;
}

/**
 * The user’s own subscriber, the subscribers that this tab used last, and the subscribers of the workflow's latest
 * runs.
 */
function Suggestions({ workflowId, self, chosen, onChoose }: SuggestionsProps) {
  const { id } = useEnvironment();
  const remembered = useRecentSubscribers(id);
  const input = { ...(workflowId !== undefined && { templates: [workflowId] }), page: 0, limit: 10 };
  const runs = useQuery(notificationQueries.summaries(id, input));
  const names = new Map(
    (runs.data?.data ?? []).flatMap(({ subscriber }) =>
      subscriber?.subscriberId ? [[subscriber.subscriberId, nameOf(subscriber)]] : [],
    ),
  );
  const ofRuns = [...names.keys()];
  const recent = [...new Set([...remembered, ...ofRuns])].filter((each) => each !== self).slice(0, MAX_RECENT);
  return (
    <div className="flex min-w-0 flex-wrap gap-1.5">
      {self !== undefined && (
        <Button size="sm" aria-pressed={chosen === self} onClick={() => onChoose(self)}>
          Yourself
        </Button>
      )}
      {recent.map((subscriberId) => (
        <Recent
          key={subscriberId}
          subscriberId={subscriberId}
          known={names.get(subscriberId)}
          isChosen={chosen === subscriberId}
          onChoose={onChoose}
        />
      ))}
    </div>
  );
}

interface RecentProps {
  subscriberId: string;
  /** The name, if a run has it. */
  known: string | undefined;
  isChosen: boolean;
  onChoose: (subscriberId: string) => void;
}

/** A subscriber by name. Until the name is known, a placeholder has its room, so that no ID changes into a name. */
function Recent({ subscriberId, known, isChosen, onChoose }: RecentProps) {
  const found = useSubscriberWithId(known === undefined ? subscriberId : null);
  const name = known ?? (found ? nameOf(found) : subscriberId);
  const isLoading = known === undefined && found === undefined;
  return (
    <Button size="sm" aria-pressed={isChosen} onClick={() => onChoose(subscriberId)} className="max-w-56 shrink">
      {isLoading ? <Skeleton className="w-20" /> : <span className="truncate">{name}</span>}
    </Button>
  );
}
