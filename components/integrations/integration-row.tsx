'use client';

import dynamic from 'next/dynamic';
import { useQueryStates } from 'nuqs';
import { useSession, useWhyNot } from '#components/layout/session.tsx';
import { Button } from '#components/ui/button.tsx';
import { cn } from '#components/ui/cn.ts';
import { CopyButton } from '#components/ui/copy-button.tsx';
import { Switch } from '#components/ui/switch.tsx';
import { Truncate } from '#components/ui/truncate.tsx';
import { useOpened } from '#components/ui/use-opened.ts';
import { whyNotPrimary } from '#lib/integrations/primary.ts';
import type { Integration } from '#lib/integrations/schema.ts';
import { providerName } from '#lib/providers/catalogue/facts.ts';
import { supportsPrimary } from '#lib/providers/primary.ts';
import { CredentialEndBadge } from './credential-end.tsx';
import { SwitchBadge } from './gradual-switch.tsx';
import { InUse } from './in-use.tsx';
import {
  FormerPrimaryBadge,
  IntegrationFlags,
  PrimaryBadge,
  QuotaBadge,
  RateLimitBadge,
} from './integration-flags.tsx';
import { IntegrationHealth, useUnseen } from './integration-health.tsx';
import { LastTestBadge } from './last-test.tsx';
import { linkParsers } from './link-parsers.ts';
import { ProviderTile } from './provider-tile.tsx';
import { useIntegrationActions } from './use-integration-actions.tsx';
import { useMakePrimary } from './use-make-primary.tsx';
import { usePrimaryUntil } from './use-primary-switch.ts';

const IntegrationSheet = dynamic(() => import('./integration-sheet.tsx').then((module) => module.IntegrationSheet), {
  ssr: false,
});

interface Props {
  integration: Integration;
  /** The integrations of the same channel. */
  siblings: readonly Integration[];
  /**
   * The place in the order of use, for the rows of every channel while failover is on, so that all have the same columns.
   * An inactive or only integration has no number.
   */
  place?: { number: number | undefined } | undefined;
}

/**
 * One integration on a line, or on several lines on narrow screens. Columns are the same in every group. A click
 * anywhere except on the controls opens the details.
 */
export function IntegrationRow({ integration, siblings, place }: Props) {
  const [linked, setLinked] = useQueryStates(linkParsers, { history: 'push' });
  // Links contain the identifier, which an edit can change. The page itself uses the ID.
  const open = linked.open === integration._id || linked.open === integration.identifier;
  const setOpen = (next: boolean) =>
    void setLinked({ open: next ? (integration._id ?? null) : null, edit: null, show: null });
  const isOpened = useOpened(open);
  const makePrimary = useMakePrimary(siblings);
  const actions = useIntegrationActions(siblings);
  const primaryUntil = usePrimaryUntil(integration);
  const denied = useWhyNot('integrations:write');
  const { environment } = useSession();
  const isUnseen = useUnseen(integration);
  const provider = otherName(providerName(integration.providerId), integration.name);
  return (
    <article
      className={cn(
        'relative grid min-h-14 grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 gap-y-2 px-3.5 py-2 transition-colors hover:bg-hover',
        'lg:grid-cols-[minmax(0,9fr)_minmax(0,248px)_minmax(116px,3fr)_144px_96px] xl:grid-cols-[minmax(0,5.8fr)_minmax(0,3.6fr)_minmax(0,2.2fr)_144px_96px]',
        // Raises elements with a tooltip over the row-wide button, which would otherwise take their pointer events.
        '[&_[data-tip]]:relative [&_[data-tip]]:z-10',
      )}
    >
      <div className="flex min-w-0 items-center gap-3">
        {place && <Place number={place.number} />}
        <ProviderTile providerId={integration.providerId} faded={!integration.active} />
        <div className="min-w-0 flex-1">
          <h3 className="flex min-w-0">
            <button
              type="button"
              onClick={() => setOpen(true)}
              className="min-w-0 truncate rounded-sm text-left font-semibold after:absolute after:inset-0 max-sm:line-clamp-2 max-sm:whitespace-normal"
              data-tip-truncated={integration.name}
            >
              {integration.name}
            </button>
          </h3>
          <p className="flex min-w-0 items-center gap-x-1 text-faint max-sm:flex-wrap">
            {provider && (
              <span className="max-w-full shrink-0 truncate text-muted">
                {provider} <span className="max-sm:hidden">·</span>
              </span>
            )}
            <span className="flex max-w-full min-w-0 items-center gap-1">
              <Truncate value={integration.identifier} at="middle" mono />
              <CopyButton value={integration.identifier} what="identifier" className="relative z-10" />
            </span>
          </p>
        </div>
      </div>
      <span className="relative z-10 flex shrink-0 items-center justify-end gap-2.5 lg:order-last">
        <span className={cn('text-xs max-sm:hidden', integration.active ? 'text-fg' : 'text-faint')}>
          {integration.active ? 'Active' : 'Inactive'}
        </span>
        <Switch
          checked={integration.active}
          disabledReason={denied}
          onCheckedChange={(active) => void actions.setActive(integration, active)}
          aria-label={`${integration.name} is active`}
        />
      </span>
      <div
        className={cn(
          // On phones the state has one line with the primary mark or its button, and the flags are below.
          'flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1.5 max-sm:contents sm:max-lg:pl-12',
          isUnseen ? 'lg:col-span-2' : 'lg:contents',
        )}
      >
        {integration.channel ? <IntegrationHealth integration={integration} linked /> : <span />}
        <span className="flex min-w-0 flex-wrap items-center gap-1.5 max-lg:empty:hidden max-sm:order-last max-sm:col-span-2">
          <IntegrationFlags integration={integration} inSandbox={environment.sandboxed} isUnseen={isUnseen} />
          <SwitchBadge integration={integration} />
          <RateLimitBadge messagesPerSecond={integration.messagesPerSecond} />
          <QuotaBadge messagesPerDay={integration.messagesPerDay} />
          {primaryUntil && <FormerPrimaryBadge until={primaryUntil} />}
          <CredentialEndBadge integration={integration} />
          <LastTestBadge integration={integration} />
        </span>
      </div>
      <div className="flex min-w-0 items-center justify-end lg:justify-start">
        {integration.primary && <PrimaryBadge />}
        {supportsPrimary(integration.channel) && !integration.primary && (
          <Button
            size="sm"
            className="relative z-10"
            disabledReason={denied ?? whyNotPrimary(integration)}
            onClick={() => void makePrimary(integration)}
          >
            {primaryUntil ? 'Make primary again' : 'Make primary'}
          </Button>
        )}
        <InUse integration={integration} siblings={siblings} />
      </div>
      {isOpened && (
        <IntegrationSheet
          integration={integration}
          siblings={siblings}
          open={open}
          editCredentials={open && linked.edit !== null}
          connectsInbox={open && linked.show !== null}
          onOpenChange={setOpen}
        />
      )}
    </article>
  );
}

/** The number in the order in which the engine chooses the integrations of the channel. */
function Place({ number }: { number: number | undefined }) {
  return (
    <span
      className="w-4 shrink-0 text-right text-xs text-faint"
      data-numeric
      data-tip={number && `Number ${number} in the order of use`}
    >
      {number && <span className="sr-only">Number </span>}
      {number}
    </span>
  );
}

/** Returns the provider's name unless the integration's name contains it: "Postmark (orders)". */
function otherName(provider: string, own: string): string | undefined {
  return own.toLowerCase().includes(provider.toLowerCase()) ? undefined : provider;
}
