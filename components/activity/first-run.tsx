'use client';

import { useQueries, useQuery } from '@tanstack/react-query';
import Link from 'next/link';
import { type ReactNode, useState } from 'react';
import { useEnvironment, useSession, useWhyNot } from '#components/layout/session.tsx';
import { useLiveRuns } from '#components/live/use-live-runs.ts';
import { Button } from '#components/ui/button.tsx';
import { buttonClass } from '#components/ui/button-class.ts';
import { CodeBlock } from '#components/ui/code.tsx';
import { CopyButton } from '#components/ui/copy-button.tsx';
import { Prose } from '#components/ui/prose.tsx';
import { Step, Steps } from '#components/ui/steps.tsx';
import { CopyFromDialog } from '#components/workflows/list/copy-from-dialog.tsx';
import { ANY_RUN, notificationQueries } from '#lib/notifications/client.ts';
import { firstDelivery } from '#lib/providers/first-delivery.ts';
import { counted } from '#lib/text/counted.ts';
import { workflowQueries } from '#lib/workflows/client.ts';

const POLL_MS = 5_000;

const ADDS_ALL =
  'The commands add an email provider in sandbox mode, from which nothing leaves, and a workflow, and trigger it for Jane.';

/** How to trigger the first run, shown instead of an empty list. Polls until that run exists. */
export function FirstRun() {
  const { id, name } = useEnvironment();
  const any = notificationQueries.summaries(id, ANY_RUN);
  const live = useLiveRuns({ refetch: [any.queryKey] });
  useQuery({ ...any, refetchInterval: live === 'live' ? false : POLL_MS });
  const workflows = useQuery(workflowQueries.list(id, { status: ['ACTIVE'], orderBy: 'name', limit: 1 }));
  const workflow = workflows.data?.workflows[0];
  const elsewhere = useElsewhere(workflows.data !== undefined && !workflow);
  if (workflows.isPending || elsewhere.isPending) return null;
  return (
    <div className="mx-auto flex max-w-3xl flex-col gap-6 page-x py-8 md:py-12">
      <header className="flex flex-col gap-1">
        <h2 className="text-lg font-semibold text-balance">Nothing was triggered in {name} yet</h2>
        <p className="text-pretty text-muted">
          Each time your code triggers a workflow in {name}, its run appears here with its result.
        </p>
      </header>
      {elsewhere.source ? (
        <Steps>
          <CopyStep {...elsewhere.source} />
          <KeyStep environment={name} />
          <Step title="Trigger one of them">
            <p>The command for it appears here once they are copied, and then its run, each step with its reason.</p>
          </Step>
        </Steps>
      ) : (
        <Steps>
          <KeyStep environment={name} isFirst />
          <Step title="Run this in a terminal">
            <p className="text-pretty">
              <Prose>{workflow ? `The command triggers ${workflow.name} for Jane.` : ADDS_ALL}</Prose>
            </p>
            <Commands lines={firstDelivery(window.location.origin, workflow?.workflowId)} />
          </Step>
          <Step title="See the result">
            <p>Her run appears here automatically, each step with its reason.</p>
          </Step>
        </Steps>
      )}
    </div>
  );
}

interface Source {
  name: string;
  /** The number of its workflows. */
  count: number;
}

/** Returns the first other environment with workflows, if this one has none. */
function useElsewhere(enabled: boolean): { isPending: boolean; source?: Source | undefined } {
  const { environments, environment } = useSession();
  const others = environments.filter(({ _id }) => _id !== environment._id);
  return useQueries({
    queries: others.map(({ _id }) => ({ ...workflowQueries.list(_id, { limit: 1 }), enabled })),
    combine: (lists) => ({
      isPending: enabled && lists.some(({ isPending }) => isPending),
      source: others
        .map(({ name }, at) => ({ name, count: lists[at]?.data?.totalCount ?? 0 }))
        .find(({ count }) => enabled && count > 0),
    }),
  });
}

function CopyStep({ name, count }: Source) {
  const here = useEnvironment();
  const denied = useWhyNot('workflows:write');
  const [copying, setCopying] = useState(false);
  return (
    <Step title="Copy workflows">
      <p className="text-pretty">
        {name} has {counted(count, 'workflow')}, {here.name} has no active one.
      </p>
      <Button variant="primary" disabledReason={denied} onClick={() => setCopying(true)}>
        Copy from {name}
      </Button>
      {copying && <CopyFromDialog open onOpenChange={setCopying} />}
    </Step>
  );
}

function Commands({ lines }: { lines: readonly string[] }) {
  const text = lines.join('\n');
  return (
    <section aria-label="Commands" className="relative w-full">
      <CodeBlock className="whitespace-pre max-sm:pt-10 sm:pr-12">{text}</CodeBlock>
      <CopyButton value={text} what="commands" className="absolute top-1.5 right-1.5 bg-sunken" />
    </section>
  );
}

function KeyStep({ environment, isFirst = false }: { environment: string; isFirst?: boolean }) {
  const denied = useWhyNot('api-keys:read');
  const mono = (text: string): ReactNode => <code className="font-mono text-xs whitespace-nowrap">{text}</code>;
  return (
    <Step title="Create an API key">
      {denied ? (
        <p>{denied}</p>
      ) : (
        <Link href="/settings/api-keys" className={buttonClass({ variant: isFirst ? 'primary' : 'secondary' })}>
          Create an API key
        </Link>
      )}
      <p className="text-pretty">
        It is a key of {environment}. Begin with {mono('export KEY=…')} in your terminal: the commands read it.
      </p>
    </Step>
  );
}
