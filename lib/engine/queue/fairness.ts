import { LANES, type Lane, type ReadyWork } from './work.ts';

/** The weights by which lanes share the free slots when every lane has work. */
const WEIGHTS: Readonly<Record<Lane, number>> = { [LANES.urgent]: 8, [LANES.normal]: 4, [LANES.fanout]: 1 };

export interface Slots {
  free: number;
  /** All slots of the process. */
  slots: number;
  /** The number of running attempts by environment. */
  underWay: ReadonlyMap<string, number>;
  /** Increases by one with each call, so that each call begins with a different environment. */
  turn: number;
}

export interface Share extends ReadyWork {
  slots: number;
}

/**
 * Decides how many jobs each environment and lane may claim now. Lanes share by weight, environments within a lane
 * share equally, and the first environment changes every time. While another environment waits, an environment gets at
 * most half of the process's slots.
 */
export function shareSlots(due: readonly ReadyWork[], { free, slots, underWay, turn }: Slots): Share[] {
  const environments = new Set(due.map(({ environmentId }) => environmentId));
  const cap = environments.size > 1 ? Math.max(1, Math.floor(slots / 2)) : slots;
  const room = new Map([...environments].map((id) => [id, Math.max(0, cap - (underWay.get(id) ?? 0))]));
  const lanes = Map.groupBy(due, ({ lane }) => lane);
  const weight = [...lanes.keys()].map((lane) => WEIGHTS[lane]).reduce((sum, each) => sum + each, 0);
  const shares: Share[] = [];
  for (const [lane, ready] of [...lanes].sort(([a], [b]) => a - b)) {
    const forLane = Math.ceil((free * WEIGHTS[lane]) / weight);
    const each = Math.max(1, Math.floor(forLane / ready.length));
    for (let n = 0; n < ready.length; n++) {
      const work = ready[(n + turn) % ready.length] as ReadyWork;
      const { environmentId } = work;
      const most = Math.min(each, room.get(environmentId) ?? 0);
      if (most <= 0) continue;
      room.set(environmentId, (room.get(environmentId) ?? 0) - most);
      shares.push({ ...work, slots: most });
    }
  }
  return within(shares, free);
}

/** Returns the first shares that fit into the free slots. */
function within(shares: readonly Share[], free: number): Share[] {
  let left = free;
  return shares.flatMap((share) => {
    const slots = Math.min(share.slots, left);
    left -= slots;
    return slots > 0 ? [{ ...share, slots }] : [];
  });
}
