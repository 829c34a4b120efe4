'use client';

import { useMutation } from '@tanstack/react-query';
import { PlugZap } from 'lucide-react';
import { type MouseEvent, useState } from 'react';
import { useEnvironment, useWhyNot } from '#components/layout/session.tsx';
import { Button } from '#components/ui/button.tsx';
import { integrationMutations } from '#lib/integrations/client.ts';
import { fieldLabel } from '#lib/providers/catalogue/field-label.ts';
import type { Provider } from '#lib/providers/provider.ts';
import { toWireName } from '#lib/providers/service-name.ts';
import { changeOf, formErrors } from './form-values.ts';
import { TestResult } from './test-result.tsx';
import type { IntegrationFormState } from './use-integration-form.ts';

interface Props {
  provider: Provider;
  form: IntegrationFormState;
  /** The integration that is edited. */
  integrationId: string | undefined;
}

/** Tests the credentials of the form before they are saved. Empty for a provider without such a test. */
export function DraftTest({ provider, form, integrationId }: Props) {
  const { id } = useEnvironment();
  const test = useMutation(integrationMutations.testDraft(id));
  const [failure, setFailure] = useState<Error>();
  const denied = useWhyNot('integrations:write');
  const { kind, channel, deliverable, credentials } = provider;
  if (kind === 'agent' || channel === 'in_app' || !deliverable || credentials.length === 0) return null;
  const problems = formErrors({ ...form.values, active: false }, provider);
  const broken = credentials.find(({ key, type }) => type === 'object' && problems[`credentials.${key}`]);
  const run = async ({ currentTarget: { form: element } }: MouseEvent<HTMLButtonElement>) => {
    setFailure(undefined);
    const { credentials: given = {} } = changeOf(form.values, provider);
    const body = { providerId: toWireName(provider.id), credentials: given, ...(integrationId && { integrationId }) };
    await test.mutateAsync(body).catch((error: Error) => {
      if (!element || !form.showErrors(error, element)) setFailure(error);
    });
  };
  return (
    <div className="flex flex-col gap-3 rounded-lg border border-line p-3">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="min-w-0 flex-1 text-muted">
          Does the provider accept these credentials? Nothing is sent or saved.
        </p>
        <Button
          disabledReason={denied ?? (broken && `${fieldLabel(broken)} is not a JSON object`)}
          pending={test.isPending}
          onClick={(event) => void run(event)}
        >
          <PlugZap aria-hidden />
          Test
        </Button>
      </div>
      <TestResult result={test.data} failure={failure} />
    </div>
  );
}
