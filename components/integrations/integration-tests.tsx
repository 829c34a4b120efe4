'use client';

import { useMutation } from '@tanstack/react-query';
import { PlugZap, Send } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { useEnvironment, useSession, useWhyNot } from '#components/layout/session.tsx';
import { Button } from '#components/ui/button.tsx';
import { Field } from '#components/ui/field.tsx';
import { Input } from '#components/ui/input.tsx';
import { ApiFailure } from '#lib/api/client.ts';
import { integrationMutations } from '#lib/integrations/client.ts';
import type { Integration } from '#lib/integrations/schema.ts';
import { findProvider } from '#lib/providers/catalogue/catalogue.ts';
import type { DeliveryChannel } from '#lib/providers/message.ts';
import { LastTestLine } from './last-test.tsx';
import { TestResult } from './test-result.tsx';

const recipients = {
  email: { label: 'Email address', help: 'One email is sent to it.' },
  sms: { label: 'Phone number', help: 'With the country, such as +49. One SMS is sent to it.' },
  push: { label: 'Device token', help: 'One push message is sent to the device.' },
  chat: {
    label: 'Post to',
    help: 'A webhook URL, a channel or a phone number, as the provider takes. One message is posted.',
  },
} as const satisfies Record<DeliveryChannel, { label: string; help: string }>;

/** Replaces the help of each field in sandbox mode. */
const SANDBOX_HELP = 'The message is rendered and recorded as in a run. Sandbox mode: nothing is sent.';

interface Props {
  integration: Integration;
  channel: DeliveryChannel;
}

/** Tests the stored credentials: without sending, or by sending one message. In sandbox mode there is nothing to connect to. */
export function IntegrationTests({ integration, channel }: Props) {
  const environment = useEnvironment();
  const { user } = useSession();
  const [to, setTo] = useState(channel === 'email' ? user.email : '');
  const connection = useMutation(integrationMutations.testConnection(environment.id));
  const message = useMutation(integrationMutations.sendTest(environment.id));
  const { sandbox } = integration;
  const denied = useWhyNot('integrations:write') ?? whyNot(integration);
  const integrationId = integration._id ?? '';
  const waiting = connection.isPending || message.isPending ? 'No response from the provider yet' : undefined;
  const { label, help } = recipients[channel];
  const send = (event: FormEvent) => {
    event.preventDefault();
    connection.reset();
    message.mutate({ integrationId, body: { to } });
  };
  const check = () => {
    message.reset();
    connection.mutate(integrationId);
  };
  const last = message.isIdle ? connection : message;
  return (
    <div className="flex flex-col gap-4 rounded-lg border border-line p-3">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="min-w-0 flex-1 text-pretty text-muted">
          {sandbox
            ? 'Sandbox mode: nothing is sent, and the credentials are not used.'
            : 'Does the provider accept the stored credentials? Nothing is sent.'}
        </p>
        <Button
          disabledReason={denied ?? (sandbox ? 'Turn off sandbox mode to test the connection' : waiting)}
          pending={connection.isPending}
          onClick={check}
        >
          <PlugZap aria-hidden />
          Test connection
        </Button>
      </div>
      <form noValidate onSubmit={send} className="flex items-start gap-3">
        <div className="min-w-0 flex-1">
          <Field label={label} help={sandbox ? SANDBOX_HELP : help} error={fieldError(message.error)}>
            {(control) => (
              <Input {...control} value={to} onChange={(event) => setTo(event.target.value)} autoComplete="off" />
            )}
          </Field>
        </div>
        <Button
          type="submit"
          // Next to the field, below its label.
          className="mt-6 shrink-0"
          disabledReason={denied ?? waiting ?? (to.trim() === '' ? 'Enter a recipient' : undefined)}
          pending={message.isPending}
        >
          <Send aria-hidden />
          Send test
        </Button>
      </form>
      <TestResult result={last.data} failure={fieldError(last.error) ? undefined : last.error} />
      {last.isIdle && <LastTestLine integration={integration} />}
    </div>
  );
}

function whyNot({ providerId, sandbox }: Integration): string | undefined {
  const provider = findProvider(providerId);
  if (!provider || provider.deliverable || sandbox) return undefined;
  return `Belfry cannot send through ${provider.displayName} yet`;
}

/** Returns the API's error about the address. */
function fieldError(error: Error | null): string | undefined {
  return error instanceof ApiFailure ? error.errors.to?.messages.join('. ') : undefined;
}
