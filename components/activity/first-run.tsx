'use client';

import { useQuery } from '@tanstack/react-query';
import Link from 'next/link';
import { useEnvironment, useWhyNot } from '#components/layout/session.tsx';
import { useLiveRuns } from '#components/live/use-live-runs.ts';
import { buttonClass } from '#components/ui/button-class.ts';
import { CodeBlock } from '#components/ui/code.tsx';
import { CopyButton } from '#components/ui/copy-button.tsx';
import { Prose } from '#components/ui/prose.tsx';
import { ANY_RUN, notificationQueries } from '#lib/notifications/client.ts';
import { workflowQueries } from '#lib/workflows/client.ts';
import { firstDelivery } from './first-delivery.sample.ts';

const POLL_MS = 5_000;

const ADDS_ALL =
  'These commands add an e-mail provider in sandbox mode, from which nothing leaves, and a workflow, and trigger it for Jane. Her run appears here by itself.';
const triggers = (workflow: string) => `This command triggers ${workflow} for Jane; her run appears here by itself.`;

/** In place of an environment's list before its first run: how to trigger it. It asks for that run until it is there. */
export function FirstRun() {
  const { id, name } = useEnvironment();
  const any = notificationQueries.summaries(id, ANY_RUN);
  const live = useLiveRuns({ refetch: [any.queryKey] });
  useQuery({ ...any, refetchInterval: live === 'live' ? false : POLL_MS });
  const workflows = useQuery(workflowQueries.list(id, { status: ['ACTIVE'], orderBy: 'name', limit: 1 }));
  if (workflows.isPending) return null;
  const workflow = workflows.data?.workflows[0];
  return (
    <div className="mx-auto flex max-w-5xl flex-col gap-4 px-3 py-8 md:px-6 md:py-12">
      <h2 className="text-lg font-semibold text-balance">Nothing was triggered in {name} yet</h2>
      <p className="max-w-3xl text-pretty text-muted">
        Each time your code triggers a workflow in {name}, its run appears here with what became of it.{' '}
        <Prose>{workflow ? triggers(workflow.name) : ADDS_ALL}</Prose>
      </p>
      <KeyHint environment={name} />
      <Commands lines={firstDelivery(window.location.origin, workflow?.workflowId)} />
    </div>
  );
}

function Commands({ lines }: { lines: readonly string[] }) {
  const text = lines.join('\n');
  return (
    <section aria-label="Commands" className="relative">
      <CodeBlock className="whitespace-pre">{text}</CodeBlock>
      <CopyButton value={text} what="commands" className="absolute top-1.5 right-1.5 bg-sunken" />
    </section>
  );
}

function KeyHint({ environment }: { environment: string }) {
  const denied = useWhyNot('api-keys:read');
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 text-muted">
      <p>
        <code className="font-mono text-xs">$KEY</code> is an API key of {environment}:{' '}
        <code className="font-mono text-xs">export KEY=…</code> {denied}
      </p>
      {!denied && (
        <Link href="/settings/api-keys" className={buttonClass({ variant: 'primary' })}>
          Create an API key
        </Link>
      )}
    </div>
  );
}
