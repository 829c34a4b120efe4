'use client';

import { useMutation, useQuery } from '@tanstack/react-query';
import { Link2 } from 'lucide-react';
import { useId } from 'react';
import { confirm } from '#components/form/confirm.tsx';
import { useEnvironment, useWhyNot } from '#components/layout/session.tsx';
import { Button } from '#components/ui/button.tsx';
import { Copied } from '#components/ui/copied.tsx';
import { Fact, Facts } from '#components/ui/facts.tsx';
import { RelativeTime } from '#components/ui/relative-time.tsx';
import { Skeleton } from '#components/ui/skeleton.tsx';
import { Switch } from '#components/ui/switch.tsx';
import { eventMutations, eventQueries } from '#lib/delivery-events/client.ts';
import { EVENT_KINDS } from '#lib/delivery-events/kinds.ts';
import type { EventAddress } from '#lib/delivery-events/schema.ts';
import type { Integration } from '#lib/integrations/schema.ts';
import { BounceMailbox } from './bounce-mailbox.tsx';
import { RegisterAddress } from './register-address.tsx';
import { SigningKeyForm } from './signing-key-form.tsx';
import { VendorWords } from './vendor-words.tsx';

/** The event address, the last event, and why the last request was refused. */
export function IntegrationEvents({ integration }: { integration: Integration }) {
  const { id } = useEnvironment();
  const { data, error } = useQuery(eventQueries.address(id, integration._id ?? ''));
  if (error) return <p className="text-muted">The address could not be loaded: {error.message}</p>;
  if (!data) return <Skeleton className="h-24 rounded-lg" />;
  if (!data.supported) return <p className="text-muted">Belfry does not read events of this provider.</p>;
  if (data.mailbox) return <BounceMailbox integration={integration} mailbox={data.mailbox} />;
  return (
    <div className="flex flex-col gap-3 rounded-lg border border-line p-3">
      <Facts>
        <Fact label="Address">
          {data.byMessage ? (
            <NamedByMessage {...data.byMessage} integration={integration} />
          ) : (
            <Address shown={data} integration={integration} />
          )}
        </Fact>
        <Fact label="Last event">
          {data.arrivedAt ? (
            <span>
              {data.arrivedKind ? EVENT_KINDS[data.arrivedKind].label : 'None in the request'}{' '}
              <RelativeTime value={data.arrivedAt} focusable />
            </span>
          ) : (
            <span className="text-faint">None yet</span>
          )}
        </Fact>
        {data.refusedAt && (
          <Fact label="Last rejection">
            <span className="text-bad">{data.refusedWords}</span> <RelativeTime value={data.refusedAt} focusable />
          </Fact>
        )}
      </Facts>
      {data.exists && data.setUp && (
        <p className="text-xs text-faint">
          Enter the address at the provider: <VendorWords text={data.setUp} />.
        </p>
      )}
      {data.registration && <RegisterAddress integrationId={integration._id ?? ''} whyNot={data.registration.whyNot} />}
      {data.key && <SigningKeyForm integration={integration} signingKey={data.key} />}
    </div>
  );
}

/** The secret address, and the button that creates or replaces it. */
function Address({ shown, integration }: { shown: EventAddress; integration: Integration }) {
  const { id } = useEnvironment();
  const denied = useWhyNot('integrations:write');
  const create = useMutation(eventMutations.createAddress(id));
  const integrationId = integration._id ?? '';
  const replace = () =>
    confirm({
      title: `Replace the address for events of ${integration.name}?`,
      body: 'Requests to the current address are then refused immediately. Enter the new address at the provider.',
      action: 'Replace address',
      run: () => create.mutateAsync(integrationId),
    });
  return (
    <>
      {shown.address && <Copied value={new URL(shown.address, location.origin).href} what="address" mono />}
      {shown.exists && !shown.address && <span className="text-faint">You cannot see the address.</span>}
      <Button
        size="sm"
        disabledReason={denied}
        pending={create.isPending}
        onClick={() => (shown.exists ? void replace() : create.mutate(integrationId))}
      >
        <Link2 aria-hidden />
        {shown.exists ? 'Replace' : 'Create address'}
      </Button>
      {create.error && !shown.exists && <span className="text-bad">{create.error.message}</span>}
    </>
  );
}

interface NamedProps extends NonNullable<EventAddress['byMessage']> {
  integration: Integration;
}

/** The switch that sends the event address with each message, for providers that read the address from the message. */
function NamedByMessage({ isNamed, canName, integration }: NamedProps) {
  const { id } = useEnvironment();
  const switchId = useId();
  const denied = useWhyNot('integrations:write');
  const save = useMutation(eventMutations.configure(id));
  const name = (isOn: boolean) =>
    save.mutate({
      integrationId: integration._id ?? '',
      configurations: { ...integration.configurations, inboundWebhookEnabled: isOn },
    });
  return (
    <div className="flex flex-col gap-1">
      <div className="flex items-center gap-2">
        <Switch id={switchId} checked={isNamed} disabledReason={denied} onCheckedChange={name} />
        <label htmlFor={switchId}>Send the event address with each message</label>
      </div>
      <p className="text-xs text-faint">
        {canName
          ? 'You do not need to enter an address at the provider.'
          : 'Belfry needs a PUBLIC_URL that begins with https://. Until then, the event address is not sent.'}
      </p>
      {save.error && <p className="text-bad">{save.error.message}</p>}
    </div>
  );
}
