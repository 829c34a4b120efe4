import type { Integration } from '#lib/integrations/schema.ts';
import { isOrdered, supportsPrimary } from '#lib/providers/primary.ts';

/**
 * Compares two integrations of a channel in the order in which delivery chooses them (docs/delivery.md, "Choice of the
 * integration"): with conditions, the primary, then the others of a failover. Inactive ones are last. Chat and push have
 * the order of their failover; in-app uses the newest.
 */
export function byDeliveryOrder(one: Integration, other: Integration): number {
  const byRank = rankOf(one) - rankOf(other);
  if (byRank !== 0) return byRank;
  if (one.active && one.channel === 'in_app') return (other._id ?? '').localeCompare(one._id ?? '');
  const byPriority = one.active && isOrdered(one.channel) ? (other.priority ?? 0) - (one.priority ?? 0) : 0;
  return byPriority || one.name.localeCompare(other.name);
}

function rankOf({ active, primary, conditions = [], channel }: Integration): number {
  if (!active) return 3;
  if (!supportsPrimary(channel)) return 0;
  return conditions.length > 0 ? 0 : primary ? 1 : 2;
}

/**
 * Returns the first and last place to which the integration at `index` may be moved in a list in the order of delivery.
 * It stays among the integrations with conditions, or among the others of a failover. Undefined if it cannot be moved.
 */
export function placesOf(list: readonly Integration[], index: number): readonly [number, number] | undefined {
  const own = list[index];
  if (!own?.active || !isOrdered(own.channel)) return undefined;
  const rank = rankOf(own);
  const [first, last] = [
    list.findIndex((each) => rankOf(each) === rank),
    list.findLastIndex((each) => rankOf(each) === rank),
  ];
  return first < last ? [first, last] : undefined;
}

/** Returns the list with one item moved to another place. */
export function moved<Item>(list: readonly Item[], from: number, to: number): Item[] {
  const rest = list.toSpliced(from, 1);
  return list[from] === undefined ? rest : rest.toSpliced(to, 0, list[from]);
}
