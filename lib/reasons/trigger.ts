/** Why a trigger started no run, or fewer than expected. */
import { channelName, define } from './definition.ts';
import { runLink, subscriberLink, workflowLink } from './links.ts';

export const TRIGGER_REASONS = {
  never_triggered: define({
    layer: 'trigger',
    may: ['workflow', 'since', 'until', 'lastRun', 'lastTrigger'],
    summary: ({ workflow, since, until }, words) =>
      `No trigger${workflow === undefined ? '' : ` of ${workflow}`} named ${words.subscriber}${between(since, until, words.time)}`,
    fix: { text: 'Trigger the workflow by the API; its page shows the request.', link: workflowLink },
    status: 'Warning',
  }),
  subscriber_unknown: define({
    layer: 'trigger',
    needs: ['value'],
    summary: ({ value }) => `Nobody and nothing here is called “${value}”`,
    fix: { text: 'Look for another spelling, the e-mail address or the phone number.', link: 'subscribers' },
    status: 'Warning',
  }),
  subscriber_ambiguous: define({
    layer: 'trigger',
    needs: ['value'],
    summary: ({ value }) => `“${value}” fits several people: choose one of them, or name more of it`,
    status: 'Warning',
  }),
  other_environment: define({
    layer: 'trigger',
    needs: ['environment'],
    may: ['notification', 'at'],
    summary: ({ environment, at }, { on }) => `It ran in ${environment}, not here${on(at)}`,
    fix: {
      text: 'Open the run there.',
      link: (_, { environment, run }) =>
        environment === undefined ? '/settings/environments' : `/${environment}/${runLink(_, { run })}`,
    },
    status: 'Warning',
  }),
  workflow_unknown: define({
    layer: 'trigger',
    needs: ['workflow'],
    summary: ({ workflow }) => `There is no workflow “${workflow}” in this environment`,
    fix: { text: 'Create the workflow, or correct its name in the trigger.', link: 'workflows' },
    status: 'Failed',
  }),
  workflow_inactive: define({
    layer: 'trigger',
    needs: ['workflow'],
    may: ['since'],
    summary: ({ workflow, since }, words) =>
      `${workflow} was inactive${since === undefined ? '' : ` since ${words.time(since)}`}`,
    fix: { text: 'Activate the workflow.', link: workflowLink },
    status: 'Failed',
  }),
  payload_invalid: define({
    layer: 'trigger',
    needs: ['field', 'problem'],
    summary: ({ field, problem }) =>
      field === '' ? `The payload ${problem}` : `The payload’s ${field} is wrong: ${problem}`,
    fix: { text: 'Correct the payload, or the workflow’s payload schema.', link: workflowLink },
    status: 'Failed',
    source: 'Payload',
  }),
  duplicate_transaction: define({
    layer: 'trigger',
    needs: ['transaction'],
    may: ['at'],
    summary: ({ transaction, at }, words) =>
      `The transaction id ${transaction} was used before${at === undefined ? '' : `, at ${words.time(at)}`}`,
    fix: { text: 'Trigger with a transaction id of its own.' },
    status: 'Failed',
  }),
  recipient_invalid: define({
    layer: 'trigger',
    needs: ['value', 'problem'],
    summary: ({ value, problem }) => `“${value}” names no subscriber: ${problem}`,
    fix: { text: 'Correct “to” in the trigger.' },
    status: 'Failed',
    source: 'Payload',
  }),
  retention_passed: define({
    layer: 'trigger',
    needs: ['since'],
    summary: ({ since }, words) => `Runs are kept since ${words.time(since)} only`,
    fix: { text: 'Ask whoever runs Belfry to keep runs longer (RETENTION_DAYS).' },
    status: 'Warning',
  }),
  not_in_topic: define({
    layer: 'topic',
    needs: ['topic'],
    may: ['since'],
    summary: ({ topic, since }, { Subscriber, time }) =>
      since === undefined
        ? `${Subscriber} does not follow the topic ${topic}`
        : `${Subscriber} follows the topic ${topic} only since ${time(since)}`,
    fix: { text: 'Subscribe them to the topic.', link: subscriberLink('topics') },
    status: 'Warning',
  }),
  topic_condition: define({
    layer: 'topic',
    needs: ['topic'],
    may: ['condition', 'values'],
    summary: ({ topic }) => `The condition of the subscription to ${topic} was false`,
    fix: { text: 'Change the subscription’s condition.' },
    detail: 'Topic subscription preference evaluated',
    status: 'Success',
    outcome: 'skipped',
  }),
  fanout_running: define({
    layer: 'topic',
    needs: ['count'],
    may: ['total'],
    summary: ({ count, total }) => `${count}${total === undefined ? '' : ` of ${total}`} recipients are reached so far`,
    fix: { text: 'Wait until all are reached.' },
    status: 'Pending',
  }),
  no_step: define({
    layer: 'workflow',
    may: ['channel'],
    summary: ({ channel }, { Workflow }) =>
      channel === undefined
        ? `${Workflow} has no active step`
        : `${Workflow} has no active ${channelName(channel)} step`,
    fix: { text: 'Add a step to the workflow.', link: workflowLink },
    status: 'Warning',
    outcome: 'skipped',
  }),
} as const;

function between(since: string | undefined, until: string | undefined, time: (iso: string) => string): string {
  if (since === undefined) return '';
  return until === undefined ? ` since ${time(since)}` : ` between ${time(since)} and ${time(until)}`;
}
