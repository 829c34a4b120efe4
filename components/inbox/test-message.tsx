import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { BellRing } from 'lucide-react';
import Link from 'next/link';
import { type FormEvent, type MouseEvent, useRef, useState } from 'react';
import { useEnvironment, useWhyNot } from '#components/layout/session.tsx';
import { Failed } from '#components/setup/failed.tsx';
import { Button } from '#components/ui/button.tsx';
import { Field } from '#components/ui/field.tsx';
import { Input } from '#components/ui/input.tsx';
import { eventMutations } from '#lib/events/client.ts';
import type { TriggerResult } from '#lib/events/schema.ts';
import { workflowAddress } from '#lib/workflows/address.ts';
import { workflowMutations, workflowQueries } from '#lib/workflows/client.ts';
import { INBOX_TEST } from '#lib/workflows/inbox-test.ts';

/** The workflow of test messages, which the first test message creates. Its only step is the inbox. */
const WORKFLOW = {
  name: 'Inbox test',
  workflowId: INBOX_TEST,
  active: true,
  payloadSchema: { type: 'object', properties: { message: { type: 'string' } } },
  steps: [
    {
      name: 'Inbox',
      type: 'in_app' as const,
      controlValues: { subject: 'Test message', body: '{{ payload.message }}' },
    },
  ],
};

/** Sends a message to the inbox of a subscriber, the way the product does: it triggers a workflow. */
export function TestMessage({ subscriberId, onSent }: { subscriberId: string; onSent: () => void }) {
  const { base } = useEnvironment();
  const [message, write] = useState('Your order is on its way.');
  const denied = useWhyNot('events:trigger');
  const { send, isPending, result, error, isCreated } = useTestMessage(subscriberId);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void send(message).then((sent) => sent?.status === 'processed' && onSent());
  };
  const isSent = result?.status === 'processed';
  const workflow = (
    <Link href={workflowAddress(base, WORKFLOW.workflowId)} className={linkClass}>
      {WORKFLOW.name}
    </Link>
  );
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-2">
      <div className="flex flex-wrap items-end gap-3">
        <div className="min-w-48 flex-1">
          <Field label="Test message">
            {(control) => (
              <Input
                {...control}
                value={message}
                onChange={(event) => write(event.target.value)}
                autoComplete="off"
                // The focused button that opened the preview has disappeared.
                autoFocus
              />
            )}
          </Field>
        </div>
        <Button
          type="submit"
          variant="primary"
          disabledReason={denied ?? (message.trim() === '' ? 'Enter a message' : undefined)}
          pending={isPending}
          onClick={ignoreDoubleClick}
        >
          <BellRing aria-hidden />
          Send test message
        </Button>
      </div>
      <p role="status" className="text-xs text-pretty text-faint">
        {isSent ? (
          <>
            Sent by the workflow {workflow}.{' '}
            <Link href={`${base}/activity?transaction=${result.transactionId}`} className={linkClass}>
              Open the run
            </Link>
          </>
        ) : isCreated ? (
          <>Test messages use the workflow {workflow}.</>
        ) : (
          `Test messages use their own workflow, ${WORKFLOW.name}. The first message creates it.`
        )}
      </p>
      {result && !isSent && (
        <Failed>
          {`The workflow ${WORKFLOW.name} did not run: ${result.error?.[0] ?? 'it is inactive. Activate it under Workflows.'}`}
        </Failed>
      )}
      {error && <Failed>{error.message}</Failed>}
    </form>
  );
}

const linkClass = 'rounded-sm font-medium text-accent-text hover:underline';

/** The second click of a double click sends no second message, also if the first one was already sent. */
function ignoreDoubleClick(event: MouseEvent) {
  if (event.detail > 1) event.preventDefault();
}

const LIST = { query: WORKFLOW.workflowId, limit: 100 };

function useTestMessage(subscriberId: string) {
  const { id } = useEnvironment();
  const client = useQueryClient();
  const create = useMutation(workflowMutations.create(id));
  const trigger = useMutation(eventMutations.trigger(id));
  const { data } = useQuery(workflowQueries.list(id, LIST));
  const [result, setResult] = useState<TriggerResult>();
  const isSending = useRef(false);
  const send = useMutation({
    mutationFn: async (message: string): Promise<TriggerResult> => {
      const { workflows } = await client.fetchQuery(workflowQueries.list(id, LIST));
      if (!hasTest(workflows)) await create.mutateAsync(WORKFLOW);
      return trigger.mutateAsync({ name: WORKFLOW.workflowId, to: subscriberId, payload: { message } });
    },
  });
  /** Sends one message at a time. The result of the last one stays until the next one is sent. */
  const sendOne = async (message: string) => {
    if (isSending.current) return undefined;
    isSending.current = true;
    try {
      const sent = await send.mutateAsync(message);
      setResult(sent);
      return sent;
    } catch {
      // The form shows the error.
      setResult(undefined);
      return undefined;
    } finally {
      isSending.current = false;
    }
  };
  const isCreated = data !== undefined && hasTest(data.workflows);
  return { send: sendOne, isPending: send.isPending, result, error: send.error, isCreated };
}

function hasTest(workflows: readonly { workflowId: string }[]): boolean {
  return workflows.some(({ workflowId }) => workflowId === WORKFLOW.workflowId);
}
