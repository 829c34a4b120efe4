'use client';

import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Code } from '#components/ui/code.tsx';
import { type NotificationListInput, notificationQueries } from '#lib/notifications/client.ts';
import type { WorkflowListItem } from '#lib/workflows/schema.ts';

export type ActionTarget = Pick<WorkflowListItem, '_id' | 'name' | 'workflowId' | 'status'>;

interface Props {
  workflows: readonly ActionTarget[];
  environment: { id: string; name: string };
}

/** Above this number, the count shows "more than". */
const countMax = 50;
const weekMs = 7 * 86_400_000;

/** The effects of pausing workflows. The confirmation is rendered outside of the page, so it gets the environment as a prop. */
export function PauseConsequences({ workflows, environment }: Props) {
  return (
    <ul className="list-disc space-y-1 pl-4 text-fg">
      <li>
        When your code triggers {which(workflows)} in {environment.name}, nothing is sent until{' '}
        {workflows.length === 1 ? 'it is' : 'they are'} active again. Your code gets no error.
      </li>
      <Usage workflows={workflows} environment={environment} />
    </ul>
  );
}

/** The data that is deleted with workflows, and the data that stays. */
export function DeleteConsequences({ workflows, environment }: Props) {
  const one = workflows.length === 1;
  return (
    <ul className="list-disc space-y-1 pl-4 text-fg">
      <li>
        When your code triggers {which(workflows)} in {environment.name}, nothing is sent any more and your code gets an
        error. {one ? 'A workflow' : 'Workflows'} with the same identifier in another environment{' '}
        {one ? 'stays' : 'stay'}.
      </li>
      <Usage workflows={workflows} environment={environment} />
      <li>Past runs and messages are kept. All versions are deleted. This cannot be undone.</li>
    </ul>
  );
}

function which(workflows: readonly ActionTarget[]) {
  const [first] = workflows;
  return workflows.length === 1 ? <Code>{first?.workflowId}</Code> : 'one of them';
}

/** The recent use of the workflows. Empty while it loads. */
function Usage({ workflows, environment }: Props) {
  const [now] = useState(Date.now);
  const input: NotificationListInput = {
    templates: workflows.map(({ _id }) => _id),
    after: new Date(now - weekMs).toISOString(),
    limit: countMax,
  };
  const { data } = useQuery({ ...notificationQueries.list(environment.id, input), placeholderData: undefined });
  if (!data) return null;
  const count = data.data.length;
  const times = count === 1 ? 'once' : `${data.hasMore ? 'more than ' : ''}${count} times`;
  return <li>{count === 0 ? 'Not triggered in the last 7 days.' : `Triggered ${times} in the last 7 days.`}</li>;
}
