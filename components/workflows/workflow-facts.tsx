'use client';

import { useQuery } from '@tanstack/react-query';
import Link from 'next/link';
import { useEnvironment } from '#components/layout/session.tsx';
import { useActorName, userActor } from '#components/members/actor-name.tsx';
import { Badge } from '#components/ui/badge.tsx';
import { CopyButton } from '#components/ui/copy-button.tsx';
import { Fact, Facts } from '#components/ui/facts.tsx';
import { JsonView } from '#components/ui/json-view.tsx';
import { Missing } from '#components/ui/missing.tsx';
import { RelativeTime } from '#components/ui/relative-time.tsx';
import { Truncate } from '#components/ui/truncate.tsx';
import { notificationQueries } from '#lib/notifications/client.ts';
import type { Workflow } from '#lib/workflows/schema.ts';
import type { WorkflowDefinition } from './editor/definition.ts';
import { resendLimitText } from './resend-limit-text.ts';

interface Props {
  workflow: Workflow;
  definition: WorkflowDefinition;
}

export function WorkflowFacts({ workflow, definition }: Props) {
  const { base } = useEnvironment();
  const author = useActorName(userActor(workflow.updatedBy));
  return (
    <section aria-label="Facts">
      <h2 className="mb-1 text-base font-semibold">About</h2>
      <Facts>
        <Fact label="Identifier">
          <Truncate value={definition.workflowId} mono />
          <CopyButton value={definition.workflowId} what="identifier" />
        </Fact>
        <Fact label="Tags">
          {definition.tags.length ? definition.tags.map((tag) => <Badge key={tag}>{tag}</Badge>) : <Missing />}
        </Fact>
        <Fact label="Triggered">
          <RelativeTime value={workflow.lastTriggeredAt} absolute />
        </Fact>
        <Fact label="Updated">
          <RelativeTime value={workflow.updatedAt} absolute />
          {author && <span className="text-faint">by {author}</span>}
        </Fact>
        <Fact label="Activity">
          <Link
            href={`${base}/activity?range=7d&workflow=${workflow._id}`}
            className="touch-area rounded-sm font-medium text-accent-text hover:underline"
          >
            Runs of the last 7 days
          </Link>
          <RunCounts workflowId={workflow._id} />
        </Fact>
        {workflow.isSensitive && <Fact label="Content">Sensitive: withheld in the dashboard</Fact>}
        {workflow.resendWithinHours !== undefined && (
          <Fact label="Sending again">Within {resendLimitText(workflow.resendWithinHours)} of the trigger</Fact>
        )}
        <Fact label="Payload">{payloadCheck(definition)}</Fact>
      </Facts>
      {definition.payloadSchema && (
        <>
          <h3 className="mt-3 mb-2 text-xs font-medium text-faint">Payload schema</h3>
          <JsonView value={definition.payloadSchema} what="payload schema" depth={1} />
        </>
      )}
    </section>
  );
}

/** "1,204, 58 of them failed" */
function RunCounts({ workflowId }: { workflowId: string }) {
  const { id, base } = useEnvironment();
  const { data } = useQuery(notificationQueries.byWorkflow(id, [workflowId]));
  if (!data) return null;
  const { total = 0, failed = 0 } = data.data[0] ?? {};
  return (
    <span className="text-faint">
      {total.toLocaleString('en')}
      {failed > 0 && (
        <>
          {', '}
          <Link
            href={`${base}/activity?range=7d&workflow=${workflowId}&status=failed`}
            className="touch-area rounded-sm text-bad hover:underline"
          >
            {failed.toLocaleString('en')} failed
          </Link>
        </>
      )}
    </span>
  );
}

function payloadCheck({ payloadSchema, validatePayload }: WorkflowDefinition): string {
  if (!payloadSchema) return 'Not checked: there is no schema';
  return validatePayload ? 'Checked against the schema' : 'Not checked against the schema';
}
