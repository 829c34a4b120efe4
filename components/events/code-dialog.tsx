'use client';

import Link from 'next/link';
import { useState } from 'react';
import { TriggerCode } from '#components/api-reference/trigger-code.tsx';
import { useEnvironment, useWhyNot } from '#components/layout/session.tsx';
import { Code } from '#components/ui/code.tsx';
import { Dialog, DialogContent } from '#components/ui/dialog.tsx';
import { Skeleton } from '#components/ui/skeleton.tsx';
import { Segmented } from '#components/workflows/fields/segmented.tsx';
import { KEY } from '#lib/api-reference/shell-key.ts';
import { momentText } from '#lib/time/time.ts';
import { type CodeValues, codeBody, SUBSCRIBER, valueChoices } from './code-values.ts';
import { type EventTarget, useEvent } from './use-event.ts';

interface Props extends EventTarget {
  /** The workflow's name. */
  about: string;
  onClose: () => void;
}

/** The trigger of a workflow as code, with the payload of its newest run, otherwise with sample values. Load it lazily. */
export function CodeDialog({ about, onClose, ...target }: Props) {
  const { name, base } = useEnvironment();
  const denied = useWhyNot('api-keys:read');
  const state = useEvent(target);
  const choices = valueChoices(state);
  const [chosen, setValues] = useState<CodeValues>();
  const values = chosen ?? choices[0].value;
  const body = codeBody(state, values);
  const key = denied ? 'an API key' : <Link href={`${base}/api-keys`}>an API key</Link>;
  return (
    <Dialog open onOpenChange={onClose}>
      <DialogContent
        title={`Code: ${about}`}
        description="Triggers the workflow from your product."
        className="max-w-3xl"
      >
        {state.isLoading ? (
          <Skeleton className="h-60 rounded-lg" />
        ) : (
          <>
            {choices.length > 1 && (
              <Segmented
                label="Values in the code"
                value={values}
                options={choices}
                onChange={(next) => setValues(next as CodeValues)}
                className="mb-3"
              />
            )}
            <TriggerCode body={body} />
          </>
        )}
        {values === 'run' && state.newest && (
          <p className="mt-3 text-muted">With the payload of the run of {momentText(state.newest.at)}.</p>
        )}
        <p className="mt-3 text-pretty text-muted [&_a]:text-accent-text [&_a]:underline">
          Replace <Code>{KEY}</Code> with {key} of {name}.
          {body.to === SUBSCRIBER && (
            <>
              {' '}
              <Code>{SUBSCRIBER}</Code> is your ID for the recipient.
            </>
          )}
        </p>
      </DialogContent>
    </Dialog>
  );
}
