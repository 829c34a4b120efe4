'use client';

import Link from 'next/link';
import { useEnvironment } from '#components/layout/session.tsx';
import { Badge } from '#components/ui/badge.tsx';
import { Fact, Facts } from '#components/ui/facts.tsx';
import { JsonView } from '#components/ui/json-view.tsx';
import { Missing } from '#components/ui/missing.tsx';
import { RelativeTime } from '#components/ui/relative-time.tsx';
import type { Workflow } from '#lib/workflows/schema.ts';
import type { WorkflowDefinition } from './editor/definition.ts';

interface Props {
  workflow: Workflow;
  definition: WorkflowDefinition;
}

export function WorkflowFacts({ workflow, definition }: Props) {
  const { base } = useEnvironment();
  const author = [workflow.updatedBy?.firstName, workflow.updatedBy?.lastName].filter(Boolean).join(' ');
  return (
    <section aria-label="Facts">
      <h2 className="mb-1 text-base font-semibold">About</h2>
      <Facts>
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
        </Fact>
        {workflow.isSensitive && <Fact label="Content">Sensitive: withheld in the dashboard</Fact>}
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

function payloadCheck({ payloadSchema, validatePayload }: WorkflowDefinition): string {
  if (!payloadSchema) return 'Not checked: there is no schema';
  return validatePayload ? 'Checked against the schema' : 'Not checked against the schema';
}
