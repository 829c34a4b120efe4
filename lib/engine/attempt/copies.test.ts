import { expect, test } from 'vitest';
import type { SendFailure, SendResult } from '#lib/engine/decision.ts';
import type { Records } from '#lib/engine/record/records.ts';
import type { RunContext } from '#lib/engine/run-context.ts';
import type { EmailMessage } from '#lib/providers/message.ts';
import type { RawExchange, RefusedRecipient } from '#lib/providers/send.ts';
import { reasonFor, summaryOf } from '#lib/reasons/registry.ts';
import { decided, NOW, sampleRun, sampleStep } from '#testing/run.ts';
import { conclude } from './conclude.ts';
import { namedAddresses } from './overrides.ts';

const overrides = {
  email: {
    to: ['Ann <ann@customer.example>', 'bob@customer.example'],
    cc: ['Cy <cy@customer.example>'],
    bcc: 'archive@shop.example',
  },
};

async function messages(changes: Partial<RunContext> = {}) {
  const outcome = await decided(sampleRun('email', { notification: { overrides }, ...changes }));
  if (outcome.type !== 'deliver') throw new Error(`It is not sent: ${JSON.stringify(outcome)}`);
  const sent = outcome.targets.map(({ message }) => {
    const { to, cc = [], bcc = [] } = message as EmailMessage;
    return [to, ...cc, ...bcc].map(({ email }) => email).join(' ');
  });
  return { sent, outcome };
}

const suppressed = (...addresses: string[]) =>
  addresses.map((address) => ({ channel: 'email', address, event: 'bounced', since: NOW }) as const);
const OTHERS = ['ann@customer.example', 'bob@customer.example'];

test('a trigger adds recipients to the subscriber, and each gets one copy', async () => {
  const { sent } = await messages();
  expect(sent).toEqual(['jane@example.com cy@customer.example archive@shop.example', ...OTHERS]);
});

test('a suppressed address gets nothing, as recipient or in copy, with or without a name', async () => {
  const { sent, outcome } = await messages({
    suppressions: suppressed('jane@example.com', 'ann@customer.example', 'cy@customer.example'),
  });
  expect(sent, 'the next message takes the copies along').toEqual(['bob@customer.example archive@shop.example']);
  const noted = outcome.notes.filter(({ reason }) => reason.code === 'suppressed');
  expect(noted.map(({ reason }) => reason.evidence)).toMatchObject([
    { address: 'j•••@example.com' },
    { address: 'a•••@customer.example' },
    { address: 'c•••@customer.example' },
  ]);
});

test('a suppressed address is recognised in another form of its domain', async () => {
  const { sent } = await messages({
    notification: { overrides: { email: { to: 'Ann <Ann@Bücher.example>' } } } as never,
    suppressions: suppressed('ann@xn--bcher-kva.example'),
  });
  expect(sent).toEqual(['jane@example.com']);
});

test('addresses of a trigger are checked without their names', () => {
  expect(namedAddresses({ ...overrides, sms: { to: '+4930123456' } })).toEqual([
    ...OTHERS,
    'cy@customer.example',
    'archive@shop.example',
    '+4930123456',
  ]);
  expect(namedAddresses({ email: { to: 7, cc: null }, sms: 'x' })).toEqual([]);
});

const copied = { notification: { overrides: { email: { cc: 'cy@customer.example', bcc: 'archive@shop.example' } } } };
const [JANE, CY, ARCHIVE] = ['jane@example.com', 'cy@customer.example', 'archive@shop.example'];

interface Accepting {
  refusedCopies: RefusedRecipient[];
  exchange?: RawExchange;
}

async function concluded(changes: object, answer: Partial<SendFailure> | Accepting) {
  const run = sampleRun('email', { ...copied, ...changes } as never);
  const outcome = await decided(run);
  if (outcome.type !== 'deliver') throw new Error('It is not sent');
  const result = outcome.targets.map(({ messageId }) => ({ messageId, ...resultOf(answer) })) as SendResult[];
  const [only] = outcome.targets.map(({ message }) => (message as EmailMessage).only);
  return { only, records: conclude(run, outcome, result, NOW) };
}

function resultOf(answer: Partial<SendFailure> | Accepting) {
  if ('refusedCopies' in answer) return { type: 'accepted', sandbox: false, providerMessageId: '<1@x>', ...answer };
  const error = { kind: 'rejected', words: '550 No such user', retryAfterMs: undefined, unreachable: false, ...answer };
  return { type: 'refused', error };
}

