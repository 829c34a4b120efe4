'use client';

import { useQueries } from '@tanstack/react-query';
import { useEnvironment, useSession } from '#components/layout/session.tsx';
import { UnknownRecord } from '#components/layout/unknown-record.tsx';
import { workflowAddress } from '#lib/workflows/address.ts';
import { workflowQueries } from '#lib/workflows/client.ts';

/** The page of an unknown workflow. Another environment may have it. */
export function UnknownWorkflow({ workflowId }: { workflowId: string }) {
  const { id } = useEnvironment();
  const others = useSession().environments.filter(({ _id }) => _id !== id);
  // Uses the list, because requesting the workflow itself would log another "not found".
  const found = useQueries({
    queries: others.map(({ _id }) => ({
      ...workflowQueries.list(_id, { query: workflowId, limit: 10 }),
      retry: false,
    })),
  });
  const has = (at: number) => found[at]?.data?.workflows.some((workflow) => workflow.workflowId === workflowId);
  return (
    <UnknownRecord
      noun="workflow"
      id={workflowId}
      path={workflowAddress('', workflowId)}
      elsewhere={others.filter((_, at) => has(at)).map(({ _id }) => _id)}
    />
  );
}
