'use client';

import dynamic from 'next/dynamic';
import { parseAsString, parseAsStringLiteral, useQueryStates } from 'nuqs';
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
import { IntegrationHealth } from './integration-health.tsx';
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

/** What a link opens: the integration of an identifier, and its credentials to be changed. */
const linkParsers = { open: parseAsString, edit: parseAsStringLiteral(['credentials']) };

/** A click anywhere on the card opens the details, except on its controls. */
export function IntegrationCard({ integration, siblings }: Props) {
  const [linked, setLinked] = useQueryStates(linkParsers);
  const isLinked = linked.open === integration.identifier;
  const [isClicked, setClicked] = useState(false);
  const open = isClicked || isLinked;
  const setOpen = (next: boolean) => {
    setClicked(next);
    if (!next && isLinked) void setLinked({ open: null, edit: null });
  };
  const isOpened = useOpened(open);
  const makePrimary = useMakePrimary(siblings);
  const actions = useIntegrationActions(siblings);
  const denied = useWhyNot('integrations:write');
  const provider = otherName(providerName(integration.providerId), integration.name);
  return (
    <article
      className={cn(
        'relative flex h-full flex-col rounded-lg border border-line transition-colors hover:border-line-strong',
        integration.active ? 'bg-surface' : 'bg-bg',
      )}
    >
      <div className="flex items-start gap-3 px-3.5 pt-3.5">
        <ProviderTile providerId={integration.providerId} faded={!integration.active} />
        <div className="min-w-0 flex-1">
          <h3 className="flex min-w-0">
            <button
              type="button"
              onClick={() => setOpen(true)}
              className="min-w-0 truncate rounded-sm text-left font-semibold after:absolute after:inset-0 after:rounded-lg"
              data-tip-truncated={integration.name}
            >
              {integration.name}
            </button>
          </h3>
          <p className="flex min-w-0 items-center gap-1 text-faint">
            {provider && <span className="shrink-0 text-muted">{provider} ·</span>}
            <Truncate value={integration.identifier} at="middle" mono />
            <CopyButton value={integration.identifier} what="identifier" className="relative z-10" />
          </p>
        </div>
      </div>
      {/* Each in a row of its own, so that those of neighbours stand at one height. */}
      <div className="flex flex-1 flex-col gap-1.5 px-3.5 pt-2 pb-3">
        {integration.channel && <IntegrationHealth integration={integration} linked />}
        <span className="flex min-h-5 flex-wrap items-center gap-1.5">
          <IntegrationFlags integration={integration} />
        </span>
      </div>
      <div className="flex min-h-11 items-center gap-2 border-t border-line px-3.5 py-1">
        {integration.primary && <PrimaryBadge />}
        {supportsPrimary(integration.channel) && !integration.primary && (
          <Button
            size="sm"
            className="relative z-10"
            disabledReason={denied ?? whyNotPrimary(integration)}
            onClick={() => void makePrimary(integration)}
          >
            Make primary
          </Button>
        )}
        <span className="relative z-10 ml-auto flex shrink-0 items-center gap-2.5">
          <span className={cn('text-xs', integration.active ? 'text-fg' : 'text-faint')}>
            {integration.active ? 'Active' : 'Inactive'}
          </span>
          <Switch
            checked={integration.active}
            disabledReason={denied}
            onCheckedChange={(active) => void actions.setActive(integration, active)}
            aria-label={`${integration.name} is active`}
          />
        </span>
      </div>
      {isOpened && (
        <IntegrationSheet
          integration={integration}
          siblings={siblings}
          open={open}
          editCredentials={isLinked && linked.edit !== null}
          onOpenChange={setOpen}
        />
      )}
    </article>
  );
}

/** The provider's name, unless the integration's own says it already: "Postmark (orders)". */
function otherName(provider: string, own: string): string | undefined {
  return own.toLowerCase().includes(provider.toLowerCase()) ? undefined : provider;
}
