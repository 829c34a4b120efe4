'use client';

import dynamic from 'next/dynamic';
import { useState } from 'react';
import { useWhyNot } from '#components/layout/session.tsx';
import { Button } from '#components/ui/button.tsx';
import { cn } from '#components/ui/cn.ts';
import { CopyButton } from '#components/ui/copy-button.tsx';
import { Switch } from '#components/ui/switch.tsx';
import { Truncate } from '#components/ui/truncate.tsx';
import { useOpened } from '#components/ui/use-opened.ts';
import { whyNotPrimary } from '#lib/integrations/primary.ts';
import type { Integration } from '#lib/integrations/schema.ts';
import { providerName } from '#lib/providers/facts.ts';
import { supportsPrimary } from '#lib/providers/primary.ts';
import { IntegrationFlags, PrimaryBadge } from './integration-flags.tsx';
import { ProviderTile } from './provider-tile.tsx';
import { useIntegrationActions } from './use-integration-actions.tsx';
import { useMakePrimary } from './use-make-primary.tsx';

const IntegrationSheet = dynamic(() => import('./integration-sheet.tsx').then((module) => module.IntegrationSheet), {
  ssr: false,
});

interface Props {
  integration: Integration;
  /** The integrations of the same channel. */
  siblings: readonly Integration[];
}

/** A click anywhere on the card opens the details, except on its controls. */
export function IntegrationCard({ integration, siblings }: Props) {
  const [open, setOpen] = useState(false);
  const isOpened = useOpened(open);
  const makePrimary = useMakePrimary(siblings);
  const actions = useIntegrationActions(siblings);
  const denied = useWhyNot('integrations:write');
  const name = providerName(integration.providerId);
  return (
    <article
      className={cn(
        'relative flex h-full flex-col rounded-lg border border-line transition-colors hover:border-line-strong',
        integration.active ? 'bg-surface' : 'bg-bg',
      )}
    >
      <div className="flex flex-1 items-start gap-3 p-3.5">
        <ProviderTile name={name} faded={!integration.active} />
        <div className="min-w-0 flex-1">
          <h3 className="flex min-w-0 items-center gap-2">
            <button
              type="button"
              onClick={() => setOpen(true)}
              className="min-w-0 truncate rounded-sm text-left font-semibold after:absolute after:inset-0 after:rounded-lg"
            >
              {integration.name}
            </button>
            {integration.primary && <PrimaryBadge />}
          </h3>
          <p className="truncate text-muted">{name}</p>
          <p className="flex min-w-0 items-center gap-0.5 text-faint">
            <Truncate value={integration.identifier} at="middle" mono />
            <CopyButton value={integration.identifier} what="identifier" className="relative z-10" />
          </p>
        </div>
      </div>
      <div className="flex min-h-11 items-center justify-between gap-2 border-t border-line px-3.5 py-1.5">
        <div className="flex flex-wrap items-center gap-1.5">
          <IntegrationFlags integration={integration} />
        </div>
        <div className="relative z-10 ml-auto flex shrink-0 items-center gap-3">
          {supportsPrimary(integration.channel) && !integration.primary && (
            <Button
              size="sm"
              disabledReason={denied ?? whyNotPrimary(integration)}
              onClick={() => void makePrimary(integration)}
            >
              Make primary
            </Button>
          )}
          <Switch
            checked={integration.active}
            disabledReason={denied}
            onCheckedChange={(active) => void actions.setActive(integration, active)}
            aria-label={`${integration.name} is active`}
          />
        </div>
      </div>
      {isOpened && (
        <IntegrationSheet integration={integration} siblings={siblings} open={open} onOpenChange={setOpen} />
      )}
    </article>
  );
}
