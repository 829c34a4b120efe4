/** Turns the addresses of a step into messages with their integrations. */

import type { Decision, Note, Target } from '#lib/engine/decision.ts';
import { isCriticalRun, type RunContext, type RunIntegration } from '#lib/engine/run-context.ts';
import type { JsonObject } from '#lib/json/values.ts';
import type { Channel } from '#lib/providers/channel.ts';
import type { Mailbox } from '#lib/providers/message.ts';
import { type Reason, reasonFor } from '#lib/reasons/registry.ts';
import type { RecipientLinks } from '#lib/recipient-page/links.ts';
import { withListHeaders } from '#lib/recipient-page/list-headers.ts';
import { maskEmail } from '#lib/steps/mask-address.ts';
import { type Address, type Copies, MAIN_EMAIL, type StepOutcome } from '#lib/steps/run.ts';
import { suppressionOf } from '#lib/suppressions/check.ts';
import { withTracking } from '#lib/tracking/links.ts';
import { conditionData, isFirstTurn, preferencesOf } from './checks.ts';
import { byIntegration, chooseGroup } from './fallback.ts';
import { type ChosenIntegration, chooseIntegration } from './integration-choice.ts';
import { messageId } from './message-id.ts';
import { providerOverrides, wantedIntegration } from './overrides.ts';
import { providerOf } from './send-reason.ts';

interface Sending {
  run: RunContext;
  now: Date;
  channel: Channel;
  notes: Note[];
  variables: JsonObject;
  step: Extract<StepOutcome, { type: 'send' }>;
  links: RecipientLinks | undefined;
  /** The origin of tracked links. */
  tracking: string | undefined;
}

/**
 * Checks suppression, address and integration. Targets that pass all three are sent (docs/delivery.md, "Order of the
 * checks").
 */
export function chooseTargets(sending: Sending): Decision {
  const { run, channel, notes, step } = sending;
  const addresses = relevantAddresses(sending);
  const suppressed = addresses.flatMap((address) => suppressionOf(run.suppressions, channel, address) ?? []);
  const allowed = addresses.filter((address) => !suppressionOf(run.suppressions, channel, address));
  if (allowed.length === 0) {
    const [first] = suppressed;
    return first ? { type: 'skip', reason: first, notes } : skipWithoutAddress(sending);
  }
  const choices = allowed.map((address) => choiceFor(sending, address));
  const refusals = choices.flatMap((choice) => ('reason' in choice ? choice.reason : []));
  const chosen = withFallback(
    sending,
    choices.flatMap((choice) => ('reason' in choice ? [] : choice)),
  );
  if (chosen.length === 0 && refusals[0]) return { type: 'fail', reason: refusals[0], notes };
  for (const reason of [...suppressed, ...refusals]) notes.push({ reason, status: 'Warning' });
  const due = chosen.filter(({ id }) => !run.sentMessages.has(id) || run.owed?.has(id));
  const unsent = due.filter((target) => !changeOf(run, channel, target));
  const [changed] = due.flatMap((target) => changeOf(run, channel, target) ?? []);
  if (changed && unsent.length === 0) return { type: 'fail', reason: changed, notes };
  if (changed) notes.push({ reason: changed, status: 'Warning' });
  for (const target of unsent) notes.push(...targetNotes(sending, target));
  const copies = allowedCopies(sending);
  if (isFirstTurn(run)) for (const reason of step.leftOut ?? []) notes.push({ reason });
  const targets = unsent.map((target) => targetOf(sending, target, target === chosen[0] ? copies : undefined));
  return { type: 'deliver', channel, content: step.content, targets, notes };
}

/**
 * Returns all addresses. If the trigger requests an integration, addresses that are stored with another integration are
 * left out.
 */
function relevantAddresses({ run, channel, step }: Sending): Address[] {
  const wanted = wantedIntegration(run.notification.overrides, channel);
  const integration = run.integrations.find(({ identifier }) => identifier === wanted);
  return step.addresses.filter(
    ({ integrationId }) => !integration || integrationId === undefined || integrationId === integration.id,
  );
}

/**
 * Returns the targets of this attempt. With failover on, the connections of another integration take over from the
 * connections of the integration that the trigger names, until one message is accepted.
 */
function withFallback(sending: Sending, chosen: readonly Chosen[]): readonly Chosen[] {
  const { run, now, channel, step } = sending;
  const wanted = chosen[0]?.address.integrationId;
  if (wanted === undefined || wantedIntegration(run.notification.overrides, channel) === undefined) return chosen;
  const others = step.addresses.filter(({ integrationId }) => integrationId !== wanted);
  const usable = others
    .map((address) => choiceFor(sending, address))
    .flatMap((choice) => ('reason' in choice || changeOf(run, channel, choice) ? [] : choice));
  return chooseGroup(run, [chosen, ...byIntegration(usable)], now);
}

/** Returns the recipients in copy whose address is not suppressed, and adds notes about the other ones. */
function allowedCopies({ run, channel, notes, step: { copies } }: Sending): Copies | undefined {
  if (!copies) return undefined;
  const allowed = ({ email }: Mailbox) => {
    const reason = suppressionOf(run.suppressions, channel, { suppressedAs: email, shown: maskEmail(email) });
    if (reason && isFirstTurn(run)) notes.push({ reason, status: 'Warning' });
    return !reason;
  };
  return { cc: copies.cc.filter(allowed), bcc: copies.bcc.filter(allowed) };
}

