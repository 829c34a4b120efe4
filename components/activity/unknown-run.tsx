'use client';

import { useQueries } from '@tanstack/react-query';
import { useEnvironment, useSession } from '#components/layout/session.tsx';
import { UnknownRecord } from '#components/layout/unknown-record.tsx';
import { Button } from '#components/ui/button.tsx';
import { notificationQueries } from '#lib/notifications/client.ts';
import { useOpenRun } from './use-open-run.ts';

/** Replaces a run that the environment does not have. Links to other environments that have it. */
export function UnknownRun({ id }: { id: string }) {
  const environment = useEnvironment();
  const others = useSession().environments.filter(({ _id }) => _id !== environment.id);
  const found = useQueries({
    queries: others.map(({ _id }) => ({ ...notificationQueries.summary(_id, id), retry: false })),
  });
  const { close } = useOpenRun();
  return (
    <UnknownRecord
      noun="run"
      id={id}
      path={`/activity?run=${id}`}
      why="The run may be past the retention period, or its link may be incomplete."
      elsewhere={others.filter((_, at) => found[at]?.data).map(({ _id }) => _id)}
    >
      <Button onClick={close}>Back to the list</Button>
    </UnknownRecord>
  );
}
