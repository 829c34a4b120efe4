/** Translates a provider's response into a reason. */
import type { SendFailure, SendResult, Target } from '#lib/engine/decision.ts';
import { isOfRecipient } from '#lib/providers/recipient-codes.ts';
import { type Reason, reasonFor } from '#lib/reasons/registry.ts';

type Accepted = Extract<SendResult, { type: 'accepted' }>;

export function acceptedReason(
  { integration, address }: Target,
  { sandbox, status, providerMessageId }: Accepted,
  attempt: number,
): Reason {
  const evidence = { ...providerOf(integration), attempt, address: address.shown, status, providerMessageId };
  if (integration.connected === false) {
    return reasonFor('stored', {
      ...providerOf(integration),
      attempt,
      address: address.shown,
      integration: integration.name,
    });
  }
  return reasonFor(sandbox ? 'sandboxed' : 'sent', evidence);
}

/** @param readyAt the end of the wait that the provider requested, if any. */
export function refusedReason(
  { integration, address }: Target,
  error: SendFailure,
  attempt: number,
  readyAt: Date | undefined,
): Reason {
  const { status, providerCode, messagesPerSecond, quota } = error;
  const by = providerOf(integration);
  if (quota) return quotaReason('quota_waiting', integration, quota);
  if (messagesPerSecond !== undefined)
    return reasonFor('rate_limit_waiting', { integration: integration.identifier, ...by, messagesPerSecond });
  if (error.isUnreadable) return reasonFor('secret_unreadable', { integration: integration.identifier, ...by });
  const said = { ...by, ...wordsOf(error), attempt, status, providerCode, address: address.shown };
  switch (error.kind) {
    case 'rejected':
      return isOfRecipient(providerCode)
        ? reasonFor('address_refused', { ...said, providerCode })
        : reasonFor('provider_rejected', said);
    case 'recipient':
      return reasonFor('connection_refused', said);
    case 'account':
      return reasonFor('provider_account', said);
    case 'auth':
      // Without a response, the problem is that Belfry could not use the credentials.
      return error.isOwn && status === undefined
        ? reasonFor('integration_invalid', { ...by, problem: error.words, attempt })
        : reasonFor('provider_auth', said);
    case 'configuration':
      return reasonFor('integration_invalid', { ...by, problem: error.words, attempt, status });
    case 'token_gone':
      if (address.device) return reasonFor('token_gone', said);
      return reasonFor(isConnection(address) ? 'connection_refused' : 'provider_rejected', said);
    case 'blocked':
      return reasonFor('outbound_blocked', { words: error.words, ...by, attempt, address: address.shown });
    case 'rate_limited':
      return readyAt
        ? reasonFor('provider_rate_limited', { ...said, until: readyAt.toISOString() })
        : reasonFor('provider_unavailable', { ...said, ...connectionOf(error) });
    case 'deferred':
      return reasonFor('mailbox_waiting', said);
    case 'unavailable':
      return reasonFor('provider_unavailable', {
        ...said,
        ...connectionOf(error),
        since: error.heldSince?.toISOString(),
        acceptance: acceptanceOf(error),
      });
  }
}

/** Returns the reason of a message for which the daily quota of its integration leaves no room. */
export function quotaReason(
  code: 'quota_waiting' | 'quota_exceeded',
  integration: Target['integration'],
  { messagesPerDay, until }: NonNullable<SendFailure['quota']>,
): Reason {
  return reasonFor(code, {
    integration: integration.identifier,
    ...providerOf(integration),
    messagesPerDay,
    until: until.toISOString(),
  });
}

/**
 * Whether the address is a connection, which belongs to an integration. Email addresses and phone numbers belong to no
 * integration.
 */
function isConnection({ integrationId }: Target['address']): boolean {
  return integrationId !== undefined;
}

/** Returns a provider's response as `words`, or Belfry's own observation as `problem`. */
export function wordsOf({ words, isOwn }: SendFailure): { words: string } | { problem: string } {
  return isOwn ? { problem: words } : { words };
}

/** Returns the provider, and the name of the integration if it differs. Sentences then name the integration. */
export function providerOf({ name, providerName: provider }: Target['integration']): Sent {
  return name === provider ? { provider } : { provider, sender: name };
}

interface Sent {
  provider: string;
  sender?: string;
}

/** Returns “none” if no connection to the provider could be opened. */
export function connectionOf({ isOwn, unreachable }: SendFailure): { connection?: string } {
  return isOwn && unreachable ? { connection: 'none' } : {};
}

/** Returns “unknown” if the provider may have accepted the message although its response was lost. */
export function acceptanceOf({ mayBeAccepted }: SendFailure): string | undefined {
  return mayBeAccepted ? 'unknown' : undefined;
}

/** Whether the same message may succeed later. */
export function isRetryable({ kind }: Pick<SendFailure, 'kind'>): boolean {
  return kind === 'rate_limited' || kind === 'deferred' || kind === 'unavailable';
}
