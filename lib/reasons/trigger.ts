/** The reasons why a trigger started no run, or fewer runs than expected. */
import { channelName, define, withValues } from './definition.ts';
import { runPage, subscriberTab, workflowPage } from './links.ts';
import { unmetBy } from './needed.ts';

export const TRIGGER_REASONS = {
  never_triggered: define({
    layer: 'trigger',
    may: ['workflow', 'since', 'until', 'lastRun', 'lastTrigger'],
    summary: ({ workflow, since, until }, words) =>
      `${workflow ?? 'No workflow'} was ${workflow === undefined ? '' : 'not '}triggered for ${words.subscriber}${between(since, until, words.time)}`,
    fix: {
      text: 'Your product sent no trigger. The page of the workflow shows the request to send.',
      to: workflowPage,
    },
    status: 'Warning',
  }),
  subscriber_unknown: define({
    layer: 'trigger',
    needs: ['value'],
    summary: ({ value }) => `No subscriber, run or message matches “${value}”`,
    fix: {
      text: 'Try another spelling, the email address, the phone number or the transaction ID.',
      to: () => ({ link: 'subscribers', label: 'Search subscribers' }),
    },
    status: 'Warning',
  }),
  subscriber_ambiguous: define({
    layer: 'trigger',
    needs: ['value'],
    may: ['count'],
    summary: ({ value, count }) =>
      `“${value}” matches ${count === undefined ? 'more than one' : `${count} people`}: choose the one you mean`,
    status: 'Warning',
  }),
  other_environment: define({
    layer: 'trigger',
    needs: ['environment'],
    may: ['notification', 'at'],
    summary: ({ environment, at }, { on }) => `The workflow ran in ${environment}, not here${on(at)}`,
    fix: {
      text: 'Look at the run in that environment. If the run was meant for this environment, your product uses the wrong API key.',
      to: ({ environment: name }, { environment, run }) =>
        environment === undefined
          ? { link: '/settings/environments', label: 'Open the environments' }
          : {
              link: `/${environment}/${runPage({}, { run })?.link ?? 'activity'}`,
              label: `Open the run in ${name}`,
            },
    },
    status: 'Warning',
  }),
  workflow_unknown: define({
    layer: 'trigger',
    needs: ['workflow'],
    summary: ({ workflow }) => `There is no workflow “${workflow}” in this environment`,
    fix: {
      text: 'Correct the workflow’s identifier in your product, or create a workflow with this identifier.',
      to: () => ({ link: 'workflows', label: 'Open the list of workflows' }),
      permission: 'workflows:write',
    },
    status: 'Failed',
  }),
  workflow_inactive: define({
    layer: 'trigger',
    needs: ['workflow'],
    may: ['since'],
    summary: ({ workflow, since }, words) =>
      `${workflow} was paused${since === undefined ? '' : ` since ${words.time(since)}`}`,
    fix: {
      text: 'Activate the workflow, then trigger it again.',
      to: workflowPage,
      permission: 'workflows:write',
    },
    status: 'Failed',
  }),
  payload_invalid: define({
    layer: 'trigger',
    needs: ['field', 'problem'],
    summary: ({ field, problem }) => (field === '' ? `The payload ${problem}` : `The payload is not valid: ${problem}`),
    fix: {
      text: 'Correct what your product sends, or the payload schema in the workflow’s settings; then trigger it again.',
      to: workflowPage,
      permission: 'workflows:write',
    },
    status: 'Failed',
    source: 'Payload',
  }),
  duplicate_transaction: define({
    layer: 'trigger',
    needs: ['transaction'],
    may: ['at'],
    summary: ({ transaction, at }, words) => `The transaction ID ${transaction} was used before${words.on(at)}`,
    fix: {
      text: 'Use a separate transaction ID for each trigger in your product. The first trigger with this ID was accepted.',
    },
    status: 'Failed',
  }),
  recipient_invalid: define({
    layer: 'trigger',
    needs: ['value', 'problem'],
    summary: ({ value, problem }) => `“${value}” is not a valid recipient: ${problem}`,
    fix: { text: 'Correct the recipient (“to”) in what your product sends, then trigger it again.' },
    status: 'Failed',
    source: 'Payload',
  }),
  retention_passed: define({
    layer: 'trigger',
    needs: ['since'],
    summary: ({ since }, words) => `Runs from before ${words.time(since)} are no longer kept`,
    fix: { text: 'Your Belfry administrator can keep runs longer from now on (RETENTION_DAYS).' },
    status: 'Warning',
  }),
  not_in_topic: define({
    layer: 'topic',
    needs: ['topic'],
    may: ['since'],
    summary: ({ topic, since }, { Subscriber, time }) =>
      since === undefined
        ? `${Subscriber} is not subscribed to the topic ${topic}`
        : `${Subscriber} subscribed to the topic ${topic} only on ${time(since)}`,
    fix: {
      text: 'Subscribe the person to the topic, if the person wants it. Later triggers then include the person.',
      to: subscriberTab('topics', 'Open the subscriber’s topics'),
      permission: 'topics:write',
    },
    status: 'Warning',
  }),
  topic_condition: define({
    layer: 'topic',
    needs: ['topic'],
    may: ['condition', 'values'],
    summary: ({ topic, values }) => `The condition of the subscription to ${topic} was not met${withValues(values)}`,
    why: ({ topic, ...read }) => unmetBy(`the condition of the subscription to ${topic}`, read),
    fix: {
      text: 'Change the condition of the subscription, if the subscriber should get this message.',
      to: subscriberTab('topics', 'Open the subscriber’s topics'),
      permission: 'topics:write',
    },
    detail: 'Topic subscription preference evaluated',
    status: 'Success',
    outcome: 'skipped',
  }),
  fanout_running: define({
    layer: 'topic',
    needs: ['count'],
    may: ['total'],
    summary: ({ count, total }) =>
      `The trigger has reached ${count}${total === undefined ? '' : ` of ${total}`} recipients so far, but not this recipient`,
    fix: { text: 'Belfry creates the other runs in batches. Check again in a few minutes.' },
    status: 'Pending',
  }),
  fanout_failed: define({
    layer: 'topic',
    needs: ['count'],
    summary: ({ count }) => `The trigger stopped after ${count} recipients: Belfry could not create the other runs`,
    fix: {
      text: 'The worker’s log has the cause. Once it is fixed, trigger the workflow again for the recipients without a run.',
    },
    status: 'Failed',
  }),
  no_step: define({
    layer: 'workflow',
    may: ['channel'],
    summary: ({ channel }, { Workflow }) =>
      channel === undefined
        ? `${Workflow} has no active step`
        : `${Workflow} has no active ${channelName(channel)} step`,
    fix: {
      text: 'Add a step to the workflow, then trigger it again.',
      to: workflowPage,
      permission: 'workflows:write',
    },
    status: 'Warning',
    outcome: 'skipped',
  }),
} as const;

function between(since: string | undefined, until: string | undefined, time: (iso: string) => string): string {
  if (since === undefined) return '';
  return until === undefined ? ` since ${time(since)}` : ` between ${time(since)} and ${time(until)}`;
}
