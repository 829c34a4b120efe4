/**
 * Computes the state of a message from its events. Pure. Neither the order in which events arrive nor repeated events
 * change the state.
 */
import { type Bounce, EVENT_KINDS, type EventKind } from './kinds.ts';

export interface StateEvent {
  id: string;
  kind: EventKind;
  bounce: Bounce | null;
  occurredAt: Date;
  /** Whether the event is about a copy of the message. Such an event does not affect the message's state. */
  ofCopy: boolean;
}

export interface MessageState<Event extends StateEvent> {
  /** The time at which the receiving server first accepted the message. */
  deliveredAt: Date | undefined;
  /** The event that determines the fate of the message. */
  decisive: Event | undefined;
  /** The decisive events in order. Each becomes an execution detail. */
  reports: Event[];
}

/** Returns the state of a message from its events, in any order. */
export function stateOf<Event extends StateEvent>(events: readonly Event[]): MessageState<Event> {
  const own = [...new Map(events.map((event) => [event.id, event])).values()].filter(({ ofCopy }) => !ofCopy);
  const reports = own.filter(({ kind }) => EVENT_KINDS[kind].isDecisive).sort(inOrder);
  return {
    deliveredAt: reports.find(({ kind }) => kind === 'delivered')?.occurredAt,
    decisive: reports.at(-1),
    reports,
  };
}

/**
 * Orders events by the vendor's time, then by rank, because the times of some vendors have no fractions of a second.
 */
function inOrder(a: StateEvent, b: StateEvent): number {
  return (
    a.occurredAt.getTime() - b.occurredAt.getTime() ||
    EVENT_KINDS[a.kind].rank - EVENT_KINDS[b.kind].rank ||
    (a.id < b.id ? -1 : Number(a.id > b.id))
  );
}
