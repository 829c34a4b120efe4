'use client';

import { useMutation } from '@tanstack/react-query';
import { confirm } from '#components/form/confirm.tsx';
import { useEnvironment, useWhyNot } from '#components/layout/session.tsx';
import { Button } from '#components/ui/button.tsx';
import { notify } from '#components/ui/notify.ts';
import { eventMutations } from '#lib/events/client.ts';
import type { Notification } from '#lib/notifications/schema.ts';

/** Cancels all unsent messages of the run's transaction. */
export function CancelRun({ run }: { run: Pick<Notification, 'transactionId'> }) {
  const environment = useEnvironment();
  const denied = useWhyNot('events:cancel');
  const cancel = useMutation(eventMutations.cancel(environment.id));
  const ask = async () => {
    const done = await confirm({
      title: 'Cancel this run?',
      body: 'All pending steps are cancelled, for every recipient of the transaction. Messages already sent are not recalled.',
      action: 'Cancel the run',
      keep: 'Keep it running',
      danger: true,
      run: () => cancel.mutateAsync(run.transactionId),
    });
    if (done) notify.done('The run is being cancelled');
  };
  return (
    <Button size="sm" disabledReason={denied} onClick={() => void ask()}>
      Cancel run
    </Button>
  );
}