const copy = (address: string, kind: RefusedRecipient['kind']): RefusedRecipient => ({
  address,
  kind,
  words: `No ${address}`,
  isOwn: false,
});
/** Returns the run of the next attempt, after the recorded results. */
const next = ({ messages: [message] }: Records, job: object = {}) => ({
  job,
  attempt: { number: 2 },
  sentMessages: new Set(message?.status === 'sent' ? [message.id] : []),
  owed: new Map(
    message?.owed
      ? [
          [
            message.id,
            { recipients: message.owed, reason: message.reason, providerMessageId: message.providerMessageId },
          ],
        ]
      : [],
  ),
});
const noted = ({ details }: Records) =>
  details
    .slice(-3)
    .flatMap(({ status, reason: { code, evidence } }) =>
      'address' in evidence ? [`${status} ${code} ${evidence.address}`] : [],
    );

test('a refused recipient fails the step, and the reached copies are recorded', async () => {
  const { records } = await concluded({}, { taken: [CY, ARCHIVE] });
  expect(records.job).toMatchObject({ status: 'failed', reason: { evidence: { words: '550 No such user' } } });
  expect(records.messages).toMatchObject([{ status: 'error', owed: [JANE] }]);
  expect(noted(records)).toEqual([
    'Failed provider_rejected j•••@example.com',
    'Success sent c•••@customer.example',
    'Success sent a•••@shop.example',
  ]);
  const { only } = await concluded(next(records), {});
  expect(only, 'a retry reaches the refused one only').toEqual([JANE]);
});

test('a temporarily refused recipient is retried alone, also after a broken connection', async () => {
  const first = await concluded({}, { kind: 'unavailable', taken: [CY] });
  expect(first.records.work).toMatchObject({ type: 'again' });
  expect(first.records.messages).toMatchObject([{ status: 'warning', owed: [JANE, ARCHIVE] }]);
  const second = await concluded(next(first.records, first.records.job), { kind: 'unavailable' });
  expect([second.only, second.records.messages[0]?.owed]).toEqual([
    [JANE, ARCHIVE],
    [JANE, ARCHIVE],
  ]);
  const third = await concluded(next(second.records, second.records.job), { refusedCopies: [] });
  expect(third.records).toMatchObject({
    job: { status: 'completed' },
    messages: [{ status: 'sent', owed: undefined }],
  });
});

test('a refused copy is recorded with the success', async () => {
  const { records } = await concluded({}, { refusedCopies: [copy(CY, 'rejected')] });
  expect(records).toMatchObject({
    job: { status: 'completed' },
    work: { type: 'done' },
    messages: [{ status: 'sent' }],
  });
  expect(records.messages[0]?.owed).toBeUndefined();
  expect(noted(records)).toContain('Warning provider_rejected c•••@customer.example');
  expect(records.job.reason && summaryOf(records.job.reason)).toBe(
    'Sent; copy to c•••@customer.example refused: My email said “No cy@customer.example”',
  );
});

test('a temporarily refused copy is retried, and no other recipient gets it twice', async () => {
  const refusedCopies = [copy(CY, 'deferred'), copy(ARCHIVE, 'rejected')];
  const first = await concluded({}, { refusedCopies });
  expect(first.records.job).toMatchObject({
    status: 'queued',
    reason: {
      code: 'rest_waiting',
      evidence: { words: `No ${CY}`, copies: ['c•••@customer.example'], provider: 'Provider of email' },
    },
  });
  expect(noted(first.records)).toEqual([
    'Success sent j•••@example.com',
    'Warning mailbox_waiting c•••@customer.example',
    'Warning provider_rejected a•••@shop.example',
  ]);
  expect(first.records.messages).toMatchObject([{ status: 'sent', owed: [CY] }]);
  const broken = await concluded(next(first.records, first.records.job), { kind: 'unavailable' });
  expect(broken.only).toEqual([CY]);
  expect(broken.records.messages).toMatchObject([
    { status: 'sent', owed: [CY], reason: { code: 'sent' }, providerMessageId: '<1@x>' },
  ]);
  expect(broken.records.job).toMatchObject({ status: 'queued', reason: { code: 'rest_waiting' } });
  expect(noted(broken.records)).toEqual(['Warning provider_unavailable c•••@customer.example']);
  const refused = await concluded(next(broken.records, broken.records.job), { refusedCopies: [copy(CY, 'deferred')] });
  expect(noted(refused.records), 'no further acceptance for the recipient').toEqual([
    'Warning mailbox_waiting c•••@customer.example',
  ]);
  expect(refused.records.messages).toMatchObject([
    { reason: { evidence: { attempt: 1 } }, providerMessageId: '<1@x>' },
  ]);
  const last = await concluded(next(refused.records, refused.records.job), { refusedCopies: [] });
  expect(noted(last.records)).toEqual(['Success sent c•••@customer.example']);
  expect(last.records.job.reason).toMatchObject({
    code: 'sent',
    evidence: { attempt: 1, address: 'j•••@example.com' },
  });
  expect([last.only, last.records.job.status, last.records.messages[0]?.owed]).toEqual([[CY], 'completed', undefined]);
});

/** Returns the run after an attempt with an unsent copy. */
async function owing(refusedCopies = [copy(CY, 'deferred')]) {
  const { records } = await concluded({}, { refusedCopies });
  return { ...copied, ...next(records, records.job) };
}

