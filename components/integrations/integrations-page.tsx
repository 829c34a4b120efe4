'use client';

import { useQuery } from '@tanstack/react-query';
import { FlaskConical, Plug, Plus, Unplug } from 'lucide-react';
import dynamic from 'next/dynamic';
import { useRouter } from 'next/navigation';
import { parseAsStringLiteral, useQueryState, useQueryStates } from 'nuqs';
import type { ReactNode } from 'react';
import { PageAction } from '#components/layout/page-action.tsx';
import { PageFrame } from '#components/layout/page-frame.tsx';
import { useEnvironment, useSession, useWhyNot } from '#components/layout/session.tsx';
import { outagesAddress } from '#components/outages/outage-address.ts';
import { ChannelMark, channelNames, channels } from '#components/status/channels.tsx';
import { failure } from '#components/table/read-error.ts';
import { Button } from '#components/ui/button.tsx';
import { EmptyState } from '#components/ui/empty-state.tsx';
import { ErrorState } from '#components/ui/error-state.tsx';
import { Skeleton } from '#components/ui/skeleton.tsx';
import { useOpened } from '#components/ui/use-opened.ts';
import { integrationQueries } from '#lib/integrations/client.ts';
import type { Integration } from '#lib/integrations/schema.ts';
import type { Channel } from '#lib/providers/channel.ts';
import { isOrdered } from '#lib/providers/primary.ts';
import { lowerFirst } from '#lib/text/lower-first.ts';
import { byDeliveryOrder } from './delivery-order.ts';
import { FailoverSwitch } from './failover-switch.tsx';
import { IntegrationRow } from './integration-row.tsx';
import { linkParsers } from './link-parsers.ts';
import { OrderedRows } from './ordered-rows.tsx';
import { PICKER_TABS, type PickerTab } from './picker-tabs.ts';

const AddIntegration = dynamic(() => import('./add-integration.tsx').then((module) => module.AddIntegration), {
  ssr: false,
});

export function IntegrationsPage() {
  const { id, base } = useEnvironment();
  const router = useRouter();
  const integrations = useQuery(integrationQueries.list(id));
  const [add, setAdd] = useQueryState('add', parseAsStringLiteral(PICKER_TABS).withOptions({ history: 'push' }));
  const denied = useWhyNot('integrations:write');
  const [, link] = useQueryStates(linkParsers, { history: 'push' });
  const tab = denied === undefined && integrations.data ? (add ?? undefined) : undefined;
  const setTab = (next: PickerTab | undefined) => void setAdd(next ?? null);
  const isAdding = useOpened(tab !== undefined);
  return (
    <PageFrame
      title="Integrations"
      actions={
        <>
          <PageAction icon={Unplug} label="Outages" onClick={() => router.push(outagesAddress(base))} />
          <PageAction
            icon={Plus}
            label="Add integration"
            variant="primary"
            disabledReason={denied}
            onClick={() => setTab('all')}
          />
        </>
      }
    >
      <div className="flex flex-col gap-6 page-x py-4">
        {integrations.data ? (
          <Groups integrations={integrations.data} onAdd={setTab} />
        ) : integrations.error ? (
          <ErrorState
            title="The integrations could not be loaded"
            {...failure(integrations.error)}
            onRetry={() => void integrations.refetch()}
          />
        ) : (
          <RowsSkeleton />
        )}
      </div>
      {isAdding && (
        <AddIntegration
          integrations={integrations.data ?? []}
          tab={tab}
          onClose={() => setTab(undefined)}
          onOpen={({ _id = null, channel }) => void link({ open: _id, show: channel === 'in_app' ? 'inbox' : null })}
        />
      )}
    </PageFrame>
  );
}

interface AddButtonProps {
  variant?: 'primary' | 'secondary';
  size?: 'sm' | 'md';
  onClick: () => void;
  children: ReactNode;
}

function AddButton({ variant = 'primary', children, ...props }: AddButtonProps) {
  const denied = useWhyNot('integrations:write');
  return (
    <Button variant={variant} disabledReason={denied} {...props}>
      <Plus aria-hidden />
      {children}
    </Button>
  );
}

