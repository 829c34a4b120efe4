/** Reasons of steps that wait, collect or count: delays, digests and throttles. */
import { capitalised, define } from './definition.ts';
import { runPage, stepControl } from './links.ts';
import { AGAIN } from './step.ts';
import { WITHHELD } from './withheld.ts';

const EXECUTION_ERROR = 'There was one or more errors when trying to execute the notification';

const BY_ITSELF = {
  text: 'Nothing to do: the run continues automatically. Cancel the run if it is no longer wanted.',
  action: 'cancel',
} as const;

interface Unusable {
  problem: string;
  field?: string | undefined;
  value?: string | undefined;
}

/** The names of the controls for the time that a step waits, collects or counts. */
const SPAN_CONTROLS: Readonly<Record<string, string | undefined>> = {
  amount: 'amount',
  unit: 'unit',
  cron: 'schedule',
  dynamicKey: 'key of the window',
};

/** Returns the texts for an unusable time span: "the delay’s amount “400 days” cannot be used: it is …". */
function unusable(whose: string, whole: string) {
  const text = ({ problem, field, value }: Unusable) => {
    const control = field && SPAN_CONTROLS[field];
    const place = control ? `${whose} ${control}` : `${whose} window in ${field}`;
    const found = value === undefined || value === WITHHELD ? '' : ` “${value}”`;
    return `${field === undefined ? whole : place}${found} cannot be used: ${problem}`;
  };
  return { summary: (evidence: Unusable) => capitalised(text(evidence)), why: text };
}

export const WINDOW_REASONS = {
  delayed: define({
    layer: 'step',
    needs: ['until'],
    summary: ({ until }, words) => `Waits until ${words.time(until)}`,
    predicate: ({ until }, words) => `waits until ${words.time(until)}`,
    fix: BY_ITSELF,
    detail: 'Step delayed',
    status: 'Pending',
    outcome: 'waiting',
  }),
  delay_finished: define({
    layer: 'step',
    needs: ['span'],
    summary: () => 'The delay is over',
    detail: 'Delay is finished',
    status: 'Success',
    outcome: 'done',
  }),
  delay_invalid: define({
    layer: 'step',
    needs: ['problem'],
    may: ['field', 'value', 'limit'],
    ...unusable('the delay’s', 'the length of the delay'),
    fix: {
      text: `Correct the length of the delay, ${AGAIN}`,
      to: stepControl('amount', 'Open the length'),
      permission: 'workflows:write',
    },
    detail: ({ limit }) => (limit === undefined ? 'Invalid delay configuration' : 'Defer duration limit exceeded'),
    status: 'Failed',
    outcome: 'failed',
  }),
  extended_to_schedule: define({
    layer: 'step',
    needs: ['until', 'count'],
    may: ['hours', 'timezone'],
    summary: ({ until }, words) => `Waits until ${words.time(until)}, when the hours of ${words.subscriber} begin`,
    predicate: ({ until }, words) => `waits until ${words.time(until)}, when the subscriber’s hours begin`,
    fix: BY_ITSELF,
    detail: 'Step was extended to the next available time in the subscriber schedule',
    status: 'Pending',
    outcome: 'waiting',
  }),
  extensions_spent: define({
    layer: 'step',
    needs: ['count'],
    summary: ({ count }) =>
      `Continued outside the subscriber’s hours: ${count === 0 ? 'the schedule has no hours' : `the step had already waited ${count} times`}`,
    detail: 'Step was executed due to maximum number of subscriber schedule extensions reached',
    status: 'Warning',
  }),
  digest_waiting: define({
    layer: 'step',
    needs: ['until'],
    may: ['count'],
    summary: ({ until }, words) => `Collects events until ${words.time(until)}`,
    predicate: ({ until }, words) => `waits for a digest that collects events until ${words.time(until)}`,
    fix: BY_ITSELF,
    detail: 'Step digested',
    status: 'Pending',
    outcome: 'waiting',
  }),
  digest_finished: define({
    layer: 'step',
    needs: ['count'],
    summary: ({ count }) => `Collected ${count === 1 ? 'one event' : `${count} events`}, then continued`,
    detail: 'Digest triggered events',
    status: 'Success',
    outcome: 'done',
  }),
  digest_first: define({
    layer: 'step',
    needs: ['since'],
    summary: () => 'Nothing to collect; continued immediately',
    detail: 'Digest was skipped, first backoff event',
    status: 'Success',
    outcome: 'done',
  }),
  digest_invalid: define({
    layer: 'step',
    needs: ['problem'],
    may: ['field', 'value', 'limit'],
    ...unusable('the digest’s', 'the digest’s window'),
    fix: {
      text: `Correct the digest’s window, ${AGAIN}`,
      to: stepControl('amount', 'Open the window'),
      permission: 'workflows:write',
    },
    detail: ({ limit }) => (limit === undefined ? EXECUTION_ERROR : 'Defer duration limit exceeded'),
    status: 'Failed',
    outcome: 'failed',
  }),
  digest_merged: define({
    layer: 'step',
    may: ['notification'],
    summary: () => 'Joined the digest of another run; that run sends the message',
    predicate: () => 'joined the digest of another run; that run sends the message',
    fix: {
      text: 'Open the run that sends the digest.',
      to: ({ notification }) => runPage({}, { run: notification }),
    },
    detail: 'Digest was merged with other digest',
    status: 'Success',
    outcome: 'merged',
  }),
  throttle_passed: define({
    layer: 'step',
    needs: ['count', 'limit', 'until'],
    summary: ({ count, limit, until }, words) => `Within the limit: ${count} of ${limit} until ${words.time(until)}`,
    detail: 'Step completed',
    status: 'Success',
    outcome: 'done',
  }),
  throttle_invalid: define({
    layer: 'step',
    needs: ['problem'],
    may: ['field', 'value', 'until'],
    ...unusable('the throttle’s', 'the throttle’s window'),
    fix: {
      text: `Correct the window in the step, or the value that your product sends; ${AGAIN}`,
      to: stepControl('amount', 'Open the window'),
      permission: 'workflows:write',
    },
    detail: ({ until }) => (until === undefined ? EXECUTION_ERROR : 'Throttle window date is in the past'),
    status: 'Failed',
    outcome: 'failed',
  }),
  throttled: define({
    layer: 'step',
    needs: ['count', 'limit', 'until'],
    summary: ({ limit, until }, words) => `Limit of ${limit} reached; next run allowed${words.on(until)}`,
    fix: {
      text: 'Raise the limit if more runs should go through.',
      to: stepControl('threshold', 'Open the limit'),
      permission: 'workflows:write',
    },
    detail: 'Throttle limit exceeded for the given window',
    status: 'Success',
    outcome: 'throttled',
  }),
} as const;
