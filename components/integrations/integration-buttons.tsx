'use client';

import { ArrowDown, ArrowUp, Crown, Pencil, Split, Trash2 } from 'lucide-react';
import { useWhyNot } from '#components/layout/session.tsx';
import { Button } from '#components/ui/button.tsx';
import { whyNotPrimary } from '#lib/integrations/primary.ts';
import type { Integration } from '#lib/integrations/schema.ts';
import { supportsPrimary } from '#lib/providers/primary.ts';
import { placesOf } from './delivery-order.ts';
import { useStartSwitch, useWhyNotSwitch } from './use-gradual-switch.tsx';
import { useIntegrationActions } from './use-integration-actions.tsx';
import { useIntegrationOrder } from './use-integration-order.ts';
import { useMakePrimary } from './use-make-primary.tsx';
import { usePrimaryUntil } from './use-primary-switch.ts';

interface Props {
  integration: Integration;
  /** The integrations of the same channel, including this integration. */
  siblings: readonly Integration[];
  onEdit: () => void;
  onDeleted: () => void;
}

/** Buttons that move the integration in the order of delivery, for users who cannot drag. */
function OrderButtons({ integration, siblings }: Pick<Props, 'integration' | 'siblings'>) {
  const denied = useWhyNot('integrations:write');
  const { shown, move } = useIntegrationOrder(siblings);
  const index = shown.findIndex(({ _id }) => _id === integration._id);
  const places = placesOf(shown, index);
  if (!places) return null;
  const [first, last] = places;
  return (
    <>
      <Button
        disabledReason={
          denied ?? (index === first ? 'The integration is already at the first possible place' : undefined)
        }
        onClick={() => void move(index, index - 1)}
      >
        <ArrowUp aria-hidden />
        Move up
      </Button>
      <Button
        disabledReason={
          denied ?? (index === last ? 'The integration is already at the last possible place' : undefined)
        }
        onClick={() => void move(index, index + 1)}
      >
        <ArrowDown aria-hidden />
        Move down
      </Button>
    </>
  );
}

/** The actions on an integration, above its details. */
export function IntegrationButtons({ integration, siblings, onEdit, onDeleted }: Props) {
  const denied = useWhyNot('integrations:write');
  const actions = useIntegrationActions(siblings);
  const makePrimary = useMakePrimary(siblings);
  const startSwitch = useStartSwitch(siblings);
  const whyNotSwitch = useWhyNotSwitch(integration, siblings);
  const primaryUntil = usePrimaryUntil(integration);
  return (
    <div className="flex flex-wrap gap-2">
      {supportsPrimary(integration.channel) && !integration.primary && (
        <Button disabledReason={denied ?? whyNotPrimary(integration)} onClick={() => void makePrimary(integration)}>
          <Crown aria-hidden />
          {primaryUntil ? 'Make primary again' : 'Make primary'}
        </Button>
      )}
      {supportsPrimary(integration.channel) && !integration.primary && (
        <Button disabledReason={denied ?? whyNotSwitch} onClick={() => void startSwitch(integration)}>
          <Split aria-hidden />
          Switch gradually
        </Button>
      )}
      <OrderButtons integration={integration} siblings={siblings} />
      <Button disabledReason={denied} onClick={onEdit}>
        <Pencil aria-hidden />
        Edit
      </Button>
      <Button disabledReason={denied} onClick={() => void actions.setActive(integration, !integration.active)}>
        {integration.active ? 'Deactivate' : 'Activate'}
      </Button>
      <Button
        variant="ghost"
        disabledReason={denied}
        className="ml-auto"
        onClick={async () => (await actions.remove(integration)) && onDeleted()}
      >
        <Trash2 aria-hidden />
        Delete
      </Button>
    </div>
  );
}
