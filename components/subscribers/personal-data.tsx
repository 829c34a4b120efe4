'use client';

import { useMutation } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';
import { confirm } from '#components/form/confirm.tsx';
import { notifyFailure } from '#components/form/notify-failure.tsx';
import { useEnvironment } from '#components/layout/session.tsx';
import { notify } from '#components/ui/notify.ts';
import { saveAs } from '#components/ui/save-as.ts';
import { erasureMutations, exportSubscriber } from '#lib/erasure/client.ts';
import { nameOf } from '#lib/subscribers/name.ts';
import type { Subscriber } from '#lib/subscribers/schema.ts';

/** Returns functions that save all data of a subscriber as a file, and that erase the subscriber from history too. */
export function usePersonalData(subscriber: Subscriber) {
  const { id, base, name } = useEnvironment();
  const router = useRouter();
  const create = useMutation(erasureMutations.create(id));
  const { subscriberId } = subscriber;
  const who = nameOf(subscriber);
  const { mutate: save } = useMutation({
    mutationFn: () => exportSubscriber(id, subscriberId),
    onMutate: () => notify.done(`The export of ${who} has started`),
    onSuccess: (file) => saveAs(file, `subscriber-${new Date().toISOString().slice(0, 10)}.zip`),
    onError: (error) => notifyFailure(error, `${who} could not be exported`),
  });
  const erase = async () => {
    const done = await confirm({
      title: `Erase ${who}?`,
      danger: true,
      action: 'Erase subscriber',
      typed: subscriberId,
      body: <ErasureEffects subscriberId={subscriberId} environment={name} />,
      run: () => create.mutateAsync(subscriberId),
    });
    if (!done) return;
    router.push(`${base}/subscribers`);
    notify.done('The subscriber was deleted. The history is being deleted in the background');
  };
  return { save, erase };
}

function ErasureEffects({ subscriberId, environment }: { subscriberId: string; environment: string }) {
  return (
    <div className="flex flex-col gap-2">
      <p>
        <code className="font-mono text-xs text-fg">{subscriberId}</code> is deleted from {environment}, and so is
        everything that is stored about this person: profile, preferences and subscriptions, and all runs, messages,
        events and requests of the history. Waiting steps send nothing. The history takes some minutes. This cannot be
        undone.
      </p>
      <p>
        The audit log records the erasure, without data of the person. Suppressed addresses stay suppressed, as hashes.
        If a copy is needed, use <span className="text-fg">Export everything</span> first.
      </p>
    </div>
  );
}
