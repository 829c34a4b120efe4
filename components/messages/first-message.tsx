'use client';

import { useQuery } from '@tanstack/react-query';
import Link from 'next/link';
import { useEnvironment } from '#components/layout/session.tsx';
import { buttonClass } from '#components/ui/button-class.ts';
import { Step, Steps } from '#components/ui/steps.tsx';
import { integrationQueries } from '#lib/integrations/client.ts';
import { workflowQueries } from '#lib/workflows/client.ts';

/** In place of an environment's messages before the first one: what is missing until there is one. */
export function FirstMessage() {
  const { id, name, base } = useEnvironment();
  const integrations = useQuery(integrationQueries.list(id));
  const workflows = useQuery(workflowQueries.list(id, { status: ['ACTIVE'], limit: 1 }));
  if (integrations.isPending || workflows.isPending) return null;
  const isConnected = integrations.data?.some(({ active, channel }) => active && channel) ?? false;
  const hasWorkflow = (workflows.data?.workflows.length ?? 0) > 0;
  return (
    <div className="mx-auto flex max-w-lg flex-col gap-6 page-x py-10 md:py-14">
      <header className="flex flex-col gap-1">
        <h2 className="text-lg font-semibold text-balance">No messages in {name} yet</h2>
        <p className="text-pretty text-muted">
          Each time a channel step of a workflow runs, the message it makes appears here, with its content.
        </p>
      </header>
      <Steps>
        <Step title="Connect a provider" done={isConnected}>
          {!isConnected && (
            <>
              <p>It sends the messages of a channel. In sandbox mode it accepts them, and nothing leaves.</p>
              <GoTo href={`${base}/integrations`} label="Open integrations" primary />
            </>
          )}
        </Step>
        <Step title="Create a workflow with a channel step" done={hasWorkflow}>
          {!hasWorkflow && <GoTo href={`${base}/workflows`} label="Open workflows" primary={isConnected} />}
        </Step>
        <Step title="Trigger it from your code">
          <p>Activity shows the command, and each run with what became of it.</p>
          <GoTo href={`${base}/activity`} label="Show the command" primary={isConnected && hasWorkflow} />
        </Step>
      </Steps>
    </div>
  );
}

/** `primary`: it is what comes next. */
function GoTo({ href, label, primary }: { href: string; label: string; primary: boolean }) {
  return (
    <Link href={href} className={buttonClass({ variant: primary ? 'primary' : 'secondary' })}>
      {label}
    </Link>
  );
}
