'use client';

import { useMutation } from '@tanstack/react-query';
import { Hash, Trash2, X } from 'lucide-react';
import { useState } from 'react';
import { confirm } from '#components/form/confirm.tsx';
import { notifyFailure } from '#components/form/notify-failure.tsx';
import { useEnvironment, useWhyNot } from '#components/layout/session.tsx';
import { Button } from '#components/ui/button.tsx';
import { notify } from '#components/ui/notify.ts';
import { Popover, PopoverContent, PopoverTrigger } from '#components/ui/popover.tsx';
import { subscriberMutations } from '#lib/subscribers/client.ts';
import { nameOf } from '#lib/subscribers/name.ts';
import type { Subscriber } from '#lib/subscribers/schema.ts';
import { counted } from '#lib/text/counted.ts';
import { topicMutations } from '#lib/topics/client.ts';
import { TopicChoices } from './topic-choices.tsx';

interface Props {
  /** The selected rows of the page, at least one. */
  chosen: readonly Subscriber[];
  onClear: () => void;
}

/** The actions on the selected subscribers. Floats above the end of the list. */
export function SelectedSubscribers({ chosen, onClear }: Props) {
  const [first] = chosen;
  const who = first && chosen.length === 1 ? nameOf(first) : counted(chosen.length, 'subscriber');
  return (
    <section
      aria-label="Selected subscribers"
      className="sticky bottom-4 z-20 mx-auto mt-3 flex w-fit max-w-full flex-wrap items-center gap-1.5 rounded-lg bg-raised py-1.5 pr-1.5 pl-3 shadow-float animate-pop-in"
    >
      <p aria-live="polite" className="pr-2 font-medium" data-numeric>
        {chosen.length} selected
      </p>
      <AddToTopic chosen={chosen} who={who} onDone={onClear} />
      <Delete chosen={chosen} who={who} onDone={onClear} />
      <Button size="sm" variant="ghost" aria-label="Clear selection" onClick={onClear}>
        <X aria-hidden />
      </Button>
    </section>
  );
}

interface ActionProps {
  chosen: readonly Subscriber[];
  /** "Jane Cooper" or "5 subscribers". */
  who: string;
  onDone: () => void;
}

function AddToTopic({ chosen, who, onDone }: ActionProps) {
  const { id } = useEnvironment();
  const denied = useWhyNot('topics:write');
  const [open, setOpen] = useState(false);
  const subscribe = useMutation({
    ...topicMutations.subscribeAll(id),
    onSuccess: ({ errors = [] }, { topicKey }) => {
      const [problem] = errors;
      if (problem) return notify.failed(`Not all were subscribed to ${topicKey}`, { description: problem.message });
      notify.done(`${who} subscribed to ${topicKey}`);
      onDone();
    },
    onError: (error) => notifyFailure(error, 'The subscribers were not added to the topic'),
  });
  const choose = (topicKey: string) => {
    setOpen(false);
    subscribe.mutate({ topicKey, subscriberIds: chosen.map(({ subscriberId }) => subscriberId) });
  };
  return (
    <Popover open={open && denied === undefined} onOpenChange={setOpen}>
      <PopoverTrigger asChild>
        <Button size="sm" disabledReason={denied} pending={subscribe.isPending}>
          <Hash aria-hidden />
          Add to topic…
        </Button>
      </PopoverTrigger>
      <PopoverContent aria-label="Topic" className="w-[min(22rem,calc(100vw-16px))]">
        <TopicChoices value="" onChoose={choose} />
      </PopoverContent>
    </Popover>
  );
}

function Delete({ chosen, who, onDone }: ActionProps) {
  const { id, name } = useEnvironment();
  const denied = useWhyNot('subscribers:write');
  const remove = useMutation(subscriberMutations.remove(id));
  const ask = async () => {
    // After a failure, the next attempt deletes the rest.
    const left = new Set(chosen.map(({ subscriberId }) => subscriberId));
    const done = await confirm({
      title: `Delete ${who}?`,
      body: `With preferences, channels and topic subscriptions in ${name}. This cannot be undone. Runs and messages stay in the history; steps that still wait are skipped.`,
      action: chosen.length === 1 ? 'Delete subscriber' : `Delete ${who}`,
      danger: true,
      run: async () => {
        for (const subscriberId of left) {
          await remove.mutateAsync(subscriberId);
          left.delete(subscriberId);
        }
      },
    });
    if (!done) return;
    onDone();
    notify.done(`${who} deleted`);
  };
  return (
    <Button size="sm" disabledReason={denied} onClick={() => void ask()}>
      <Trash2 aria-hidden />
      Delete…
    </Button>
  );
}
