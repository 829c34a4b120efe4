/** Reasons that the workflow's own steps give: conditions, waiting, rendering, and steps that do not send. */
import { keyPhrase } from '#lib/text/key-label.ts';
import { lowerFirst } from '#lib/text/lower-first.ts';
import { capitalised, define, withheldNote, withValues } from './definition.ts';
import { runPage, stepControl } from './links.ts';
import { metText, unmetText } from './needed.ts';
import { problemText } from './problem-text.ts';
import { WITHHELD } from './withheld.ts';

const EXECUTION_ERROR = 'There was one or more errors when trying to execute the notification';

/** A retry runs the version of the workflow that was triggered. */
const AGAIN = 'then trigger again: this run keeps its version.';

const BY_ITSELF = {
  text: 'Nothing to do: it goes on by itself. Cancel the run if it is no longer wanted.',
  action: 'cancel',
} as const;

const NO_TIME_FIX =
  'Tell whoever runs this Belfry that its worker needs more of the processor. Retry once it has more.';

/** The fact, and what was said about it where that can be read. Behind a comma its sentence goes on. */
function joined(by: ': ' | ', ', fact: string, problem: string): string {
  const said = problemText(problem);
  if (!said) return fact;
  return `${fact}${by}${by === ', ' ? lowerFirst(said) : said}`;
}

/** `primaryAction.redirect.url` is "primary action › redirect › URL". */
function controlPhrase(control: string): string {
  return control.split('.').map(keyPhrase).join(' › ');
}

interface Rendering {
  problem: string;
  control?: string | undefined;
}

/** What would be right instead, where the problem names the field and then says so. */
function ruleIn({ problem, control }: Rendering): string | undefined {
  const named = control?.includes('.') ? problem.indexOf(control) : -1;
  const at = named === -1 ? -1 : problem.indexOf(': ', named);
  return at === -1 ? undefined : problem.slice(at + 2).replace(/\.$/, '');
}

const LINKS: Readonly<Record<string, string | undefined>> = {
  'redirect.url': 'the link of the message',
  'primaryAction.redirect.url': 'the link of the first button',
  'secondaryAction.redirect.url': 'the link of the second button',
};

/** What was found in the place of an address. Older runs have “is no address for” and the field. */
function noAddressIn(problem: string): string | undefined {
  return /^"(.*)" (?:in the field \S+ is not an address|is no address for \S+): /s.exec(problem)?.[1];
}

/** Which field could not be rendered and why. What was found in it, and what would be right instead, what to do says. */
function renderProblem({ problem, control }: Rendering): string {
  if (control !== undefined && ruleIn({ problem, control }) !== undefined && noAddressIn(problem) !== undefined) {
    return `${LINKS[control] ?? `the field “${controlPhrase(control)}”`} is not an address`;
  }
  if (control !== undefined && ruleIn({ problem, control }) !== undefined) {
    const fact = problem.slice(0, problem.indexOf(': ', problem.indexOf(control)));
    return problemText(fact.replace(control, controlPhrase(control))) ?? problem;
  }
  const what =
    control === undefined ? 'the step' : `the field “${control === undefined ? '' : controlPhrase(control)}”`;
  return joined(': ', `${what} could not be rendered`, lowerFirst(problem));
}

interface Unusable {
  problem: string;
  field?: string | undefined;
  value?: string | undefined;
}

/** How people call the controls that say how long a step waits, collects or counts. */
const SPAN_CONTROLS: Readonly<Record<string, string | undefined>> = {
  amount: 'amount',
  unit: 'unit',
  cron: 'schedule',
  dynamicKey: 'key of the window',
};

