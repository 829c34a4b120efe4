import { expect, test } from 'vitest';
import { REASON_LAYERS } from './definition.ts';
import { EVIDENCE_FIELDS, type EvidenceField } from './evidence.ts';
import {
  detailOf,
  evidenceOf,
  fixOf,
  outcomeOf,
  parseReason,
  REASON_CODES,
  REASONS,
  type Reason,
  type ReasonCode,
  reasonFor,
  summaryOf,
  whyOf,
} from './registry.ts';

/** The required codes. */
const DECIDED =
  `never_triggered other_environment workflow_unknown workflow_inactive payload_invalid duplicate_transaction
  recipient_invalid not_in_topic topic_condition fanout_running retention_passed no_step skip_condition filter
  preference_workflow preference_global preference_default preference_condition outside_schedule throttled digest_merged
  digest_waiting delayed retry_waiting no_address no_channel no_token token_gone suppressed no_integration override_unknown
  provider_rejected provider_auth provider_rate_limited provider_unavailable retries_exhausted outbound_blocked delivered
  bounced complained unsubscribed render_failed request_failed response_invalid earlier_failed canceled workflow_deleted
  subscriber_deleted outcome_unknown poison sandboxed sent`.split(/\s+/);

/** Texts of `detail` that existing clients know. */
const WIRE_TEXTS = new Set(
  `Step queued · Step delayed · Step digested · Step completed · Message created · Message sent · Message delivered · Message bounced ·
Message rejected · Message unsubscribed · Message complaint · Message content could not be generated · Subscriber does not have an active integration ·
Layout not found · Integration instance selected · Subscriber missing email address · Subscriber missing phone number ·
Subscriber does not have a configured channel · Provider is missing or not configured · Unexpected provider error ·
Processing step filter · Step was skipped based on steps conditions · Step conditions matched ·
The step was skipped as it fell outside the subscriber's schedule · Step filtered by subscriber workflow preferences ·
Step filtered by subscriber global preferences · Step filtered by workflow preferences · Step filtered by user preferences ·
Digest was merged with other digest · Digest triggered events · Digest was skipped, first backoff event · Delay is finished ·
Subscriber credentials is missing the tokens for sending a push notification message ·
There was one or more errors when trying to execute the notification · Invalid delay configuration · Defer duration limit exceeded ·
Throttle limit exceeded for the given window · Throttle window date is in the past · Step was extended to the next available time in the subscriber schedule ·
Step was executed due to maximum number of subscriber schedule extensions reached ·
Invalid push device token was removed from subscriber · Topic subscription preference evaluated · Action step execution failed · HTTP request step received a non-object response ·
Response body schema validation failed · Step was canceled because a previous step failed`
    .split('·')
    .map((text) => text.trim()),
);

/** Belfry’s `detail` texts for reasons that the interface does not have. */
const OWN_TEXTS = new Set(['Step was canceled on request']);

const SAMPLES = { text: 'free', time: '2026-05-03T12:05:00.000Z', number: 3, duration: 90_000, list: ['a'], json: {} };

function sample(code: ReasonCode, fields: readonly EvidenceField[]): Reason {
  const evidence = Object.fromEntries(fields.map((field) => [field, SAMPLES[EVIDENCE_FIELDS[field].format]]));
  return { code, evidence } as unknown as Reason;
}

test('the registry has every required code', () => {
  expect(DECIDED.filter((code) => !(code in REASONS))).toEqual([]);
});

