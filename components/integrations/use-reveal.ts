'use client';

import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { confirm } from '#components/form/confirm.tsx';
import { useEnvironment } from '#components/layout/session.tsx';
import { integrationMutations } from '#lib/integrations/client.ts';
import type { Integration } from '#lib/integrations/schema.ts';

/** Returns the stored secrets, once the user has revealed them. The audit log records the access. */
export function useReveal(integration: Integration) {
  const { id } = useEnvironment();
  const ask = useMutation(integrationMutations.revealCredentials(id));
  const [revealed, setRevealed] = useState<Record<string, unknown>>();
  const reveal = () =>
    void confirm({
      title: `Show the credentials of ${integration.name}?`,
      body: 'Stored secrets are shown in plain text while this form is open. This access is recorded in the audit log.',
      action: 'Show credentials',
      run: async () => setRevealed((await ask.mutateAsync(integration._id ?? '')).credentials ?? {}),
    });
  return { revealed, reveal };
}
