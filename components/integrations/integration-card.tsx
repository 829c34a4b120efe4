'use client';

import { Crown } from 'lucide-react';
import { useState } from 'react';
import { useWhyNot } from '#components/layout/session.tsx';
import { Badge } from '#components/ui/badge.tsx';
import { Button } from '#components/ui/button.tsx';
import { cn } from '#components/ui/cn.ts';
import { CopyButton } from '#components/ui/copy-button.tsx';
import { Truncate } from '#components/ui/truncate.tsx';
import { whyNotPrimary } from '#lib/integrations/primary.ts';
import type { Integration } from '#lib/integrations/schema.ts';
import { findProvider } from '#lib/providers/catalogue.ts';
import { supportsPrimary } from '#lib/providers/channel.ts';
import { IntegrationFlags } from './integration-flags.tsx';
import { IntegrationSheet } from './integration-sheet.tsx';
import { ProviderTile } from './provider-tile.tsx';
import { useMakePrimary } from './use-make-primary.tsx';

interface Props {
  integration: Integration;
  /** Of the same channel. */
  siblings: readonly Integration[];
}

export function IntegrationCard({ integration, siblings }: Props) {
  const [open, setOpen] = useState(false);
  const makePrimary = useMakePrimary(siblings);
  const denied = useWhyNot('integrations:write');
  const provider = findProvider(integration.providerId);
  const name = provider?.displayName ?? integration.providerId;
  return (
    <article
      className={cn('flex h-full flex-col rounded-lg border border-line bg-surface', !integration.active && 'bg-bg')}
    >
      <div className="flex flex-1 items-start gap-3 p-3.5">
        <ProviderTile name={name} faded={!integration.active} />
        <div className="min-w-0 flex-1">
          <h3 className="flex min-w-0 items-center gap-2">
            <Truncate value={integration.name} className="font-semibold" />
            {integration.primary && (
              <Badge tone="accent">
                <Crown aria-hidden />
                Primary
              </Badge>
            )}
          </h3>
          <p className="truncate text-muted">{name}</p>
          <p className="flex min-w-0 items-center gap-0.5 text-faint">
            <Truncate value={integration.identifier} at="middle" mono />
            <CopyButton value={integration.identifier} what="identifier" />
          </p>
        </div>
      </div>
      <div className="flex flex-wrap items-center gap-1.5 border-t border-line px-3.5 py-2">
        <IntegrationFlags integration={integration} />
        <div className="ml-auto flex gap-1.5">
          {supportsPrimary(integration.channel) && !integration.primary && (
            <Button
              size="sm"
              disabledReason={denied ?? whyNotPrimary(integration)}
              onClick={() => void makePrimary(integration)}
            >
              Make primary
            </Button>
          )}
          <Button size="sm" variant="ghost" onClick={() => setOpen(true)}>
            Details
          </Button>
        </div>
      </div>
      <IntegrationSheet integration={integration} open={open} onOpenChange={setOpen} />
    </article>
  );
}
