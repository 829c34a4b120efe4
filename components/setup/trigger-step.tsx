import dynamic from 'next/dynamic';
import Link from 'next/link';
import { useState } from 'react';
import { EventDialog } from '#components/events/event-dialog.tsx';
import { useEnvironment, useWhyNot } from '#components/layout/session.tsx';
import { Button } from '#components/ui/button.tsx';
import { CodeBlock } from '#components/ui/code.tsx';
import { CopyButton } from '#components/ui/copy-button.tsx';
import { useSamplePayload } from '#components/workflows/use-sample-payload.ts';
import { firstDelivery } from '#lib/providers/first-delivery.ts';
import type { Subscriber } from '#lib/subscribers/schema.ts';
import type { WorkflowListItem } from '#lib/workflows/schema.ts';

const TriggerCode = dynamic(
  () => import('#components/api-reference/trigger-code.tsx').then((module) => module.TriggerCode),
  { ssr: false },
);

interface Props {
  workflow: WorkflowListItem | undefined;
  subscriber: Subscriber | undefined;
}

export function TriggerStep({ workflow, subscriber, hasRun }: Props & { hasRun: boolean }) {
  const denied = useWhyNot('events:trigger');
  const [triggering, setTriggering] = useState(false);
  // The first run opens next to the checklist, so the dialog closes.
  const [hadRun, setHadRun] = useState(hasRun);
  if (hasRun !== hadRun) {
    setHadRun(hasRun);
    setTriggering(false);
  }
  const missing = workflow && subscriber ? undefined : 'Create a workflow and a subscriber first';
  return (
    <>
      <Button
        variant={missing || hasRun ? 'secondary' : 'primary'}
        disabledReason={denied ?? missing}
        onClick={() => setTriggering(true)}
      >
        {hasRun ? 'Trigger it again' : 'Trigger it here'}
      </Button>
      {!hasRun && <FromCode workflow={workflow} subscriber={subscriber} />}
      {workflow && subscriber && (
        <EventDialog
          dialog={triggering ? 'trigger' : undefined}
          about={workflow.name}
          workflowId={workflow.workflowId}
          recipient={subscriber.subscriberId}
          onClose={() => setTriggering(false)}
        />
      )}
    </>
  );
}

/** Triggers from code. Without a workflow, terminal commands also create a workflow and an integration. */
function FromCode({ workflow, subscriber }: Props) {
  const { name, base } = useEnvironment();
  const denied = useWhyNot('api-keys:read');
  return (
    <>
      <p className="text-pretty">
        Or set <code className="font-mono text-xs whitespace-nowrap">export KEY=…</code> in a terminal to{' '}
        {denied ? (
          'an API key'
        ) : (
          <Link href={`${base}/api-keys`} className="text-accent-text underline-offset-2 hover:underline">
            an API key
          </Link>
        )}{' '}
        of {name}.{' '}
        {workflow
          ? `The code triggers ${workflow.name} for ${subscriber ? (subscriber.firstName ?? subscriber.subscriberId) : 'Jane'}.`
          : 'The commands add a sandbox for email and a workflow, and trigger it for Jane.'}
      </p>
      {workflow ? <CodeOf workflow={workflow} subscriber={subscriber} /> : <Commands />}
    </>
  );
}

/** The code of the trigger, with a sample payload once it is loaded. */
function CodeOf({ workflow, subscriber }: Props & { workflow: WorkflowListItem }) {
  const payload = useSamplePayload(workflow.workflowId);
  const to = subscriber ? { subscriberId: subscriber.subscriberId } : JANE;
  return <TriggerCode body={{ name: workflow.workflowId, to, ...(payload && { payload }) }} />;
}

const JANE = { subscriberId: 'jane', firstName: 'Jane', lastName: 'Cooper', email: 'jane@example.com' };

function Commands() {
  const text = firstDelivery(window.location.origin).join('\n');
  return (
    <section aria-label="Commands" className="relative w-full">
      <CodeBlock className="max-h-64 whitespace-pre max-sm:pt-10 sm:pr-12">{text}</CodeBlock>
      <CopyButton value={text} what="commands" className="absolute top-1.5 right-1.5 bg-sunken" />
    </section>
  );
}
