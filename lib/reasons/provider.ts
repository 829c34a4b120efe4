/** Reasons that come from integrations and providers when a message is sent. */

import { counted } from '#lib/text/counted.ts';
import { lowerFirst } from '#lib/text/lower-first.ts';
import { durationText } from '#lib/time/time.ts';
import {
  Answerer,
  answerer,
  attemptFailed,
  causeFirst,
  lastResponseText,
  NONE,
  noResponseText,
  problemText,
  quoted,
  refusalText,
  saidOf,
} from './answering.ts';
import { channelName, define, type Places } from './definition.ts';
import { INTEGRATION_RULES, type IntegrationRule } from './integration-rules.ts';
import {
  addressName,
  integrationList,
  integrationPage,
  newIntegration,
  stepControl,
  subscriberAddress,
} from './links.ts';
import { SECRET_UNREADABLE } from './unreadable-secret.ts';
import { WITHHELD } from './withheld.ts';

const TRIED_AGAIN = {
  text: 'Belfry retries automatically. Retry now if the cause is fixed, or cancel the run.',
  action: 'retry',
} as const;

export const PROVIDER_REASONS = {
  no_integration: define({
    layer: 'integration',
    needs: ['channel'],
    may: ['candidates'],
    summary: ({ channel, candidates }) =>
      candidates === undefined || candidates.length === 0
        ? `No ${channelName(channel)} integration is active`
        : `No ${channelName(channel)} integration is primary, and no integration’s conditions matched`,
    fix: {
      text: ({ channel, candidates }) =>
        candidates === undefined || candidates.length === 0
          ? `Add or activate an integration for ${channelName(channel)}, then retry.`
          : `Make an integration for ${channelName(channel)} primary, then retry.`,
      to: ({ channel, candidates = [] }) => (candidates.length === 0 ? newIntegration({ channel }) : integrationList()),
      permission: 'integrations:write',
      action: 'retry',
    },
    detail: 'Subscriber does not have an active integration',
    status: 'Failed',
    source: 'Credentials',
    outcome: 'failed',
  }),
  override_unknown: define({
    layer: 'integration',
    needs: ['integration', 'channel'],
    summary: ({ integration, channel }) =>
      `The trigger names the integration “${integration}”, but no active ${channelName(channel)} integration has this name`,
    fix: {
      text: 'Activate that integration, then retry. If the name is wrong, correct the override in your product and trigger again.',
      to: ({ integration }, places) => integrationPage()({}, { ...places, integration }),
      permission: 'integrations:write',
      action: 'retry',
    },
    detail: 'Provider is missing or not configured',
    status: 'Failed',
    source: 'Credentials',
    outcome: 'failed',
  }),
  provider_unsupported: define({
    layer: 'integration',
    needs: ['provider'],
    summary: ({ provider }) => `Belfry cannot send through ${provider} yet`,
    fix: {
      text: 'Add an integration with another provider for this channel, then retry.',
      to: integrationList,
      permission: 'integrations:write',
      action: 'retry',
    },
    detail: 'Provider is missing or not configured',
    status: 'Failed',
    source: 'Credentials',
    outcome: 'failed',
  }),
  integration_selected: define({
    layer: 'integration',
    needs: ['provider', 'integration', 'rule'],
    may: ['sender', 'candidates'],
    summary: ({ integration, sender = integration, rule }) => `${sender} was chosen: ${ruleText(rule)}`,
    detail: 'Integration instance selected',
    status: 'Pending',
  }),
  message_created: define({
    layer: 'provider',
    may: ['address', 'layer', 'preference', 'since', 'layout'],
    summary: ({ address }, words) =>
      address === undefined ? 'The message was created' : `The message for ${words.address(address)} was created`,
    detail: 'Message created',
    status: 'Pending',
  }),
  sent: define({
    layer: 'provider',
    needs: ['provider', 'attempt'],
    may: ['status', 'providerMessageId', 'providerCode', 'address'],
    summary: ({ provider }) => `${provider} accepted the message`,
    detail: 'Message sent',
    status: 'Success',
    outcome: 'sent',
  }),
  sandboxed: define({
    layer: 'provider',
    needs: ['provider', 'attempt'],
    may: ['address', 'providerMessageId', 'status'],
    summary: ({ provider }) => `${provider} is in sandbox mode, so nothing was delivered`,
    why: () => 'the message was not delivered',
    fix: {
      text: ({ provider }) => `Switch sandbox mode off for ${provider} when its messages should arrive.`,
      to: integrationPage(),
      permission: 'integrations:write',
    },
    detail: 'Message sent',
    status: 'Success',
    outcome: 'sent',
  }),
  stored: define({
    layer: 'provider',
    needs: ['provider', 'attempt'],
    may: ['address', 'integration'],
    summary: ({ integration }) =>
      `No inbox was connected to ${integration === undefined ? 'the environment' : `“${integration}”`} yet, so the message is stored and not shown`,
    why: () => 'no inbox was connected yet',
    predicate: () => 'stored: no inbox was connected yet',
    fix: {
      text: 'Add the inbox to your app. It then shows this message too.',
      to: integrationPage(),
      permission: 'integrations:write',
    },
    detail: 'Message sent',
    status: 'Success',
    outcome: 'sent',
  }),
  data_left_out: define({
    layer: 'provider',
    needs: ['provider', 'problem'],
    summary: ({ provider, problem }) =>
      `${provider} received the message without part of its data: ${problemText(problem)}`,
    status: 'Warning',
  }),
  would_send: define({
    layer: 'provider',
    needs: ['provider'],
    may: ['integration', 'address', 'answeredBy', 'channel'],
    summary: ({ provider, address, answeredBy, channel }, words) => {
      // An inbox has neither a vendor nor an address, and shows a message in sandbox mode too.
      if (channel === 'in_app') return `The message would appear in ${words.subscriber}’s inbox`;
      const to = address === undefined ? undefined : words.address(address);
      if (answeredBy === undefined)
        return `The message would be sent${to === undefined ? '' : ` to ${to}`} through ${provider}`;
      const what = to === undefined ? 'the message' : `the message to ${to}`;
      return `The sandbox would accept ${what}, and nothing would leave Belfry`;
    },
    detail: 'Message sent',
    status: 'Success',
    outcome: 'sent',
  }),
  provider_rejected: define({
    layer: 'provider',
    needs: ['provider', 'attempt'],
    may: ['words', 'problem', 'status', 'providerCode', 'address', 'answeredBy'],
    summary: refusalText,
    fix: {
      text: ({ provider, answeredBy, words }, { channel }) => {
        if (answeredBy !== undefined) return `${onPurpose(provider, channel)}, then retry.`;
        if (channel === 'in_app') return 'Retry once the cause is removed.';
        const correct = `orrect the ${addressName(channel)}, the content or the integration, then retry.`;
        return words === undefined || words === WITHHELD ? `C${correct}` : `Read what ${provider} said, c${correct}`;
      },
      // Offers “Correct” only if the sandbox shows that the address is wrong.
      to: ({ answeredBy }, places) =>
        places.channel === 'in_app'
          ? undefined
          : subscriberAddress(answeredBy === undefined ? 'Open' : 'Correct')({}, places),
      permission: 'subscribers:write',
      action: 'retry',
    },
    detail: 'Unexpected provider error',
    status: 'Failed',
    outcome: 'failed',
  }),
  provider_auth: define({
    layer: 'provider',
    needs: ['provider', 'attempt'],
    may: ['words', 'problem', 'status', 'providerCode', 'address', 'answeredBy'],
    summary: ({ words, ...by }) => `${Answerer(by)} refused the integration’s credentials${saidOf(words, by.problem)}`,
    why: ({ words, ...by }) => `${answerer(by)} refused the credentials${saidOf(words, by.problem)}`,
    fix: {
      text: ({ provider, answeredBy }, { channel }) =>
        answeredBy !== undefined
          ? `${onPurpose(provider, channel)}, or switch sandbox mode off, then retry.`
          : `Enter valid credentials for ${provider} in the integration, then retry.`,
      to: ({ answeredBy }, places) => integrationPage(answeredBy === undefined ? 'credentials' : undefined)({}, places),
      permission: 'integrations:write',
      action: 'retry',
    },
    detail: 'Unexpected provider error',
    status: 'Failed',
    source: 'Credentials',
    outcome: 'failed',
  }),
  provider_account: define({
    layer: 'provider',
    needs: ['provider', 'attempt'],
    may: ['words', 'problem', 'status', 'providerCode', 'address', 'answeredBy'],
    summary: ({ words, ...by }) =>
      `${Answerer(by)} does not send for the integration’s account${saidOf(words, by.problem)}`,
    why: ({ words, ...by }) => `${answerer(by)} does not send for the account${saidOf(words, by.problem)}`,
    fix: {
      text: ({ provider, answeredBy }, { channel }) =>
        answeredBy !== undefined
          ? `${onPurpose(provider, channel)}, or switch sandbox mode off, then retry.`
          : `Fix the account at ${provider} (such as credit, plan, verified sender or permission), then retry.`,
      to: integrationPage(),
      permission: 'integrations:write',
      action: 'retry',
    },
    detail: 'Unexpected provider error',
    status: 'Failed',
    source: 'Credentials',
    outcome: 'failed',
  }),
  integration_invalid: define({
    layer: 'integration',
    needs: ['provider', 'problem'],
    may: ['attempt', 'status'],
    summary: ({ provider, problem }) =>
      problem === WITHHELD
        ? `The ${provider} integration is misconfigured`
        : `The ${provider} integration cannot be used: ${lowerFirst(problem).replace(/\.$/, '')}`,
    fix: {
      text: ({ provider }) => `Correct the credentials of ${provider} in the integration, then retry.`,
      to: integrationPage('credentials'),
      permission: 'integrations:write',
      action: 'retry',
    },
    detail: 'Provider is missing or not configured',
    status: 'Failed',
    source: 'Credentials',
    outcome: 'failed',
  }),
  secret_unreadable: SECRET_UNREADABLE,
  provider_rate_limited: define({
    layer: 'provider',
    needs: ['provider', 'until'],
    may: ['words', 'problem', 'status', 'address', 'attempt', 'providerCode', 'answeredBy'],
    summary: (evidence, words) => `${Answerer(evidence)} requested a wait until ${words.time(evidence.until)}`,
    predicate: (evidence, words) => `waits until ${words.time(evidence.until)}, as ${answerer(evidence)} requested`,
    fix: TRIED_AGAIN,
    detail: 'Unexpected provider error',
    status: 'Warning',
    outcome: 'waiting',
  }),
  provider_unavailable: define({
    layer: 'provider',
    needs: ['provider'],
    may: [
      'integration',
      'since',
      'until',
      'connection',
      'words',
      'problem',
      'status',
      'address',
      'attempt',
      'providerCode',
      'answeredBy',
      'acceptance',
    ],
    summary: ({ since, until, words: said, problem, ...evidence }, words) => {
      const by = byName(evidence);
      const without = (ending: string) => `${Answerer(by)} ${ending}${said ? `: ${quoted(said)}` : ''}`;
      if (since === undefined)
        return problem === undefined ? without('was not available') : noResponseText({ ...by, problem });
      if (until !== undefined) return without(`was not available from ${words.time(since)} to ${words.time(until)}`);
      const cause = problem === undefined || by.connection === NONE ? '' : ` (${lowerFirst(problemText(problem))})`;
      return `${without(`has not been available since ${words.time(since)}`)}${cause}`;
    },
    fix: TRIED_AGAIN,
    detail: 'Unexpected provider error',
    status: 'Warning',
    outcome: 'waiting',
  }),
  retry_waiting: define({
    layer: 'provider',
    needs: ['until', 'attempt'],
    may: ['provider', 'integration', 'words', 'problem', 'connection', 'answeredBy'],
    summary: (evidence, words) => `${attemptFailed(byName(evidence))}; the next attempt is${words.on(evidence.until)}`,
    // The cause comes before the number of attempts, because lists cut off the end of long texts.
    predicate: ({ until, attempt, words, ...evidence }, { time }) => {
      const by = byName(evidence);
      if (by.connection === NONE)
        return `waits until ${time(until)}: ${by.provider ?? 'the provider'} cannot be reached, attempt ${attempt}`;
      const cause = causeFirst(words, by, `attempt ${attempt}`) ?? lowerFirst(attemptFailed({ attempt, words, ...by }));
      return `waits until ${time(until)}: ${cause}`;
    },
    fix: TRIED_AGAIN,
    detail: 'Unexpected provider error',
    status: 'Warning',
    outcome: 'waiting',
  }),
  retries_exhausted: define({
    layer: 'provider',
    needs: ['attempts', 'span'],
    may: [
      'provider',
      'words',
      'problem',
      'connection',
      'status',
      'providerCode',
      'address',
      'answeredBy',
      'acceptance',
    ],
    summary: ({ attempts, span, words, ...by }) =>
      `Gave up after ${counted(attempts, 'attempt')} over ${durationText(span)}${lastResponseText(words, by)}`,
    // Here too, the cause comes first. Only the summary contains the time span.
    why: ({ attempts, words, ...by }) =>
      causeFirst(words, by, counted(attempts, 'attempt')) ??
      `gave up after ${counted(attempts, 'attempt')}${lastResponseText(words, by)}`,
    fix: {
      text: ({ provider = 'the provider', answeredBy }, { channel }) =>
        answeredBy !== undefined
          ? `${onPurpose(provider, channel)}, or switch sandbox mode off, then retry.`
          : `Test the integration to see whether ${provider} works again. Then retry.`,
      to: (evidence, places) =>
        isRequest(places)
          ? stepControl('url', 'Open the request’s address')(evidence, places)
          : integrationPage()({}, places),
      action: 'retry',
    },
    detail: 'Unexpected provider error',
    status: 'Failed',
    outcome: 'failed',
  }),
  outbound_blocked: define({
    layer: 'provider',
    needs: ['words'],
    may: ['host', 'provider', 'attempt', 'address', 'answeredBy'],
    summary: ({ host, words, answeredBy }) =>
      answeredBy !== undefined
        ? `The sandbox refused to connect: ${quoted(words)}`
        : host === undefined
          ? words.replace(/\.$/, '')
          : `${host} is a private address, to which Belfry does not connect`,
    fix: {
      text: ({ answeredBy, provider = 'the provider' }, { channel }) =>
        answeredBy !== undefined
          ? `${onPurpose(provider, channel)}, then retry.`
          : 'Correct the host if it is wrong. Your Belfry administrator can allow a private host (OUTBOUND_ALLOW). Then retry.',
      to: ({ answeredBy, ...evidence }, places) =>
        isRequest(places)
          ? stepControl('url', 'Open the request’s address')(evidence, places)
          : integrationPage(answeredBy === undefined ? 'credentials' : undefined)({}, places),
      action: 'retry',
    },
    detail: 'Unexpected provider error',
    status: 'Failed',
    outcome: 'failed',
  }),
} as const;

/**
 * Returns the evidence with the name of the integration as the provider. Reasons of earlier releases store this name as
 * `integration`.
 */
function byName<By extends { provider?: string | undefined; integration?: string | undefined }>(evidence: By): By {
  return { ...evidence, provider: evidence.integration ?? evidence.provider };
}

/** Returns the explanation that the sandbox simulates a failure for this address. */
function onPurpose(provider: string, channel: string | undefined): string {
  const address = addressName(channel);
  return `For this ${address}, the sandbox simulates a failure; ${provider} was not called. Use another ${address}`;
}

/** Whether the step sends an HTTP request itself, without an integration. */
function isRequest({ channel, step }: Places): boolean {
  return channel === undefined && step !== undefined;
}

function ruleText(rule: string): string {
  return rule in INTEGRATION_RULES ? INTEGRATION_RULES[rule as IntegrationRule] : rule;
}
