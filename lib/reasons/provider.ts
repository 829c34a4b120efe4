/** Reasons that integrations and providers give, including later reports of providers. */
import { durationText } from '#lib/time.ts';
import { channelName, define } from './definition.ts';
import { subscriberLink } from './links.ts';

const INTEGRATIONS = 'integrations';

export const PROVIDER_REASONS = {
  no_integration: define({
    layer: 'integration',
    needs: ['channel'],
    may: ['candidates'],
    summary: ({ channel, candidates }) =>
      candidates === undefined || candidates.length === 0
        ? `No integration for ${channelName(channel)} is active`
        : `No integration for ${channelName(channel)} is primary, and no condition chose one`,
    fix: { text: 'Activate an integration for the channel, or make one primary.', link: INTEGRATIONS },
    detail: 'Subscriber does not have an active integration',
    status: 'Failed',
    source: 'Credentials',
    outcome: 'failed',
  }),
  override_unknown: define({
    layer: 'integration',
    needs: ['integration', 'channel'],
    summary: ({ integration, channel }) =>
      `The trigger asks for the integration “${integration}”, which is no active one for ${channelName(channel)}`,
    fix: { text: 'Correct the override in the trigger, or activate the integration.', link: INTEGRATIONS },
    detail: 'Provider is missing or not configured',
    status: 'Failed',
    source: 'Credentials',
    outcome: 'failed',
  }),
  provider_unsupported: define({
    layer: 'integration',
    needs: ['provider'],
    summary: ({ provider }) => `Belfry cannot send through ${provider} yet`,
    fix: { text: 'Use an integration with another provider.', link: INTEGRATIONS },
    detail: 'Provider is missing or not configured',
    status: 'Failed',
    source: 'Credentials',
    outcome: 'failed',
  }),
  integration_selected: define({
    layer: 'integration',
    needs: ['provider', 'integration', 'rule'],
    may: ['candidates'],
    summary: ({ integration, rule }) => `${integration} was chosen: ${RULES[rule] ?? rule}`,
    detail: 'Integration instance selected',
    status: 'Pending',
  }),
  message_created: define({
    layer: 'provider',
    may: ['address', 'layer', 'preference', 'since', 'layout'],
    summary: ({ address }) => (address === undefined ? 'The message was made' : `The message for ${address} was made`),
    detail: 'Message created',
    status: 'Pending',
  }),
  sent: define({
    layer: 'provider',
    needs: ['provider', 'attempt'],
    may: ['status', 'providerMessageId', 'providerCode', 'address'],
    summary: ({ provider }) => `${provider} accepted it`,
    detail: 'Message sent',
    status: 'Success',
    outcome: 'sent',
  }),
  sandboxed: define({
    layer: 'provider',
    needs: ['provider', 'attempt'],
    may: ['address', 'providerMessageId', 'status'],
    summary: ({ provider }) => `Accepted by ${provider} in sandbox mode: nothing left`,
    detail: 'Message sent',
    status: 'Success',
    outcome: 'sent',
  }),
  would_send: define({
    layer: 'provider',
    needs: ['provider'],
    may: ['integration', 'address'],
    summary: ({ provider, address }) =>
      `It would go out through ${provider}${address === undefined ? '' : ` to ${address}`}`,
    detail: 'Message sent',
    status: 'Success',
    outcome: 'sent',
  }),
  provider_rejected: define({
    layer: 'provider',
    needs: ['provider', 'words', 'attempt'],
    may: ['status', 'providerCode', 'address'],
    summary: ({ provider, words }) => `${provider} said ${quoted(words)}`,
    fix: { text: 'Correct what the provider complains of, then retry it.', action: 'retry' },
    detail: 'Unexpected provider error',
    status: 'Failed',
    outcome: 'failed',
  }),
  provider_auth: define({
    layer: 'provider',
    needs: ['provider', 'words', 'attempt'],
    may: ['status', 'providerCode', 'address'],
    summary: ({ provider, words }) => `${provider} refused the integration’s credentials: ${quoted(words)}`,
    fix: { text: 'Renew the integration’s credentials.', link: INTEGRATIONS },
    detail: 'Unexpected provider error',
    status: 'Failed',
    source: 'Credentials',
    outcome: 'failed',
  }),
  provider_rate_limited: define({
    layer: 'provider',
    needs: ['provider', 'until'],
    may: ['words', 'status', 'address', 'attempt', 'providerCode'],
    summary: ({ provider, until }, words) => `${provider} asked to wait until ${words.time(until)}`,
    detail: 'Unexpected provider error',
    status: 'Warning',
    outcome: 'waiting',
  }),
  provider_unavailable: define({
    layer: 'provider',
    needs: ['provider'],
    may: ['since', 'words', 'status', 'address', 'attempt', 'providerCode'],
    summary: ({ provider, since, words: said }, words) =>
      `${provider} was not available${since === undefined ? '' : ` since ${words.time(since)}`}${said ? `: ${quoted(said)}` : ''}`,
    detail: 'Unexpected provider error',
    status: 'Warning',
    outcome: 'waiting',
  }),
  retry_waiting: define({
    layer: 'provider',
    needs: ['until', 'attempt'],
    may: ['provider', 'words'],
    summary: ({ until, attempt, provider, words: said }, words) =>
      `Attempt ${attempt} failed${said ? ` (${provider ? `${provider}: ` : ''}${quoted(said)})` : ''}; the next one is at ${words.time(until)}`,
    fix: { text: 'Wait for the next attempt, or cancel the run.', action: 'cancel' },
    detail: 'Unexpected provider error',
    status: 'Warning',
    outcome: 'waiting',
  }),
  retries_exhausted: define({
    layer: 'provider',
    needs: ['attempts', 'span'],
    may: ['provider', 'words', 'status', 'providerCode', 'address'],
    summary: ({ attempts, span, provider, words }) =>
      `Gave up after ${attempts} ${attempts === 1 ? 'attempt' : 'attempts'} over ${durationText(span)}${
        words ? `: ${provider ? `${provider} said ` : ''}${quoted(words)}` : ''
      }`,
    fix: { text: 'Retry it once the provider works again.', action: 'retry' },
    detail: 'Unexpected provider error',
    status: 'Failed',
    outcome: 'failed',
  }),
  outbound_blocked: define({
    layer: 'provider',
    needs: ['words'],
    may: ['host', 'provider', 'attempt', 'address'],
    summary: ({ host, words }) =>
      host === undefined ? words.replace(/\.$/, '') : `${host} is a private address; Belfry does not connect to it`,
    fix: { text: 'Allow it in OUTBOUND_ALLOW, or correct the address.', link: INTEGRATIONS },
    detail: 'Unexpected provider error',
    status: 'Failed',
    outcome: 'failed',
  }),
  delivered: define({
    layer: 'provider',
    may: ['provider', 'at'],
    summary: ({ at }, { on }) => `It was delivered${on(at)}`,
    detail: 'Message delivered',
    status: 'Success',
    source: 'Webhook',
    outcome: 'sent',
  }),
  bounced: define({
    layer: 'provider',
    may: ['provider', 'words', 'at'],
    summary: ({ words }) => `The receiving server sent it back${words ? `: ${quoted(words)}` : ''}`,
    brief: ({ words }) => `sent back${words ? `: ${quoted(words)}` : ''}`,
    fix: { text: 'Correct the address, then remove it from the suppression list.', link: subscriberLink() },
    detail: 'Message bounced',
    status: 'Failed',
    source: 'Webhook',
    outcome: 'failed',
  }),
  complained: define({
    layer: 'provider',
    may: ['provider', 'at'],
    summary: (_, { Subscriber }) => `${Subscriber} reported it as spam`,
    fix: { text: 'Do not write to them before they ask for it; then remove the address from the suppression list.' },
    detail: 'Message complaint',
    status: 'Warning',
    source: 'Webhook',
    outcome: 'sent',
  }),
  unsubscribed: define({
    layer: 'provider',
    may: ['provider', 'at'],
    summary: (_, { Subscriber }) => `${Subscriber} unsubscribed by the link in the message`,
    detail: 'Message unsubscribed',
    status: 'Warning',
    source: 'Webhook',
    outcome: 'sent',
  }),
} as const;

/** How an integration was chosen (docs/delivery.md, "Choice of the integration"). */
const RULES: Record<string, string | undefined> = {
  override: 'the trigger asks for it',
  condition: 'its conditions hold',
  primary: 'it is the primary one',
  failover: 'the ones before it could not send',
  stored: 'the subscriber is connected to it',
  newest: 'it is the newest active one',
};

/** Somebody else's words, without the full stop that the sentence around them has. */
function quoted(words: string): string {
  return `“${words.replace(/\.$/, '')}”`;
}