test.each(REASON_CODES)('%s has a text with all evidence and with the minimum', (code) => {
  const { needs, may, layer } = REASONS[code];
  expect(REASON_LAYERS).toContain(layer);
  for (const reason of [sample(code, needs), sample(code, [...needs, ...may])]) {
    const texts = [summaryOf(reason), fixOf(reason)?.text ?? 'Nothing.', detailOf(reason).detail];
    for (const text of texts) expect(text).not.toMatch(/undefined|null|NaN|\[object|\{|\}/);
    expect(summaryOf(reason)).toMatch(/^\S.*[^.\s]$/);
    expect(parseReason(JSON.parse(JSON.stringify(reason)))).toEqual(reason);
    expect(evidenceOf(reason)).toHaveLength(Object.keys(reason.evidence).length);
  }
});

test.each(REASON_CODES)('%s shows all required evidence in its text or as a separate value', (code) => {
  const { needs } = REASONS[code];
  const fields: readonly EvidenceField[] = needs;
  for (const field of fields.filter((each) => parseReason(without(sample(code, needs), each)) !== undefined))
    throw new Error(`${code} is taken without ${field}`);
});

function without(reason: Reason, field: EvidenceField): unknown {
  const { [field]: _, ...evidence } = reason.evidence as Record<string, unknown>;
  return { code: reason.code, evidence };
}

test.each(REASON_CODES.filter((code) => 'detail' in REASONS[code]))('%s has a text known to clients', (code) => {
  const { detail } = detailOf(sample(code, REASONS[code].needs));
  expect(WIRE_TEXTS.has(detail) || OWN_TEXTS.has(detail)).toBe(true);
});

test('names and times follow the settings of the reader', () => {
  const reason = reasonFor('preference_workflow', { channel: 'email', since: '2026-05-03T12:05:00.000Z' });
  expect(summaryOf(reason)).toBe('The subscriber switched email off for this workflow on 3 May 2026, 12:05 UTC');
  expect(summaryOf(reason, { subscriber: 'Jane', time: () => 'Sunday' })).toBe(
    'Jane switched email off for this workflow on Sunday',
  );
});

test('a reason within a sentence begins in lower case, unless with a name', () => {
  expect(whyOf(reasonFor('no_integration', { channel: 'sms' }))).toBe('no SMS integration is active');
  expect(whyOf(reasonFor('subscriber_deleted', {}))).toBe('the subscriber was deleted');
  expect(whyOf(reasonFor('complained', {}), { subscriber: 'Jane' })).toBe('Jane reported the message as spam');
  expect(whyOf(reasonFor('provider_rejected', { provider: 'Twilio', words: 'no', attempt: 1 }))).toBe(
    'Twilio said “no”',
  );
});

test('the summary of a filter contains the values that it read', () => {
  const values = { 'payload.plan': 'free', 'subscriber.data.age': null };
  expect(summaryOf(reasonFor('filter', { condition: [], values }))).toBe(
    'The step’s filter did not match: plan is free, subscriber.data.age is missing',
  );
});

/** The links of each code’s fix on an SMS step, if the subscriber, workflow, integration and run are known. */
const PLACES = {
  subscriber: 'jane/1',
  workflow: 'receipt',
  step: 'send',
  run: 'run-1',
  integration: 'twilio-eu',
  environment: 'production',
};

test.each<[ReasonCode, channel: string | undefined, link: string | undefined]>([
  ['provider_rejected', 'in_app', undefined],
  ['provider_auth', 'email', 'integrations?open=twilio-eu&edit=credentials'],
  ['provider_account', 'email', 'integrations?open=twilio-eu'],
  ['connection_refused', 'chat', 'subscribers/jane%2F1?tab=channels'],
  ['integration_invalid', 'email', 'integrations?open=twilio-eu&edit=credentials'],
  ['secret_unreadable', undefined, '/settings/environments'],
  ['host_unavailable', undefined, 'workflows/receipt?step=send&control=url'],
  ['retries_exhausted', 'sms', 'integrations?open=twilio-eu'],
  ['retries_exhausted', undefined, 'workflows/receipt?step=send&control=url'],
  ['outbound_blocked', undefined, 'workflows/receipt?step=send&control=url'],
  ['preference_workflow', 'email', 'subscribers/jane%2F1?tab=preferences&workflow=receipt'],
  ['no_token', 'push', 'subscribers/jane%2F1?tab=channels'],
  ['skip_condition', 'email', 'workflows/receipt?step=send&control=skip'],
  ['throttled', undefined, 'workflows/receipt?step=send&control=threshold'],
  ['response_invalid', undefined, 'workflows/receipt?step=send&control=responseBodySchema'],
  ['not_in_topic', 'email', 'subscribers/jane%2F1?tab=topics'],
  ['other_environment', 'email', '/production/activity?run=run-1'],
])('the fix of %s on %s links to %s', (code, channel, link) => {
  expect(fixOf(sample(code, REASONS[code].needs), { ...PLACES, channel })?.link).toBe(link);
});

test.each([
  ['email', 'address_refused', 'Correct the email address', /^Check the email address/],
  ['sms', 'address_refused', 'Correct the phone number', /^Check the phone number/],
  [
    'sms',
    'provider_rejected',
    'Open the phone number',
    /^Read what Twilio said, correct the phone number, the content or the integration/,
  ],
  [
    'email',
    'provider_rejected',
    'Open the email address',
    /^Read what Twilio said, correct the email address, the content or the/,
  ],
] as const)('a rejection on %s with the reason %s has the fix “%s”', (channel, code, label, text) => {
  const reason = reasonFor(code, { provider: 'Twilio', words: 'no', attempt: 1, providerCode: '5.1.1' });
  const fix = fixOf(reason, { ...PLACES, channel });
  expect(fix?.link).toMatch(/^subscribers\/jane%2F1\?dialog=edit&field=(email|phone)$/);
  expect(fix?.label).toBe(label);
  expect(fix?.text).toMatch(text);
});

test('the fix of a control that could not be rendered links to the control', () => {
  const reason = reasonFor('render_failed', { problem: 'The result is empty.', control: 'subject' });
  expect(fixOf(reason, PLACES)?.link).toBe('workflows/receipt?step=send&control=subject');
  expect(summaryOf(reason)).toBe('The field “subject” could not be rendered: the result is empty.');
});

test('fixes without places link to the lists', () => {
  const links = REASON_CODES.flatMap((code) => fixOf(sample(code, REASONS[code].needs))?.link ?? []);
  const lists = [
    'subscribers',
    'suppressions',
    'workflows',
    'integrations',
    '/settings/environments',
    'activity?run=free',
  ];
  expect(links.filter((link) => !lists.includes(link) && !link.startsWith('integrations?open='))).toEqual([]);
});

test('an address is shown in full to readers who may see the subscriber’s addresses', () => {
  const reason = reasonFor('message_created', { address: 'j•••@shop.example' });
  expect(summaryOf(reason)).toBe('The message for j•••@shop.example was created');
  expect(summaryOf(reason, { addresses: ['jane@shop.example', null] })).toBe(
    'The message for jane@shop.example was created',
  );
  expect(summaryOf(reason, { addresses: ['jane@other.example'] })).toBe(
    'The message for j•••@shop.example was created',
  );
});

test('a missing address is named after its channel', () => {
  expect(detailOf(reasonFor('no_address', { channel: 'email' })).detail).toBe('Subscriber missing email address');
  expect(detailOf(reasonFor('no_address', { channel: 'sms' })).detail).toBe('Subscriber missing phone number');
});

test('evidence is complete by type, and undefined values are omitted', () => {
  // @ts-expect-error a code requires its evidence
  reasonFor('delayed', {});
  // @ts-expect-error a code rejects the evidence of other codes
  reasonFor('delay_finished', { span: 1, until: 'x' });
  expect(reasonFor('canceled', { actor: undefined, at: 'x' })).toEqual({ code: 'canceled', evidence: { at: 'x' } });
});

test('an unknown code is not a reason', () => {
  for (const stored of [
    null,
    'sent',
    {},
    { code: 'of_tomorrow', evidence: {} },
    { code: 'sent' },
    { code: 'toString', evidence: {} },
  ])
    expect(parseReason(stored)).toBeUndefined();
});

test('a reason of a skip is never one of a failure', () => {
  const skipped = REASON_CODES.filter((code) => outcomeOf(sample(code, REASONS[code].needs)) === 'skipped');
  expect(skipped.length).toBeGreaterThan(10);
  expect(skipped.filter((code) => REASONS[code].status === 'Failed')).toEqual([]);
});
