'use client';

import { useMutation } from '@tanstack/react-query';
import { Eye, EyeOff, RotateCw } from 'lucide-react';
import { confirm } from '#components/form/confirm.tsx';
import { useEnvironment, useWhyNot } from '#components/layout/session.tsx';
import { Button } from '#components/ui/button.tsx';
import { CopyButton } from '#components/ui/copy-button.tsx';
import { useShownBriefly } from '#components/ui/use-shown-briefly.ts';
import { environmentMutations } from '#lib/environments/client.ts';
import { CREDENTIAL_MASK } from '#lib/integrations/credential-mask.ts';
import { SettingsSection } from './settings-page.tsx';

/** The signing secret of the page's environment, masked until the user reveals or replaces it. */
export function SigningSecret() {
  const { id, name } = useEnvironment();
  const { shown, show, hide } = useShownBriefly<{ of: string; secret: string }>();
  const secret = shown?.of === id ? shown.secret : undefined;
  return (
    <SettingsSection
      id="signing-secret"
      title={`Signing secret of ${name}`}
      intro="Belfry signs the requests of HTTP steps with this secret, so that your server can verify their origin."
    >
      <div className="rounded-lg border border-line bg-surface">
        <div className="flex min-h-11 items-center gap-2 px-3 py-1.5">
          {secret ? (
            <code className="min-w-0 flex-1 font-mono text-xs break-all select-all">{secret}</code>
          ) : (
            <code className="min-w-0 flex-1 font-mono text-lg tracking-widest text-faint">{CREDENTIAL_MASK}</code>
          )}
          {secret && <CopyButton value={secret} what="signing secret" />}
        </div>
        <div className="flex flex-wrap items-center justify-between gap-3 border-t border-line px-3 py-2 text-xs text-muted">
          <p className="min-w-0 flex-1 basis-80 text-pretty">
            {secret ? 'Hidden again after one minute. ' : 'Revealing the secret is recorded in the audit log. '}
            After a replacement, your servers reject requests until they have the new secret.
          </p>
          <SecretActions isShown={secret !== undefined} show={(text) => show({ of: id, secret: text })} hide={hide} />
        </div>
      </div>
    </SettingsSection>
  );
}

interface Props {
  isShown: boolean;
  show: (secret: string) => void;
  hide: () => void;
}

function SecretActions({ isShown, show, hide }: Props) {
  const { id, name } = useEnvironment();
  const denied = useWhyNot('environments:secrets');
  const reveal = useMutation(environmentMutations.revealSigningSecret(id));
  const renew = useMutation(environmentMutations.renewSigningSecret(id));
  const askToReveal = () =>
    void confirm({
      title: `Show the signing secret of ${name}?`,
      body: 'The secret is shown in plain text for one minute. This access is recorded in the audit log.',
      action: 'Show secret',
      run: async () => show((await reveal.mutateAsync()).secret),
    });
  const askToRenew = () =>
    void confirm({
      title: `Replace the signing secret of ${name}?`,
      body: 'The next request is signed with the new secret. Servers that check signatures reject requests until they have the new secret.',
      action: 'Replace secret',
      danger: true,
      run: async () => show((await renew.mutateAsync()).secret),
    });
  return (
    <div className="ml-auto flex gap-2">
      <Button size="sm" variant="danger-outline" disabledReason={denied} onClick={askToRenew}>
        <RotateCw aria-hidden />
        Replace
      </Button>
      {isShown ? (
        <Button size="sm" onClick={hide}>
          <EyeOff aria-hidden />
          Hide
        </Button>
      ) : (
        <Button size="sm" disabledReason={denied} onClick={askToReveal}>
          <Eye aria-hidden />
          Reveal
        </Button>
      )}
    </div>
  );
}
