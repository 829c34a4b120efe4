import {
  AlarmClock,
  CircleCheck,
  CircleDashed,
  CircleDashedCheck,
  CircleSlash,
  CircleStop,
  CircleX,
  Clock,
  FlaskConical,
  Gauge,
  GitMerge,
  Inbox,
  LoaderCircle,
  type LucideIcon,
  TriangleAlert,
} from 'lucide-react';
import type { Tone } from '#components/ui/tone.ts';
import type { MessageState } from '#lib/messages/state.ts';
import type { ExecutionDetailStatus } from '#lib/notifications/schema.ts';
import type { RowState } from '#lib/notifications/status/run-sentence.ts';

/** The state of a run or a step, and the additional states of messages. */
export type State = RowState | MessageState | 'delivered' | 'pending';

export interface StateStyle {
  label: string;
  icon: LucideIcon;
  tone: Tone;
  spins?: boolean;
  /** The look of a step's icon in this state: struck through if the step had no effect, dashed before it begins. */
  step?: 'struck' | 'dashed';
}

/** The only table of states: an icon, a label and a colour for each. */
export const states = {
  sent: { label: 'Sent', icon: CircleCheck, tone: 'ok' },
  // Without a colour, because nothing was sent and no action is needed.
  sandboxed: { label: 'Sent (sandbox)', icon: FlaskConical, tone: 'plain' },
  // No reader can see the message until a page connects an inbox.
  stored: { label: 'Stored', icon: Inbox, tone: 'warn' },
  delivered: { label: 'Delivered', icon: CircleCheck, tone: 'ok' },
  partly: { label: 'Partly sent', icon: CircleDashedCheck, tone: 'idle' },
  done: { label: 'Done', icon: CircleCheck, tone: 'ok' },
  failed: { label: 'Failed', icon: CircleX, tone: 'bad' },
  // A provider’s report about a message that it had accepted.
  bounced: { label: 'Bounced', icon: CircleX, tone: 'bad' },
  rejected: { label: 'Rejected', icon: CircleX, tone: 'bad' },
  complained: { label: 'Reported as spam', icon: TriangleAlert, tone: 'warn' },
  warning: { label: 'Warning', icon: TriangleAlert, tone: 'warn' },
  // The same word as for the run, whose step waits for its next attempt.
  attempted: { label: 'Waiting', icon: Clock, tone: 'info' },
  skipped: { label: 'Skipped', icon: CircleSlash, tone: 'idle', step: 'struck' },
  waiting: { label: 'Waiting', icon: Clock, tone: 'info' },
  queued: { label: 'Queued', icon: CircleDashed, tone: 'idle', step: 'dashed' },
  pending: { label: 'Not started', icon: CircleDashed, tone: 'idle', step: 'dashed' },
  stuck: { label: 'Stuck', icon: AlarmClock, tone: 'warn' },
  running: { label: 'Running', icon: LoaderCircle, tone: 'info', spins: true },
  merged: { label: 'Merged', icon: GitMerge, tone: 'merged' },
  cancelled: { label: 'Cancelled', icon: CircleStop, tone: 'idle', step: 'struck' },
  throttled: { label: 'Throttled', icon: Gauge, tone: 'idle', step: 'struck' },
} as const satisfies Record<State, StateStyle>;

/** The states of execution details (spec 2.11). Details about intermediate stages have no state. */
export const detailStates = {
  Success: 'done',
  Warning: 'warning',
  Failed: 'failed',
  Pending: undefined,
  Queued: undefined,
  ReadConfirmation: 'done',
} as const satisfies Record<ExecutionDetailStatus, State | undefined>;

/** Returns a state as an option of a filter. */
export function statusOption<Value extends State>(value: Value) {
  const { label, icon } = states[value];
  return { value, label, icon };
}
