/** Reasons that come from the steps of the workflow: conditions, rendering and earlier failures. */
import { keyPhrase } from '#lib/text/key-label.ts';
import { lowerFirst } from '#lib/text/lower-first.ts';
import { capitalised, define, withheldNote, withValues } from './definition.ts';
import { runPage, stepControl } from './links.ts';
import { metText, unmetText } from './needed.ts';
import { joined, problemText } from './problem-text.ts';

/**
 * The end of fixes that change a step. A retry is not enough, because it runs the version of the workflow at the time
 * of the trigger.
 */
export const AGAIN = 'then trigger again, because this run keeps its version of the workflow.';

const NO_TIME_FIX = 'Ask your Belfry administrator to give the worker more CPU, then retry.';

/** Returns the path of a control as text: "primary action › redirect › URL" for `primaryAction.redirect.url`. */
function controlPhrase(control: string): string {
  return control.split('.').map(keyPhrase).join(' › ');
}

interface Rendering {
  problem: string;
  control?: string | undefined;
}

/** Returns the rule of the field, if the problem names the field and then the rule. */
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

/**
 * Returns the text that was found instead of an address. The problems of older runs contain “is no address for” and the
 * field.
 */
function noAddressIn(problem: string): string | undefined {
  return /^"(.*)" (?:in the field \S+ is not an address|is no address for \S+): /s.exec(problem)?.[1];
}

/** Returns the field that could not be rendered and the cause. The fix states the field's value and its rule. */
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

export const STEP_REASONS = {
  step_queued: define({
    layer: 'step',
    may: ['since'],
    summary: ({ since }, words) =>
      since === undefined ? 'The step is queued' : `The step was due ${words.on(since)}, but no worker was free`,
    detail: 'Step queued',
    status: 'Pending',
  }),
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
    // `span` is present if rendering ran out of time because the machine was too slow.
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
        // The summary already names the link, and the button opens its field.
        const what = found === undefined ? `Correct ${field}: ` : `The link is “${found}”; `;
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
    summary: ({ layout }) => `The layout “${layout}” does not exist, so the email is sent without a layout`,
    fix: {
      text: 'Choose another layout in the step, or none.',
      to: stepControl('layoutId', 'Open the layout’s field'),
      permission: 'workflows:write',
    },
    detail: 'Layout not found',
    status: 'Warning',
  }),
  part_left_out: define({
    layer: 'step',
    needs: ['control', 'problem'],
    summary: ({ control, problem }) =>
      `The field “${controlPhrase(control)}” was used only in part: ${lowerFirst(problem.replace(/\.$/, ''))}`,
    fix: {
      text: 'Correct the field, or the values of its variables.',
      to: ({ control }, places) => stepControl(control, 'Open the field')({}, places),
      permission: 'workflows:write',
    },
    status: 'Warning',
  }),
  done: define({
    layer: 'step',
    summary: () => 'The step is done',
    detail: 'Step completed',
    status: 'Success',
    outcome: 'done',
  }),
  earlier_failed: define({
    layer: 'step',
    needs: ['step'],
    summary: ({ step }) => `The step “${step}” failed before this step`,
    fix: { text: ({ step }) => `See why “${step}” failed, and what to do about it.`, to: runPage },
    detail: 'Step was canceled because a previous step failed',
    status: 'Success',
    outcome: 'cancelled',
  }),
} as const;
