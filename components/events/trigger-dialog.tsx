'use client';

import { CircleCheck, CircleSlash } from 'lucide-react';
import dynamic from 'next/dynamic';
import Link from 'next/link';
import { usePathname } from 'next/navigation';
import { useState } from 'react';
import { useEnvironment } from '#components/layout/session.tsx';
import { buttonClass } from '#components/ui/button-class.ts';
import { cn } from '#components/ui/cn.ts';
import { Dialog, DialogContent } from '#components/ui/dialog.tsx';
import { FoldButton } from '#components/ui/fold-button.tsx';
import { toneText } from '#components/ui/tone.ts';
import { type EventInput, eventMutations } from '#lib/events/client.ts';
import type { TriggerResult } from '#lib/events/schema.ts';
import { workflowAddress } from '#lib/workflows/address.ts';
import { EventForm, type EventTarget } from './event-form.tsx';

const TriggerCode = dynamic(
  () => import('#components/api-reference/trigger-code.tsx').then((module) => module.TriggerCode),
  { ssr: false },
);

interface Props extends EventTarget {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** The known workflow or subscriber, in words. */
  about: string;
}

/** Triggers a workflow for one subscriber, as the product does through the API. */
export function TriggerDialog({ open, onOpenChange, about, ...target }: Props) {
  const { id, name } = useEnvironment();
  return (
    <Dialog open={open} onOpenChange={onOpenChange}>
      <DialogContent
        title={`Trigger: ${about}`}
        description={`Starts a run in ${name} now. Its messages are sent, except through integrations in sandbox mode.`}
        className="max-w-2xl"
      >
        <EventForm
          {...target}
          mutation={eventMutations.trigger(id)}
          labels={['Trigger', 'Trigger it again']}
          isDone={({ status }) => status === 'processed'}
          code={(event) => <AsCode event={event} />}
        >
          {(result, workflowId) => <Triggered result={result} workflowId={workflowId} />}
        </EventForm>
      </DialogContent>
    </Dialog>
  );
}

/** The same trigger as code, folded until it is opened. */
function AsCode({ event }: { event: EventInput }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <div className="flex min-w-0 flex-col items-start gap-2">
      <FoldButton
        open={isOpen}
        onFold={setOpen}
        className="flex items-center gap-1 rounded-sm py-1 text-xs font-medium text-muted hover:text-fg"
      >
        Code for this trigger
      </FoldButton>
      {isOpen && <TriggerCode body={event} />}
    </div>
  );
}

interface TriggeredProps {
  result: TriggerResult;
  /** The workflow's identifier. */
  workflowId: string;
}

function Triggered({ result: { status, error, transactionId }, workflowId }: TriggeredProps) {
  const { base } = useEnvironment();
  const rejected = status === 'processed' ? undefined : (REJECTED[status] ?? error?.join(' ') ?? status);
  const path = workflowAddress(base, workflowId);
  const here = usePathname();
  const Icon = rejected ? CircleSlash : CircleCheck;
  return (
    <section
      aria-label="Result"
      className="flex flex-wrap items-center justify-between gap-3 rounded-lg border border-line bg-surface px-4 py-3"
    >
      <p role="status" className="flex items-start gap-2 font-semibold text-pretty">
        <Icon aria-hidden className={cn('mt-0.5 size-5 shrink-0', toneText[rejected ? 'idle' : 'ok'])} />
        {rejected ? `Nothing runs: ${rejected}` : 'The run has started.'}
      </p>
      {rejected && here !== path && (
        <Link href={path} className={buttonClass({ size: 'sm' })}>
          Open the workflow
        </Link>
      )}
      {!rejected && transactionId !== undefined && (
        <Link
          href={`${base}/activity?transaction=${encodeURIComponent(transactionId)}`}
          className={buttonClass({ size: 'sm' })}
        >
          Open it in Activity
        </Link>
      )}
    </section>
  );
}

/** Texts that replace the API's status codes. For other statuses, the API returns a text. */
const REJECTED: Partial<Record<TriggerResult['status'], string>> = {
  trigger_not_active: 'the workflow is paused.',
  no_workflow_steps_defined: 'the workflow has no steps.',
  no_workflow_active_steps_defined: 'none of the workflow’s steps is active.',
};