interface GroupsProps {
  integrations: readonly Integration[];
  onAdd: (tab: PickerTab) => void;
}

function Groups({ integrations, onAdd }: GroupsProps) {
  const { environment } = useSession();
  const agents = integrations.filter(({ channel }) => !channel);
  if (integrations.length === 0) {
    return (
      <EmptyState
        icon={Plug}
        title={`No integrations in ${environment.name} yet`}
        action={<AddButton onClick={() => onAdd('all')}>Add the first one</AddButton>}
      >
        An integration delivers a channel: the inbox for in-app messages, or an account with a provider for email, SMS,
        chat or push. Without one, steps of that channel cannot send.
      </EmptyState>
    );
  }
  return (
    <>
      {environment.sandboxed && (
        <p role="note" className="flex items-start gap-2 rounded-md bg-idle-soft px-3 py-2 text-fg">
          <FlaskConical aria-hidden className="mt-0.5 size-4 shrink-0" />
          Every active integration of {environment.name} is in sandbox mode: messages are accepted and recorded, and
          nothing is sent.
        </p>
      )}
      <FailoverSwitch integrations={integrations} />
      {channelNames.map((channel) => (
        <ChannelGroup
          key={channel}
          channel={channel}
          integrations={integrations.filter((each) => each.channel === channel).sort(byDeliveryOrder)}
          onAdd={onAdd}
        />
      ))}
      {agents.length > 0 && (
        <section aria-labelledby="agents">
          <h2 id="agents" className="mb-2 text-base font-semibold">
            Agents{' '}
            <span className="ml-1 text-xs font-normal text-faint">{agents.length} · kept, never used for delivery</span>
          </h2>
          <Rows integrations={agents} siblings={[]} />
        </section>
      )}
    </>
  );
}

interface ChannelGroupProps extends GroupsProps {
  channel: Channel;
}

function ChannelGroup({ channel, integrations, onAdd }: ChannelGroupProps) {
  const { environment } = useSession();
  return (
    <section aria-labelledby={`channel-${channel}`}>
      <h2 id={`channel-${channel}`} className="mb-2 flex items-center gap-2 text-base font-semibold">
        <ChannelMark channel={channel} withLabel />
        <span className="text-xs font-normal text-faint">{integrations.length}</span>
      </h2>
      {integrations.length === 0 ? (
        <div className="flex flex-wrap items-center justify-between gap-2 rounded-lg border border-dashed border-line px-4 py-2.5">
          <p className="text-faint">None. Steps of this channel cannot send in {environment.name}.</p>
          <AddButton variant="secondary" size="sm" onClick={() => onAdd(channel)}>
            Add {lowerFirst(channels[channel].label)}
          </AddButton>
        </div>
      ) : isOrdered(channel) ? (
        <OrderedRows integrations={integrations} />
      ) : (
        <Rows integrations={integrations} siblings={integrations} />
      )}
    </section>
  );
}

function Rows({ integrations, siblings }: { integrations: readonly Integration[]; siblings: readonly Integration[] }) {
  const { failover = false } = useSession().environment;
  return (
    <ul className="divide-y divide-line overflow-hidden rounded-lg border border-line bg-surface">
      {integrations.map((integration) => (
        <li key={integration._id}>
          <IntegrationRow
            integration={integration}
            siblings={siblings}
            place={failover ? { number: undefined } : undefined}
          />
        </li>
      ))}
    </ul>
  );
}

function RowsSkeleton() {
  return (
    <div role="status" className="flex flex-col gap-6">
      <span className="sr-only">Loading</span>
      {Array.from({ length: 5 }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: placeholders have no identity
        <div key={index} className="flex flex-col gap-2">
          <Skeleton className="h-5 w-24" />
          <Skeleton className="h-[114px] rounded-lg max-lg:h-[228px]" />
        </div>
      ))}
    </div>
  );
}
