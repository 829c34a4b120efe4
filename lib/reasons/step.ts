/** Reasons that the workflow's own steps give: conditions, waiting, rendering, and steps that do not send. */
import { define } from './definition.ts';
import { runLink, stepLink } from './links.ts';

const EXECUTION_ERROR = 'There was one or more errors when trying to execute the notification';
const EDIT_STEP = { text: 'Edit the step.', link: stepLink };

export const STEP_REASONS = {
  step_queued: define({ layer: 'step', summary: () => 'The step is queued', detail: 'Step queued', status: 'Pending' }),
  conditions_matched: define({
    layer: 'step',
    may: ['condition', 'values'],
    summary: () => 'The step’s conditions let it run',
    detail: 'Step conditions matched',
    status: 'Success',
  }),
  skip_condition: define({
    layer: 'step',
    needs: ['condition', 'values'],
    summary: ({ values }) => `The step’s condition skipped it${valuesText(values)}`,
    brief: ({ values }) => valuesNow(values) ?? 'its condition was true',
    fix: EDIT_STEP,
    detail: 'Step was skipped based on steps conditions',
    status: 'Success',
    outcome: 'skipped',
  }),
  filter: define({
    layer: 'step',
    needs: ['condition', 'values'],
    summary: ({ values }) => `The step’s filter did not match${valuesText(values)}`,
    brief: ({ values }) => valuesNow(values) ?? 'its filter did not match',
    fix: EDIT_STEP,
    detail: 'Processing step filter',
    status: 'Success',
    outcome: 'skipped',
  }),
  render_failed: define({
    layer: 'step',
    needs: ['problem'],
    may: ['control'],
    summary: ({ problem, control }) =>
      control === undefined ? `The step could not be rendered: ${problem}` : `${control}: ${problem}`,
    fix: EDIT_STEP,
    detail: 'Message content could not be generated',
    status: 'Failed',
    source: 'Payload',
    outcome: 'failed',
  }),
  layout_missing: define({
    layer: 'step',
    needs: ['layout'],
    summary: ({ layout }) => `There is no layout “${layout}”; the e-mail goes out without one`,
    fix: { text: 'Choose another layout, or none.', link: 'layouts' },
    detail: 'Layout not found',
    status: 'Warning',
  }),
  request_failed: define({
    layer: 'step',
    needs: ['problem'],
    may: ['status', 'host', 'attempt'],
    summary: ({ problem, status }) => `The request failed: ${status === undefined ? '' : `${status}, `}${problem}`,
    brief: ({ problem, status }) => (status === undefined ? problem : `${status}, ${problem}`),
    fix: EDIT_STEP,
    detail: 'Action step execution failed',
    status: 'Failed',
    outcome: 'failed',
  }),
  response_invalid: define({
    layer: 'step',
    needs: ['problem'],
    summary: ({ problem }) => `The response is not of the step’s schema: ${problem}`,
    fix: EDIT_STEP,
    detail: 'Response body schema validation failed',
    status: 'Failed',
    outcome: 'failed',
  }),
  requested: define({
    layer: 'step',
    needs: ['host', 'status', 'attempt'],
    summary: ({ host, status }) => `${host} answered ${status}`,
    detail: 'Step completed',
    status: 'Success',
    outcome: 'done',
  }),
  not_requested: define({
    layer: 'step',
    needs: ['host'],
    summary: ({ host }) => `It would ask ${host}; a dry run makes no request, so later steps read an empty answer`,
    detail: 'Step completed',
    status: 'Success',
    outcome: 'done',
  }),
  response_ignored: define({
    layer: 'step',
    summary: () => 'The response is not a JSON object, so later steps cannot read it',
    fix: { text: 'Let the address answer with a JSON object.' },
    detail: 'HTTP request step received a non-object response',
    status: 'Warning',
  }),
  done: define({
    layer: 'step',
    summary: () => 'The step is done',
    detail: 'Step completed',
    status: 'Success',
    outcome: 'done',
  }),
  delayed: define({
    layer: 'step',
    needs: ['until'],
    summary: ({ until }, words) => `Waits until ${words.time(until)}`,
    fix: { text: 'Cancel the run if it is no longer wanted.', action: 'cancel' },
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
    may: ['limit'],
    summary: ({ problem }) => `The delay makes no sense: ${problem}`,
    fix: EDIT_STEP,
    detail: ({ limit }) => (limit === undefined ? 'Invalid delay configuration' : 'Defer duration limit exceeded'),
    status: 'Failed',
    outcome: 'failed',
  }),
  extended_to_schedule: define({
    layer: 'step',
    needs: ['until', 'count'],
    may: ['hours', 'timezone'],
    summary: ({ until }, words) => `Waits for the subscriber’s hours, until ${words.time(until)}`,
    detail: 'Step was extended to the next available time in the subscriber schedule',
    status: 'Pending',
    outcome: 'waiting',
  }),
  extensions_spent: define({
    layer: 'step',
    needs: ['count'],
    summary: ({ count }) =>
      `Goes on outside the subscriber’s hours: ${count === 0 ? 'they never come' : `it waited for them ${count} times`}`,
    detail: 'Step was executed due to maximum number of subscriber schedule extensions reached',
    status: 'Warning',
  }),
  digest_waiting: define({
    layer: 'step',
    needs: ['until'],
    may: ['count'],
    summary: ({ until }, words) => `Collects events until ${words.time(until)}`,
    detail: 'Step digested',
    status: 'Pending',
    outcome: 'waiting',
  }),
  digest_finished: define({
    layer: 'step',
    needs: ['count'],
    summary: ({ count }) => `Goes on with ${count === 1 ? 'one event' : `${count} events`}`,
    detail: 'Digest triggered events',
    status: 'Success',
    outcome: 'done',
  }),
  digest_first: define({
    layer: 'step',
    needs: ['since'],
    summary: ({ since }, words) => `Goes on at once: there was no event since ${words.time(since)}`,
    detail: 'Digest was skipped, first backoff event',
    status: 'Success',
    outcome: 'done',
  }),
  digest_invalid: define({
    layer: 'step',
    needs: ['problem'],
    may: ['limit'],
    summary: ({ problem }) => `The digest’s window makes no sense: ${problem}`,
    fix: EDIT_STEP,
    detail: ({ limit }) => (limit === undefined ? EXECUTION_ERROR : 'Defer duration limit exceeded'),
    status: 'Failed',
    outcome: 'failed',
  }),
  digest_merged: define({
    layer: 'step',
    may: ['notification'],
    summary: () => 'Joined a digest that was already collecting, and goes out with it',
    fix: {
      text: 'Open the run it goes out with.',
      link: ({ notification }) => runLink({}, { run: notification }),
    },
    detail: 'Digest was merged with other digest',
    status: 'Success',
    outcome: 'merged',
  }),
  throttle_passed: define({
    layer: 'step',
    needs: ['count', 'limit', 'until'],
    summary: ({ count, limit, until }, words) => `Run ${count} of ${limit} allowed until ${words.time(until)}`,
    detail: 'Step completed',
    status: 'Success',
    outcome: 'done',
  }),
  throttle_invalid: define({
    layer: 'step',
    needs: ['problem'],
    may: ['until'],
    summary: ({ problem }) => `The throttle’s window makes no sense: ${problem}`,
    fix: EDIT_STEP,
    detail: ({ until }) => (until === undefined ? EXECUTION_ERROR : 'Throttle window date is in the past'),
    status: 'Failed',
    outcome: 'failed',
  }),
  throttled: define({
    layer: 'step',
    needs: ['count', 'limit', 'until'],
    summary: ({ count, limit, until }, words) =>
      `Throttled: ${count} of ${limit} allowed went through until ${words.time(until)}`,
    fix: { text: 'Raise the step’s threshold.', link: stepLink },
    detail: 'Throttle limit exceeded for the given window',
    status: 'Success',
    outcome: 'throttled',
  }),
  earlier_failed: define({
    layer: 'step',
    needs: ['step'],
    summary: ({ step }) => `${step} failed before`,
    fix: { text: 'See that step.', link: runLink },
    detail: 'Step was canceled because a previous step failed',
    status: 'Success',
    outcome: 'cancelled',
  }),
} as const;

const MAX_VALUES = 3;

/** " (payload.plan was free)": the first values that decided. */
function valuesText(values: unknown): string {
  const shown = firstValues(values).map(([name, value]) => `${name} was ${valueText(value)}`);
  return shown.length === 0 ? '' : ` (${shown.join(', ')})`;
}

/** "plan is free": the same in a few words. Undefined without values. */
function valuesNow(values: unknown): string | undefined {
  const shown = firstValues(values).map(([name, value]) => `${name.replace(/^payload\./, '')} is ${valueText(value)}`);
  return shown.length === 0 ? undefined : shown.join(', ');
}

function firstValues(values: unknown): [string, unknown][] {
  return typeof values === 'object' && values !== null ? Object.entries(values).slice(0, MAX_VALUES) : [];
}

function valueText(value: unknown): string {
  if (value === undefined || value === null) return 'missing';
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.length > 60 ? `${text.slice(0, 59).toWellFormed()}…` : text;
}