/**
 * Skips a step without an address. If the address is missing, a message is stored that shows what would have been sent.
 */
function skipWithoutAddress({ channel, step: { missing, content }, notes }: Sending): Decision {
  return {
    type: 'skip',
    reason: missing,
    notes,
    ...(missing.code === 'no_address' && { unsent: { channel, content } }),
  };
}

/**
 * Returns why sensitive content is not sent to an address. Without these rules, a caller who may change addresses could
 * get the content.
 *
 * - An address that was restricted after the trigger gets nothing, unless an earlier attempt sent to it.
 * - A later attempt sends only to an address of an earlier attempt, and so does a run that sends a step again.
 * - A retry by a member who may see the content may use any address of that time, also after a wait.
 */
function changeOf(run: RunContext, channel: Channel, { address, integration }: Chosen): Reason | undefined {
  const { earlierAddresses, attempt } = run;
  const { record, message, changedAt } = address;
  if (!message) return undefined;
  const { email, phone, directWebhookUrl, deviceTokens = [] } = record;
  const addresses = [email, phone, directWebhookUrl, ...deviceTokens].filter((each) => each !== undefined);
  const isRecorded = addresses.length > 0;
  if (isRecorded && earlierAddresses && addresses.every((each) => earlierAddresses.has(each))) return undefined;
  const phoneAt = integration.sendsToPhone ? run.subscriber?.restricted?.phone : undefined;
  const since = run.sensitiveSince && (attempt.addressAllowedAt ?? run.sensitiveSince);
  const restrictedAt = [address.restrictedAt, phoneAt].find((at) => since && at && at >= since);
  if (restrictedAt) return reasonFor('address_changed', { channel, at: restrictedAt.toISOString() });
  if (attempt.addressAllowedAt) return undefined;
  const isOther =
    isRecorded || (changedAt !== undefined && new Date(changedAt) > (run.resentFrom ?? attempt.firstClaimedAt));
  return earlierAddresses && isOther ? reasonFor('address_changed', { channel }) : undefined;
}

interface Chosen extends ChosenIntegration {
  /** The message's ID. */
  id: string;
  address: Address;
}

function choiceFor({ run, now, channel, variables }: Sending, address: Address): Chosen | { reason: Reason } {
  if (address.isUnreadable) return { reason: reasonFor('secret_unreadable', { channel }) };
  const choice = chooseIntegration(run, channel, address, conditionData(variables), now);
  if ('reason' in choice) return choice;
  const { deliverable, sandbox, providerName: provider } = choice.integration;
  if (!deliverable && !sandbox) return { reason: reasonFor('provider_unsupported', { provider }) };
  const { environment, job, attempt } = run;
  return { ...choice, address, id: messageId(environment.id, job.id, address.key, attempt.firstClaimedAt) };
}

/** Returns notes at the first attempt, and whenever another integration is tried. */
function targetNotes({ run, channel }: Sending, { id, address, integration, rule, candidates }: Chosen): Note[] {
  const isFirst = isFirstTurn(run);
  const selected = { ...providerOf(integration), integration: integration.identifier, rule, candidates };
  const { enabled: _, since, preferenceId: preference, ...effective } = preferencesOf(run).channel(channel);
  const created = { address: address.shown, layer: effective.layer, preference, since: since?.toISOString() };
  const isOther = rule === 'failover' || rule === 'quota' || isOtherThanBefore(run, integration);
  return [
    ...(isFirst || isOther ? [{ reason: reasonFor('integration_selected', selected), integration }] : []),
    ...(isFirst ? [{ reason: reasonFor('message_created', created), integration, messageId: id }] : []),
  ];
}

/** Whether an earlier attempt of the job went through another integration. */
function isOtherThanBefore({ job: { integrationId } }: RunContext, { id }: RunIntegration): boolean {
  return typeof integrationId === 'string' && integrationId !== id;
}

function targetOf(
  { run, links, tracking }: Sending,
  { id, address, integration, rule }: Chosen,
  copies: Copies | undefined,
): Target {
  const overrides = providerOverrides(run.notification.overrides, run.job.step, integration.providerId);
  const only = lackingRecipients(run, id, address);
  const isListed = links && address.key === MAIN_EMAIL && !isCriticalRun(run) && integration.acceptsHeaders !== false;
  const tracked = { environmentId: run.environment.id, messageId: id, integrationId: integration.id };
  const content = address.message && tracking ? withTracking(address.message, tracking, tracked) : address.message;
  const message = content && {
    ...(isListed ? withListHeaders(content, links, integration.unsubscribeAddress) : content),
    ...copies,
    id,
    ...(only && { only }),
    ...(overrides && { overrides }),
  };
  return { messageId: id, integration, rule, address, secrets: run.environment.variables?.secrets, message };
}

/**
 * Returns the recipients who still lack a message that reached others. The main recipient's address is the current one,
 * because it may have changed.
 */
function lackingRecipients({ owed, sentMessages }: RunContext, id: string, { record }: Address): string[] | undefined {
  const recipients = owed?.get(id)?.recipients;
  if (!recipients) return undefined;
  const main = sentMessages.has(id) ? [] : [record.email ?? []].flat();
  return [...new Set([...main, ...recipients])];
}