const exchange = { request: 'DATA', response: '250' };

test('a response that accepts several copies is recorded with the first of them', async () => {
  const run = await owing([copy(CY, 'deferred'), copy(ARCHIVE, 'deferred')]);
  const { records } = await concluded(run, { refusedCopies: [], exchange });
  expect(noted(records)).toEqual(['Success sent c•••@customer.example', 'Success sent a•••@shop.example']);
  expect(records.details.map(({ raw }) => raw)).toEqual([JSON.stringify(exchange), undefined]);
});

test('copies that wait for the end of an outage show the time of the retry', async () => {
  const outage = { kind: 'unavailable', heldSince: NOW, retryAfterMs: 20_000 } as const;
  const { job, details, messages } = (await concluded(await owing(), outage)).records;
  expect(job).toMatchObject({
    status: 'queued',
    reason: { code: 'rest_waiting', evidence: { until: job.dueAt?.toISOString(), attempt: 1 } },
  });
  expect({ messages, codes: details.map(({ reason }) => reason.code) }).toEqual({
    messages: [],
    codes: ['provider_unavailable'],
  });
});

const later = sampleStep('sms');
test.each<[string, object, string, string | undefined]>([
  [
    'cancelled',
    { ended: reasonFor('canceled', { actor: 'Ann' }) },
    'Sent; copy to c•••@customer.example cancelled by Ann',
    'canceled',
  ],
  [
    'of a workflow that was deleted',
    { ended: reasonFor('workflow_deleted', {}) },
    'Sent; copy to c•••@customer.example not sent: the workflow was deleted',
    'canceled',
  ],
  [
    'whose subscriber was deleted',
    { subscriber: undefined },
    'Sent; copy to c•••@customer.example not sent: the subscriber was deleted',
    'queued',
  ],
  [
    'without an integration',
    { integrations: [] },
    'Sent; copy to c•••@customer.example not sent: no email integration is active',
    'queued',
  ],
])('%s, a step that has reached its recipient stays sent', async (_, changes, text, rest) => {
  const run = sampleRun('email', { ...(await owing()), ...changes } as never, [later]);
  const { job, others, messages } = conclude(run, (await decided(run)) as never, [], NOW);
  expect({ status: job.status, text: job.reason && summaryOf(job.reason) }).toEqual({ status: 'completed', text });
  expect(others.map(({ status }) => status)).toEqual(rest ? [rest] : []);
  expect(messages).toEqual([]);
});

test('a step can be cancelled until its recipient has the message', async () => {
  const first = await concluded({}, { kind: 'deferred', taken: [CY] });
  const run = sampleRun('email', {
    ...copied,
    ...next(first.records, first.records.job),
    ended: reasonFor('canceled', { actor: 'Ann' }),
  } as never);
  expect(conclude(run, (await decided(run)) as never, [], NOW).job).toMatchObject({
    status: 'canceled',
    reason: { code: 'canceled' },
  });
});

test('an address that the trigger adds is a copy, and the subscriber’s own is not', async () => {
  const run = (changes: object = {}) =>
    sampleRun('email', { notification: { overrides: { email: { to: OTHERS[0] } } }, ...changes } as never);
  const attempted = async (waits: number) => {
    const outcome = await decided(run());
    if (outcome.type !== 'deliver') throw new Error('It is not sent');
    const results = outcome.targets.map(({ messageId }, at) => ({
      messageId,
      ...resultOf(at === waits ? { kind: 'deferred' } : { refusedCopies: [] }),
    })) as SendResult[];
    return conclude(run(), outcome, results, NOW).job;
  };
  expect(await attempted(1)).toMatchObject({
    status: 'queued',
    reason: { code: 'rest_waiting', evidence: { copies: ['a•••@customer.example'] } },
  });
  expect(await attempted(0)).toMatchObject({ status: 'queued', reason: { code: 'mailbox_waiting' } });
});

test('copies that are never accepted leave the email sent', async () => {
  const spent = { number: 9, seriesStartedAt: new Date(NOW.getTime() - 86_000_000) };
  const { records } = await concluded({ attempt: spent }, { refusedCopies: [copy(CY, 'unavailable')] });
  expect(records).toMatchObject({ job: { status: 'completed' }, messages: [{ status: 'sent', owed: undefined }] });
  const id = records.messages[0]?.id ?? '';
  const owed = new Map([[id, { recipients: [CY], reason: records.messages[0]?.reason }]]);
  const gone = await concluded({ attempt: spent, sentMessages: new Set([id]), owed }, { kind: 'unavailable' });
  expect(gone.records).toMatchObject({
    job: { status: 'completed', reason: { code: 'rest_failed', evidence: { copies: ['c•••@customer.example'] } } },
    messages: [{ status: 'sent', reason: { code: 'sent' } }],
  });
});
