'use client';

import { useMutation } from '@tanstack/react-query';
import { Download, Eraser, FileClock, Pencil, StepForward, Trash2, Zap } from 'lucide-react';
import { useRouter } from 'next/navigation';
import { confirm } from '#components/form/confirm.tsx';
import { useEnvironment, useWhyNot } from '#components/layout/session.tsx';
import { ActionsMenu } from '#components/ui/actions-menu.tsx';
import { DropdownMenuSeparator } from '#components/ui/dropdown-menu.tsx';
import { MenuAction } from '#components/ui/menu-action.tsx';
import { notify } from '#components/ui/notify.ts';
import { subscriberMutations } from '#lib/subscribers/client.ts';
import { nameOf } from '#lib/subscribers/name.ts';
import type { Subscriber } from '#lib/subscribers/schema.ts';
import { listText } from '#lib/text/list-text.ts';
import { usePersonalData } from './personal-data.tsx';
import { ProfileDialogs } from './profile-dialogs.tsx';
import { useProfile } from './profile-query.ts';

/** The menu of a subscriber’s actions, and the dialogs of the profile. */
export function SubscriberActions({ subscriber }: { subscriber: Subscriber }) {
  const denied = useWhyNot('subscribers:write');
  const remove = useDeleteSubscriber(subscriber);
  const mayNotTrigger = useWhyNot('events:trigger');
  const mayNotErase = useWhyNot('subscribers:erase');
  const { save, erase } = usePersonalData(subscriber);
  const { edit, trigger, dryRun } = useProfile();
  return (
    <>
      <ActionsMenu name={nameOf(subscriber)} denied={denied}>
        <MenuAction icon={Pencil} reason={denied} onSelect={() => edit()} className="md:hidden">
          Edit…
        </MenuAction>
        <MenuAction icon={StepForward} reason={mayNotTrigger} onSelect={dryRun} className="md:hidden">
          Dry run…
        </MenuAction>
        <MenuAction icon={Zap} reason={mayNotTrigger} onSelect={trigger}>
          Trigger…
        </MenuAction>
        <MenuAction icon={Download} reason={mayNotErase} onSelect={() => save()}>
          Export everything
        </MenuAction>
        <AuditLog subscriberId={subscriber.subscriberId} />
        <DropdownMenuSeparator />
        <MenuAction icon={Trash2} reason={denied} onSelect={() => void remove()}>
          Delete…
        </MenuAction>
        <MenuAction icon={Eraser} reason={mayNotErase} onSelect={() => void erase()}>
          Erase…
        </MenuAction>
      </ActionsMenu>
      <ProfileDialogs subscriber={subscriber} />
    </>
  );
}

/** Opens the changes of the subscriber, and who sent a message again or retried it. */
function AuditLog({ subscriberId }: { subscriberId: string }) {
  const { id } = useEnvironment();
  const router = useRouter();
  const denied = useWhyNot('audit-log:read');
  const search = new URLSearchParams({ q: subscriberId, environment: id });
  return (
    <MenuAction icon={FileClock} reason={denied} onSelect={() => router.push(`/settings/audit-log?${search}`)}>
      Audit log
    </MenuAction>
  );
}

/** Returns a function that asks for confirmation, deletes the subscriber and returns to the list. */
function useDeleteSubscriber(subscriber: Subscriber): () => Promise<void> {
  const { id, base, name } = useEnvironment();
  const router = useRouter();
  const remove = useMutation(subscriberMutations.remove(id));
  const who = nameOf(subscriber);
  return async () => {
    const done = await confirm({
      title: `Delete ${who}?`,
      danger: true,
      action: 'Delete subscriber',
      body: <DeletionEffects subscriber={subscriber} environment={name} />,
      run: () => remove.mutateAsync(subscriber.subscriberId),
    });
    if (!done) return;
    router.push(`${base}/subscribers`);
    notify.done(`${who} was deleted`);
  };
}

function DeletionEffects({ subscriber, environment }: { subscriber: Subscriber; environment: string }) {
  const { subscriberId, channels = [], topics = [] } = subscriber;
  const lost = [
    'the preferences',
    channels.length > 0 &&
      (channels.length === 1 ? 'one chat or push channel' : `${channels.length} chat and push channels`),
    topics.length > 0 && (topics.length === 1 ? 'one topic subscription' : `${topics.length} topic subscriptions`),
  ].filter((part): part is string => Boolean(part));
  return (
    <div className="flex flex-col gap-2">
      <p>
        <code className="font-mono text-xs text-fg">{subscriberId}</code> is deleted from {environment}, with{' '}
        {listText(lost)}. This cannot be undone.
      </p>
      <p>
        Runs and messages stay in the history under this name. Steps that still wait for this subscriber are skipped.
      </p>
      <p>If your product uses this ID again, Belfry creates a new subscriber without this data.</p>
    </div>
  );
}
