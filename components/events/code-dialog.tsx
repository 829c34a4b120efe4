'use client';

import Link from 'next/link';
import { TriggerCode } from '#components/api-reference/trigger-code.tsx';
import { useEnvironment, useWhyNot } from '#components/layout/session.tsx';
import { Code } from '#components/ui/code.tsx';
import { Dialog, DialogContent } from '#components/ui/dialog.tsx';
import { Skeleton } from '#components/ui/skeleton.tsx';
import { type EventTarget, useEvent } from './use-event.ts';

interface Props extends EventTarget {
  /** The workflow's name. */
  about: string;
  onClose: () => void;
}

/** The trigger of a workflow as code, with the recipient and the payload that were entered last. Load it lazily. */
export function CodeDialog({ about, onClose, ...target }: Props) {
  const { name, base } = useEnvironment();
  const denied = useWhyNot('api-keys:read');
  const { name: workflow, payload, example, event, isLoading } = useEvent(target);
  const key = denied ? 'an API key' : <Link href={`${base}/api-keys`}>an API key</Link>;
  return (
    <Dialog open onOpenChange={onClose}>
      <DialogContent
        title={`Code: ${about}`}
        description="Triggers the workflow from your product, with the payload of the last test."
        className="max-w-3xl"
      >
        {isLoading ? (
          <Skeleton className="h-60 rounded-lg" />
        ) : (
          <TriggerCode body={event ?? { name: workflow, to: 'SUBSCRIBER_ID', payload: payload ?? example }} />
        )}
        <p className="mt-3 text-pretty text-muted [&_a]:text-accent-text [&_a]:underline">
          Replace <Code>$KEY</Code> or <Code>YOUR_API_KEY</Code> with {key} of {name}.
          {!event && (
            <>
              {' '}
              <Code>SUBSCRIBER_ID</Code> is your ID for the recipient.
            </>
          )}
        </p>
      </DialogContent>
    </Dialog>
  );
}
