/** Converts a dry run to its wire form. Pure. */
import type { DryRun, DryRunMessage as PlayedMessage, DryRunStep as PlayedStep } from '#lib/engine/play-run.ts';
import { mailboxText } from '#lib/providers/mailbox.ts';
import type { ChannelMessage } from '#lib/providers/message.ts';
import { toWireName } from '#lib/providers/service-name.ts';
import type { About, Places } from '#lib/reasons/definition.ts';
import { fixOf, outcomeOf, type Reason, reasonFor, summaryOf } from '#lib/reasons/registry.ts';
import { wireReason } from '#lib/reasons/schema.ts';
import { ended } from '#lib/reasons/step-summary.ts';
import { withoutSecretsInRequest } from '#lib/steps/clear-secrets.ts';
import { channelOf } from '#lib/steps/labels.ts';
import { maskEmail } from '#lib/steps/mask-address.ts';
import type { Recipient } from '#lib/steps/run.ts';
import { nameOf } from '#lib/subscribers/name.ts';
import type { DryRunMessage, DryRunResult, DryRunStep } from './dry-run-schema.ts';
import type { DescribedWorkflow } from './triggered-workflow.ts';

/** A subscriber with the data that the trigger would save. */
export interface Subject {
  recipient: Recipient;
  isNew: boolean;
}

interface Played extends DryRun {
  workflow: DescribedWorkflow;
  subscriber: Subject;
  startsAt: Date;
  /** Whether the caller may not see credentials. */
  isMasked: boolean;
}

export function dryRunJson({ steps, outcome, workflow, subscriber, startsAt, isMasked }: Played): DryRunResult {
  const about = aboutOf(subscriber, workflow);
  return {
    ...(outcome && { outcome: outcome.outcome, reason: wireReason(dryRunReason(outcome.reason)) }),
    workflow: workflowJson(workflow),
    subscriber: subscriberJson(subscriber),
    startsAt: startsAt.toISOString(),
    steps: steps.map((step) => stepJson(isMasked ? maskedRequest(step) : step, about, placesOf(subscriber, workflow))),
  };
}

/** Returns the response for a trigger that would start no run. */
export function refusedJson(
  refusal: Reason,
  subscriber: Subject,
  workflow: DescribedWorkflow | undefined,
): DryRunResult {
  const fix = fixOf(refusal, placesOf(subscriber, workflow));
  return {
    rejected: { ...reasonJson(refusal, aboutOf(subscriber, workflow)), ...(fix && { fix }) },
    ...(workflow && { workflow: workflowJson(workflow) }),
    subscriber: subscriberJson(subscriber),
    steps: [],
  };
}

function maskedRequest(played: PlayedStep): PlayedStep {
  const { shownRequest } = played;
  return { ...played, request: shownRequest && withoutSecretsInRequest(shownRequest) };
}

function stepJson(played: PlayedStep, about: About, places: Places): DryRunStep {
  const { job, startedAt, endedAt, request } = played;
  const reason = dryRunReason(job.reason ?? reasonFor('step_queued', {}), played.messages);
  const outcome = outcomeOf(reason);
  const { stepId, type } = job.step;
  const integration = played.messages[0]?.target?.integration.identifier;
  const fix = fixOf(reason, { ...places, step: stepId, channel: channelOf(type), integration });
  return {
    stepId,
    name: job.step.name,
    type,
    status: job.status,
    ...(outcome && { outcome }),
    ...reasonJson(reason, about),
    // Omit fixes that retry, cancel or show a run, because a dry run stores no run.
    ...(fix && !fix.action && !fix.link?.startsWith('activity') && { fix }),
    ...(startedAt && { startedAt: startedAt.toISOString() }),
    ...(endedAt && { endedAt: endedAt.toISOString() }),
    waits: played.waits.map(({ until, reason: why }) => ({ until: until.toISOString(), ...reasonJson(why, about) })),
    details: played.details.map((detail) => reasonJson(dryRunReason(detail, played.messages), about)),
    messages: played.messages.map(messageJson),
    ...(request && { request: requestJson(request) }),
    ...(job.result && Object.keys(job.result).length > 0 && { result: job.result }),
  };
}

/**
 * Replaces the reasons for accepted messages, because a dry run sends nothing. The replacement still names a sandbox
 * that would accept the message. `stored` stays, because no inbox would show the message.
 */
export function dryRunReason(reason: Reason, messages: readonly PlayedMessage[] = []): Reason {
  if (reason.code !== 'sent' && reason.code !== 'sandboxed') return reason;
  const { provider, address } = reason.evidence;
  const [message] = messages;
  const integration = message?.target?.integration.identifier;
  const answeredBy = reason.code === 'sandboxed' ? 'sandbox' : undefined;
  return reasonFor('would_send', { provider, address, integration, answeredBy, channel: message?.channel });
}

function messageJson({ channel, status, target, ...content }: PlayedMessage): DryRunMessage {
  const { subject, title, content: text, cta } = content;
  return {
    channel,
    status,
    ...(target && { to: target.address.shown, integration: integrationJson(target.integration) }),
    ...(subject !== undefined && { subject }),
    ...(title !== undefined && { title }),
    ...(text !== undefined && { content: text }),
    ...(cta && { cta }),
    ...envelopeJson(target?.message),
  };
}

function envelopeJson(message: ChannelMessage | undefined): Pick<DryRunMessage, 'cc' | 'bcc' | 'replyTo' | 'headers'> {
  if (message?.channel !== 'email') return {};
  const { cc = [], bcc = [], replyTo, headers } = message;
  return {
    ...(cc.length > 0 && { cc: cc.map(({ email }) => maskEmail(email)) }),
    ...(bcc.length > 0 && { bcc: bcc.map(({ email }) => maskEmail(email)) }),
    ...(replyTo && { replyTo: mailboxText(replyTo) }),
    ...(headers && { headers }),
  };
}

function integrationJson({
  id,
  name,
  identifier,
  providerId,
  sandbox,
}: NonNullable<PlayedMessage['target']>['integration']) {
  return { _id: id, name, identifier, providerId: toWireName(providerId), sandbox };
}

function requestJson({ method, url, body }: NonNullable<PlayedStep['request']>) {
  return { method, url, ...(body !== undefined && { body }) };
}

function reasonJson(reason: Reason, about: About) {
  return { reason: wireReason(reason), summary: ended(summaryOf(reason, about)) };
}

function subscriberJson({ recipient, isNew }: Subject): DryRunResult['subscriber'] {
  const { subscriberId, firstName, lastName } = recipient;
  return { subscriberId, ...(firstName !== null && { firstName }), ...(lastName !== null && { lastName }), isNew };
}

function workflowJson({ name, version, snapshot, id }: DescribedWorkflow) {
  return { workflowId: snapshot.settings?.identifier ?? id, name, version };
}

function placesOf({ recipient }: Subject, workflow: DescribedWorkflow | undefined): Places {
  return { subscriber: recipient.subscriberId, workflow: workflow?.snapshot.settings?.identifier };
}

function aboutOf({ recipient }: Subject, workflow: DescribedWorkflow | undefined): About {
  return { subscriber: nameOf(recipient), workflow: workflow?.name };
}
