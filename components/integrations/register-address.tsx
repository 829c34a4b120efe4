'use client';

import { useMutation } from '@tanstack/react-query';
import { Webhook } from 'lucide-react';
import { useEnvironment, useWhyNot } from '#components/layout/session.tsx';
import { StateMark } from '#components/status/state-mark.tsx';
import { Button } from '#components/ui/button.tsx';
import { eventMutations } from '#lib/delivery-events/client.ts';
import type { AutoConfigured } from '#lib/delivery-events/schema.ts';
import { Problem } from './form-problem.tsx';

interface Props {
  integrationId: string;
  /** The reason why Belfry cannot register the address at present. */
  whyNot: string | undefined;
}

/** The button that registers the event address at the provider, and the result. */
export function RegisterAddress({ integrationId, whyNot }: Props) {
  const { id } = useEnvironment();
  const denied = useWhyNot('integrations:write');
  const register = useMutation(eventMutations.register(id));
  return (
    <div className="flex flex-col items-start gap-2">
      <Button
        size="sm"
        disabledReason={denied ?? whyNot}
        pending={register.isPending}
        onClick={() => register.mutate(integrationId)}
      >
        <Webhook aria-hidden />
        Register the address
      </Button>
      <RegistrationResult result={register.data} failure={register.error} isPending={register.isPending} />
    </div>
  );
}

interface ResultProps {
  result: AutoConfigured | undefined;
  /** The error, if the API rejected the call itself. */
  failure: Error | null;
  isPending: boolean;
}

/** The progress, then the registered address, or the provider's words with the next action. */
export function RegistrationResult({ result, failure, isPending }: ResultProps) {
  if (failure) return <Problem>{failure.message}</Problem>;
  return (
    <div aria-live="polite" className="empty:hidden">
      {isPending && <p className="text-xs text-faint">Calling the provider. This can take up to 20 seconds.</p>}
      {result && !isPending && (
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1 break-words">
          <StateMark
            state={result.success ? 'done' : 'failed'}
            label={result.success ? 'Registered' : 'Not registered'}
            show="badge"
          />
          <span>{result.message}</span>
        </p>
      )}
    </div>
  );
}
