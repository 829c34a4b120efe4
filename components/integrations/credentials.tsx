'use client';

import { useMutation } from '@tanstack/react-query';
import { Eye, EyeOff } from 'lucide-react';
import { confirm } from '#components/form/confirm.tsx';
import { useEnvironment, useWhyNot } from '#components/layout/session.tsx';
import { Button } from '#components/ui/button.tsx';
import { CopyButton } from '#components/ui/copy-button.tsx';
import { Fact, Facts } from '#components/ui/facts.tsx';
import { Truncate } from '#components/ui/truncate.tsx';
import { useShownBriefly } from '#components/ui/use-shown-briefly.ts';
import { integrationMutations } from '#lib/integrations/client.ts';
import type { Integration, IntegrationCredentials } from '#lib/integrations/schema.ts';
import type { CredentialField } from '#lib/providers/provider.ts';

interface Props {
  integration: Integration;
  fields: readonly CredentialField[];
}

/** The credentials, masked until the user reveals them. Revealed secrets are hidden again after a minute. */
export function Credentials({ integration, fields }: Props) {
  const { id } = useEnvironment();
  const denied = useWhyNot('integrations:credentials');
  const reveal = useMutation(integrationMutations.revealCredentials(id));
  const { shown, show, hide } = useShownBriefly<IntegrationCredentials>();
  const ask = () =>
    confirm({
      title: `Show the credentials of ${integration.name}?`,
      body: 'Secrets are shown in plain text for one minute. This access is recorded in the audit log.',
      action: 'Show credentials',
      run: async () => show((await reveal.mutateAsync(integration._id ?? '')).credentials ?? {}),
    });
  const values = shown ?? integration.credentials;
  const entries = Object.entries(values ?? {});
  // Switches are no secrets, so nothing is left to reveal.
  const isRevealable = !values || shown !== undefined || entries.some(([, value]) => switchText(value) === undefined);
  return (
    <div className="rounded-lg border border-line">
      <div className="px-3 py-1.5">
        {!values && <p className="py-1 text-muted">{denied ?? 'You cannot see the credentials.'}</p>}
        {values && entries.length === 0 && <p className="py-1 text-muted">None are stored.</p>}
        <Facts>
          {entries.map(([key, value]) => (
            <Fact key={key} label={labelOf(fields, key)}>
              {switchText(value) ?? <Truncate value={String(value)} mono className="select-all" />}
              {shown && <CopyButton value={String(value)} what={labelOf(fields, key)} />}
            </Fact>
          ))}
        </Facts>
      </div>
      {isRevealable && (
        <div className="flex items-center justify-between gap-3 border-t border-line px-3 py-2 text-xs text-faint">
          {shown ? 'Hidden again after one minute.' : 'Secrets are encrypted at rest.'}
          {shown ? (
            <Button size="sm" onClick={hide}>
              <EyeOff aria-hidden />
              Hide
            </Button>
          ) : (
            <Button size="sm" disabledReason={denied} onClick={() => void ask()}>
              <Eye aria-hidden />
              Reveal
            </Button>
          )}
        </div>
      )}
    </div>
  );
}

/** Returns "On" or "Off" for the value of a switch. */
function switchText(value: unknown): string | undefined {
  const isOn = { true: true, false: false }[String(value)];
  return isOn === undefined ? undefined : isOn ? 'On' : 'Off';
}

function labelOf(fields: readonly CredentialField[], key: string): string {
  return fields.find((field) => field.key === key)?.displayName ?? key;
}
