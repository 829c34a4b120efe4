'use client';

import { useMutation } from '@tanstack/react-query';
import { notifyFailure } from '#components/form/notify-failure.tsx';
import { notifyUndoable } from '#components/form/notify-undoable.ts';
import { useEnvironment } from '#components/layout/session.tsx';
import { integrationMutations } from '#lib/integrations/client.ts';
import type { Integration } from '#lib/integrations/schema.ts';
import type { Channel } from '#lib/providers/channel.ts';
import { moved } from './delivery-order.ts';

interface IntegrationOrder {
  /** The integrations in the order of delivery. While a move is being saved, already in the new order. */
  shown: readonly Integration[];
  move: (from: number, to: number) => Promise<void>;
}

/**
 * Changes the order of a channel’s integrations.
 *
 * @param integrations the integrations of one channel, in the order of delivery.
 */
export function useIntegrationOrder(integrations: readonly Integration[]): IntegrationOrder {
  const { id } = useEnvironment();
  const order = useMutation(integrationMutations.order(id));
  const wanted = order.isPending ? order.variables.integrationIds : [];
  const shown = wanted.length > 0 ? inOrder(integrations, wanted) : integrations;
  const move = async (from: number, to: number) => {
    const own = shown[from];
    if (!own?.channel) return;
    const [before, after] = [bodyOf(own.channel, shown), bodyOf(own.channel, moved(shown, from, to))];
    try {
      await order.mutateAsync(after);
    } catch (error) {
      return notifyFailure(error, 'The order was not changed');
    }
    notifyUndoable(`${own.name} is now number ${to + 1} of ${before.integrationIds.length} in the delivery order`, {
      undo: () => order.mutateAsync(before),
      undone: `${own.name} is number ${from + 1} in the delivery order again`,
    });
  };
  return { shown, move };
}

function bodyOf(channel: Channel, integrations: readonly Integration[]) {
  const active = integrations.filter((each) => each.active);
  return { channel, integrationIds: active.flatMap(({ _id }) => _id ?? []) };
}

/** Returns the named integrations in the order of their IDs, then the others. */
function inOrder(integrations: readonly Integration[], ids: readonly string[]): Integration[] {
  const place = ({ _id = '' }: Integration) => (ids.includes(_id) ? ids.indexOf(_id) : ids.length);
  return integrations.toSorted((one, other) => place(one) - place(other));
}
