'use client';

import { useMutation } from '@tanstack/react-query';
import { Bell, RotateCw } from 'lucide-react';
import { useRef } from 'react';
import { useEnvironment, useWhyNot } from '#components/layout/session.tsx';
import { Failed } from '#components/setup/failed.tsx';
import { SubscriberPicker } from '#components/subscribers/subscriber-picker.tsx';
import { useSelf } from '#components/subscribers/use-self.ts';
import { useSubscriberName } from '#components/subscribers/use-subscriber-name.ts';
import { Button } from '#components/ui/button.tsx';
import { inboxSessionMutations } from '#lib/inbox-sessions/client.ts';
import { subscriberMutations } from '#lib/subscribers/client.ts';
import { InboxElement, type InboxHandle, useInboxScript } from './inbox-element.ts';
import type { PreviewSubscriber } from './preview-subscriber.ts';
import { TestMessage } from './test-message.tsx';
import { useRecount } from './use-recount.ts';

/** Shows the inbox of a subscriber as a page of the product would, with a form that sends a test message to it. */
export function InboxPreview({ chosen, pick }: PreviewSubscriber) {
  const { id } = useEnvironment();
  const self = useSelf();
  const denied = useWhyNot('messages:content');
  const preview = useMutation(inboxSessionMutations.preview(id));
  const opener = useRef<HTMLButtonElement>(null);
  const isOpen = preview.data && preview.variables === chosen;
  return (
    <div className="flex w-full flex-col gap-3">
      <SubscriberPicker
        label="Subscriber"
        placeholder="Name, email, phone or ID"
        value={chosen}
        onChange={(next) => {
          pick(next);
          preview.reset();
        }}
      />
      {self?.isNew && chosen === null && (
        <AddYourself
          whyNot={denied}
          onAdded={(subscriberId) => {
            pick(subscriberId);
            opener.current?.focus();
          }}
        />
      )}
      {isOpen && chosen !== null ? (
        <Stage key={preview.data.subscriberHash} subscriberId={chosen} subscriberHash={preview.data.subscriberHash} />
      ) : (
        <div className="flex flex-wrap items-center gap-3">
          <Button
            ref={opener}
            disabledReason={denied ?? (chosen === null ? 'Choose a subscriber first' : undefined)}
            pending={preview.isPending}
            onClick={() => chosen !== null && preview.mutate(chosen)}
          >
            <Bell aria-hidden />
            Open the preview
          </Button>
          <p className="min-w-0 flex-1 basis-56 text-xs text-pretty text-faint">
            This is the real inbox: a message that you open here counts as read. The audit log records the preview.
          </p>
        </div>
      )}
      {preview.error && <Failed>{preview.error.message}</Failed>}
    </div>
  );
}

interface AddYourselfProps {
  /** Why the user may not open an inbox, and so does not need to become a subscriber here. */
  whyNot: string | undefined;
  onAdded: (subscriberId: string) => void;
}

/** Makes the signed-in user a subscriber. */
function AddYourself({ whyNot, onAdded }: AddYourselfProps) {
  const { id } = useEnvironment();
  const self = useSelf();
  const denied = useWhyNot('subscribers:write');
  const create = useMutation({
    ...subscriberMutations.create(id),
    onSuccess: ({ subscriberId }) => onAdded(subscriberId),
  });
  if (!self) return null;
  const { subscriber } = self;
  return (
    <div className="flex min-w-0 flex-col items-start gap-2">
      <Button
        size="sm"
        className="max-w-full"
        disabledReason={whyNot ?? denied}
        pending={create.isPending}
        onClick={() => create.mutate(subscriber)}
      >
        <span className="truncate">Add yourself as {subscriber.subscriberId}</span>
      </Button>
      {create.error && <Failed>{create.error.message}</Failed>}
    </div>
  );
}

interface StageProps {
  subscriberId: string;
  subscriberHash: string;
}

/** A page of the product, reduced to its header, with the bell at its end. */
function Stage({ subscriberId, subscriberHash }: StageProps) {
  const { id } = useEnvironment();
  const name = useSubscriberName(subscriberId);
  const { state, retry } = useInboxScript();
  const inbox = useRef<InboxHandle>(null);
  const recount = useRecount();
  const sent = () => {
    // The focus stays in the form, so that another message can be sent.
    inbox.current?.open({ takesFocus: false });
    recount();
  };
  return (
    <section
      aria-label={`Preview of the inbox of ${name}`}
      // The stage has room for the open panel, so that the panel covers neither the code above nor the form.
      onClickCapture={({ currentTarget }) => currentTarget.scrollIntoView({ block: 'nearest' })}
      className="rounded-lg border border-line [--belfry-height:24rem]"
    >
      {state !== 'failed' && (
        <div className="border-b border-line p-3">
          <TestMessage subscriberId={subscriberId} onSent={sent} />
        </div>
      )}
      <div className="flex min-h-14 items-center justify-between gap-3 border-b border-line bg-sunken px-4 py-2">
        <span className="min-w-0 truncate font-medium text-fg">Your product</span>
        {state === 'ready' ? (
          <InboxElement
            ref={inbox}
            applicationIdentifier={id}
            subscriberId={subscriberId}
            subscriberHash={subscriberHash}
          />
        ) : (
          <span role="status" className="text-xs text-faint">
            {state === 'loading' ? 'Loading the bell…' : 'The bell could not be loaded'}
          </span>
        )}
      </div>
      <div className="min-h-[25rem] p-3">
        {state === 'failed' && (
          <Button size="sm" onClick={retry}>
            <RotateCw aria-hidden />
            Load it again
          </Button>
        )}
      </div>
    </section>
  );
}