/** The texts of a reason that a span cannot be used: "the delay’s amount “400 days” cannot be used: it is …". */
function unusable(whose: string, whole: string) {
  const text = ({ problem, field, value }: Unusable) => {
    const control = field && SPAN_CONTROLS[field];
    const place = control ? `${whose} ${control}` : `${whose} window in ${field}`;
    const found = value === undefined || value === WITHHELD ? '' : ` “${value}”`;
    return `${field === undefined ? whole : place}${found} cannot be used: ${problem}`;
  };
  return { summary: (evidence: Unusable) => capitalised(text(evidence)), why: text };
}

export const STEP_REASONS = {
  step_queued: define({ layer: 'step', summary: () => 'The step is queued', detail: 'Step queued', status: 'Pending' }),
  conditions_matched: define({
    layer: 'step',
    may: ['condition', 'values'],
    summary: () => 'The step’s conditions allowed it to run',
    detail: 'Step conditions matched',
    status: 'Success',
  }),
  skip_condition: define({
    layer: 'step',
    needs: ['condition', 'values'],
    summary: ({ values }) => `The step’s skip rule matched${withValues(values)}`,
    why: (read) => metText(read) ?? `its skip rule matched${withheldNote(read.values)}`,
    fix: {
      text: 'Change the skip rule if the step should run in this case.',
      to: stepControl('skip', 'Open the skip rule'),
      permission: 'workflows:write',
    },
    detail: 'Step was skipped based on steps conditions',
    status: 'Success',
    outcome: 'skipped',
  }),
  filter: define({
    layer: 'step',
    needs: ['condition', 'values'],
    summary: ({ values }) => `The step’s filter did not match${withValues(values)}`,
    why: (read) => unmetText(read) ?? `its filter did not match${withheldNote(read.values)}`,
    fix: {
      text: 'Change the filter if the step should run in this case.',
      to: stepControl(),
      permission: 'workflows:write',
    },
    detail: 'Processing step filter',
    status: 'Success',
    outcome: 'skipped',
  }),
  render_failed: define({
    layer: 'step',
    needs: ['problem'],
    // `span`: it is the machine that had no time for it.
    may: ['control', 'span'],
    summary: ({ problem, control }) =>
      joined(
        ': ',
        `The ${control === undefined ? 'step' : `field “${controlPhrase(control)}”`} could not be rendered`,
        lowerFirst(problem),
      ),
    why: renderProblem,
    fix: {
      text: ({ control, problem, span }) => {
        if (span !== undefined) return NO_TIME_FIX;
        const found = noAddressIn(problem);
        const field = `the ${control === undefined ? 'step' : `field “${controlPhrase(control)}”`}`;
        const rule = ruleIn({ control, problem });
        if (rule === undefined) return `Correct ${field}, ${AGAIN}`;
        // The sentence above names the link, and the button opens its field.
        const what = found === undefined ? `Correct ${field}: ` : `The link says “${found}”; `;
        return `${what}${rule}. ${capitalised(AGAIN)}`;
      },
      to: ({ control, span }, places) =>
        span === undefined ? stepControl(control, 'Open the field')({}, places) : undefined,
      permission: 'workflows:write',
      action: ({ span }) => (span === undefined ? undefined : 'retry'),
    },
    detail: 'Message content could not be generated',
    status: 'Failed',
    source: 'Payload',
    outcome: 'failed',
  }),
  layout_missing: define({
    layer: 'step',
    needs: ['layout'],
    summary: ({ layout }) => `There is no layout “${layout}”; the email goes out without one`,
    fix: {
      text: 'Choose another layout in the step, or none.',
      to: stepControl('layoutId', 'Open the layout’s field'),
      permission: 'workflows:write',
    },
    detail: 'Layout not found',
    status: 'Warning',
  }),
  request_failed: define({
    layer: 'step',
    needs: ['problem'],
    may: ['status', 'host', 'attempt', 'since'],
    summary: ({ problem, status, host = 'The server', since }, words) =>
      joined(
        ': ',
        since !== undefined
          ? `Nothing was requested, because ${host} has given no answer since ${words.time(since)}`
          : status === undefined
            ? `The request to ${host} failed`
            : `${host} answered ${status}`,
        problem,
      ).replace(/\.$/, ''),
    why: ({ problem, status, host = 'the server', since }, words) => {
      if (since !== undefined) return `${host} has given no answer since ${words.time(since)}`;
      return status === undefined
        ? (problemText(problem) ?? 'it was not answered')
        : joined(', ', `${host} answered ${status}`, problem).replace(/\.$/, '');
    },
    fix: {
      text: ({ host = 'the server' }) =>
        `Ask whoever runs ${host} to look into it, and retry once it works. If the address is wrong, correct it in the step.`,
      to: stepControl('url', 'Open the request’s address'),
      permission: 'workflows:write',
      action: 'retry',
    },
    detail: 'Action step execution failed',
    status: 'Failed',
    outcome: 'failed',
  }),
  host_unavailable: define({
    layer: 'provider',
    needs: ['host', 'since', 'problem'],
    summary: ({ host, since, problem }, words) =>
      joined(': ', `${host} has given no answer since ${words.time(since)}`, problem).replace(/\.$/, ''),
    fix: {
      text: ({ host }) =>
        `It is tried again automatically once ${host} answers, or fails after a minute. If the address is wrong, correct it in the step.`,
      to: stepControl('url', 'Open the request’s address'),
      permission: 'workflows:write',
      action: 'retry',
    },
    detail: 'Action step execution failed',
    status: 'Warning',
    outcome: 'waiting',
  }),
  response_invalid: define({
    layer: 'step',
    needs: ['problem'],
    summary: ({ problem }) => `The response does not match its schema: ${problem}`,
    fix: {
      text: 'Correct the server’s answer, then retry. If the schema is wrong, correct it in the step and trigger again.',
      to: stepControl('responseBodySchema', 'Open the response schema'),
      permission: 'workflows:write',
      action: 'retry',
    },
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
    summary: ({ host }) => `It would call ${host}. A dry run calls nobody, so later steps read an empty answer`,
    detail: 'Step completed',
    status: 'Success',
    outcome: 'done',
  }),
  response_ignored: define({
    layer: 'step',
    summary: () => 'The response is not a JSON object, so later steps cannot read it',
    fix: { text: 'Later steps can read the answer once the server sends a JSON object.' },
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
    predicate: ({ until }, words) => `waits until ${words.time(until)}, when their hours begin`,
    fix: BY_ITSELF,
    detail: 'Step was extended to the next available time in the subscriber schedule',
    status: 'Pending',
    outcome: 'waiting',
  }),
  extensions_spent: define({
    layer: 'step',
    needs: ['count'],
    summary: ({ count }) =>
      `Continued outside the subscriber’s hours: ${count === 0 ? 'there are none' : `it had waited for them ${count} times`}`,
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
    summary: () => 'Nothing to collect; continued at once',
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
    summary: () => 'Joined a digest that was already collecting; it goes out with that run',
    predicate: () => 'joined a digest that was already collecting; it goes out with that run',
    fix: {
      text: 'Look at the run that it goes out with.',
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
      text: `Correct the window in the step, or what your product sends for it; ${AGAIN}`,
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
    summary: ({ limit, until }, words) => `Limit of ${limit} reached; next allowed${words.on(until)}`,
    fix: {
      text: 'Raise the limit if more runs should go through.',
      to: stepControl('threshold', 'Open the limit'),
      permission: 'workflows:write',
    },
    detail: 'Throttle limit exceeded for the given window',
    status: 'Success',
    outcome: 'throttled',
  }),
  earlier_failed: define({
    layer: 'step',
    needs: ['step'],
    summary: ({ step }) => `The step “${step}” failed before it`,
    fix: { text: ({ step }) => `See why “${step}” failed, and what to do about it.`, to: runPage },
    detail: 'Step was canceled because a previous step failed',
    status: 'Success',
    outcome: 'cancelled',
  }),
} as const;
