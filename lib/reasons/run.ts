/** Reasons that end or interrupt a run from outside, such as a cancellation. */
import { by, define } from './definition.ts';

const EXECUTION_ERROR = 'There was one or more errors when trying to execute the notification';

const noted = (note: string | undefined) => (note === undefined ? '' : `: “${note}”`);

export const RUN_REASONS = {
  canceled: define({
    layer: 'engine',
    may: ['actor', 'at'],
    summary: ({ actor, at }, { on }) => `Cancelled${by(actor)}${on(at)}`,
    predicate: ({ actor, at }, { on }) => `cancelled${by(actor)}${on(at)}`,
    detail: 'Step was canceled on request',
    status: 'Success',
    outcome: 'cancelled',
  }),
  retry_requested: define({
    layer: 'engine',
    may: ['actor', 'at', 'note'],
    summary: ({ actor, at, note }, { on }) => `Retried${by(actor)}${on(at)}${noted(note)}`,
    detail: 'Step queued',
    status: 'Pending',
    outcome: 'running',
  }),
  resend_requested: define({
    layer: 'engine',
    needs: ['notification'],
    may: ['actor', 'at', 'note'],
    summary: ({ actor, at, note }, { on }) => `Sent again${by(actor)}${on(at)}${noted(note)}`,
    detail: 'Step queued',
    status: 'Pending',
  }),
  message_deleted: define({
    layer: 'subscriber',
    may: ['actor', 'seenAt', 'readAt', 'channel'],
    summary: ({ actor, seenAt, readAt, channel }, { Subscriber, on }) => {
      // In other channels, only Belfry's record of the message can be deleted, and not the message itself.
      if (channel !== undefined && channel !== 'in_app') return `The record of the message was deleted${by(actor)}`;
      const before = readAt ? `after it was read${on(readAt)}` : seenAt ? `seen${on(seenAt)}, not read` : 'unseen';
      const who =
        actor === undefined ? `${Subscriber} deleted the message from the inbox` : `Deleted from the inbox by ${actor}`;
      return `${who}, ${before}`;
    },
    status: 'Success',
  }),
  workflow_deleted: define({
    layer: 'workflow',
    may: ['actor', 'at'],
    summary: ({ actor, at }, { on }) => `The workflow was deleted${by(actor)}${on(at)}`,
    status: 'Warning',
    outcome: 'cancelled',
  }),
  outcome_unknown: define({
    layer: 'engine',
    needs: ['attempt'],
    summary: ({ attempt }) =>
      `The worker stopped during attempt ${attempt}, so the provider may or may not have the message`,
    fix: { text: 'Check the provider’s log for the message before you send it again.' },
    detail: EXECUTION_ERROR,
    status: 'Warning',
  }),
  poison: define({
    layer: 'engine',
    needs: ['count'],
    summary: ({ count }) => `The step crashed ${count} workers and will not be retried`,
    fix: {
      text: 'Send the details (“Copy for ticket”) to your Belfry administrator. Retry once the cause is fixed.',
      action: 'retry',
    },
    detail: EXECUTION_ERROR,
    status: 'Failed',
    outcome: 'failed',
  }),
  /** Never stored. Replaces a stored reason that this release cannot read, such as one from a later release. */
  unrecorded: define({ layer: 'engine', summary: () => 'No reason was recorded', status: 'Success' }),
} as const;
