import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { SessionProvider } from '#components/layout/session.tsx';
import type { Explanation } from '#lib/explain/schema.ts';
import { explanationOf } from '#lib/explain/wire.ts';
import type { EqualMessages } from '#lib/notifications/copies/equal.ts';
import type { Lateness } from '#lib/notifications/lateness/lateness.ts';
import { EVIDENCE_FIELDS, type EvidenceField } from '#lib/reasons/evidence.ts';
import { editedAddress } from '#lib/reasons/links.ts';
import { fixOf, outcomeOf, REASON_CODES, REASONS, type Reason, type ReasonCode } from '#lib/reasons/registry.ts';
import { timesAt } from '#lib/time/day-time.ts';
import { EqualFix } from './equal-fix.tsx';
import { ExplainAnswer } from './explain-answer.tsx';
import { NoMatch } from './no-match.tsx';
import { isSaidElsewhere } from './said-elsewhere.ts';

const SAMPLES = {
  text: 'free',
  time: '2026-05-03T12:05:00.000Z',
  number: 3,
  duration: 90_000,
  list: ['a', 'b'],
  json: { 'payload.plan': 'free' },
};

const JANE = {
  ids: ['6ba1f3d00000000000000001'],
  subscriberId: 'jane/1',
  firstName: 'Jane',
  lastName: 'Cooper',
  email: 'jane@example.com',
  phone: null,
};

const RUN = {
  id: '6ba1f3d00000000000000002',
  environmentId: 'environment',
  subscriberId: '6ba1f3d00000000000000001',
  transactionId: 'transaction-1',
  createdAt: new Date('2026-05-03T12:00:00.000Z'),
  digestedNotificationId: null,
  snapshotId: 1n,
  ended: null,
  workflow: { id: 'workflow-1', name: 'Sign-in code', workflowId: 'sign-in' },
};

function reasonOf(code: ReasonCode): Reason {
  const { needs, may } = REASONS[code];
  const fields: readonly EvidenceField[] = [...needs, ...may];
  const evidence = Object.fromEntries(fields.map((field) => [field, SAMPLES[EVIDENCE_FIELDS[field].format]]));
  return { code, evidence } as unknown as Reason;
}

function explained(code: ReasonCode): Explanation {
  const reason = reasonOf(code);
  const step = {
    id: '6ba1f3d00000000000000003',
    stepId: 'text',
    name: 'Text',
    type: 'sms' as const,
    status: 'completed' as const,
    reason,
    updatedAt: RUN.createdAt,
  };
  const hasRun = outcomeOf(reason) !== undefined;
  return explanationOf({ reason, person: JANE, at: RUN.createdAt, ...(hasRun && { run: RUN, step }) });
}

const markup = (answer: Explanation, role = 'developer', isTwice = false) =>
  rendered(<ExplainAnswer answer={answer} channel={null} isStale={false} isTwice={isTwice} />, role);

function rendered(node: ReactNode, role = 'developer'): string {
  const environment = { _id: 'environment', name: 'Development', slug: 'development' };
  const user = { id: 'u', name: 'Ann', email: 'ann@example.com', role };
  return renderToStaticMarkup(
    <QueryClientProvider client={new QueryClient()}>
      <SessionProvider value={{ user, environment, environments: [environment] } as never}>{node}</SessionProvider>
    </QueryClientProvider>,
  );
}

test.each(REASON_CODES)('%s: one sentence, its evidence, and what to do with a link or a button', (code) => {
  const answer = explained(code);
  // Loaded on demand.
  const noMatch = code === 'subscriber_unknown' ? rendered(<NoMatch answer={answer} />) : '';
  const html = markup(answer) + noMatch;
  const [, sentence = ''] = /<h2[^>]*>.*?<span[^>]*>(.*?)<\/span><\/h2>/.exec(html) ?? [];
  expect(textIn(sentence)).toMatch(/^\S.*[^.]\.$/);
  expect(html).not.toMatch(/undefined|\[object|NaN/);
  // The sentence of a question repeats the search text.
  const isQuestion = code === 'subscriber_unknown' || code === 'subscriber_ambiguous';
  const shown = answer.evidence.filter((each) => !isSaidElsewhere(each));
  for (const { label } of isQuestion ? [] : shown) expect(html).toContain(label);
  const fix = fixOf(reasonOf(code));
  expect(html.includes('What to do')).toBe(fix !== undefined);
  if (!fix) return;
  const [, box = ''] = /aria-label="What to do"[^>]*>(.*?)<\/section>/.exec(html) ?? [];
  const { fix: shownFix = fix } = answer;
  expect(textIn(box)).toContain(escaped(shownFix.text));
  if (shownFix.link !== undefined && editedAddress(shownFix.link)) {
    expect(box).toMatch(/<button/);
    expect(textIn(box)).toContain(escaped(shownFix.label ?? ''));
  } else if (shownFix.link !== undefined) {
    const [, address = '', label = ''] = /<a [^>]*href="(\/[^"]*)"[^>]*>(.*?)<\/a>/.exec(box) ?? [];
    expect(address).toSatisfy(hasPage);
    expect(textIn(label)).toBe(escaped(shownFix.label ?? ''));
  }
  if (fix.action === 'retry') expect(box).toContain('Retry');
  if (fix.action === 'cancel') expect(box).toContain('Cancel run');
});

/** Whether the dashboard has a page at the address. Each segment is the name of a folder, or else a parameter. */
function hasPage(address: string): boolean {
  const { pathname } = new URL(address, 'http://localhost');
  const folder = pathname
    .split('/')
    .filter(Boolean)
    .reduce<string | undefined>(
      (at, segment) => {
        const names = at === undefined ? [] : readdirSync(at);
        const name = names.includes(segment) ? segment : names.find((each) => each.startsWith('['));
        return at && name && join(at, name);
      },
      join(import.meta.dirname, '../../app/(dashboard)'),
    );
  return folder !== undefined && existsSync(join(folder, 'page.tsx'));
}

function textIn(html: string): string {
  return html.replace(/<[^>]+>/g, '');
}

/** Returns the text as HTML. */
function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll("'", '&#x27;');
}

test.each([
  ['/development/activity?run=1', true],
  ['/development/subscribers/jane%2F1', true],
  ['/settings/environments', true],
  ['/development/runs', false],
  ['/development/activity/1', false],
  ['/settings', false],
])('whether %s is a page: %s', (address, isPage) => expect(hasPage(address)).toBe(isPage));

test('two reasons for no message are both shown, each with a button', () => {
  const without = (type: 'sms' | 'email', id: string) => ({
    ...{ id, stepId: id, name: '', type, status: 'skipped' as const, updatedAt: RUN.createdAt },
    reason: { code: 'no_address', evidence: { channel: type } } as Reason,
  });
  const [sms, email] = [without('sms', 'a'), without('email', 'b')];
  const answer = explanationOf({ reason: sms.reason, step: sms, more: [email], person: JANE, run: RUN });
  expect(answer.summary).toBe('SMS and email skipped: no phone number, no email address.');
  expect(answer.evidence.map(({ label }) => label)).toEqual(expect.arrayContaining(['Phone number', 'Email address']));
  const [, box = ''] = /aria-label="What to do"[^>]*>(.*?)<\/section>/.exec(markup(answer)) ?? [];
  expect(textIn(box)).toContain('Add the missing details to the profile.');
  const [, decided = ''] = /aria-label="What decided it"[^>]*>(.*?)<\/section>/.exec(markup(answer)) ?? [];
  expect(textIn(decided)).toContain('SMS: no phone numberEmail: no email address');
  expect(textIn(decided)).not.toContain('None');
  expect(textIn(box)).toContain('Add the phone number');
  expect(textIn(box)).toContain('Add the email address');
});

test('each of several deciding steps links to its own message', () => {
  const skipped = (type: 'sms' | 'email', id: string) => ({
    ...{ id, stepId: id, name: `Code by ${type}`, type, status: 'skipped' as const, updatedAt: RUN.createdAt },
    reason: { code: 'no_address', evidence: { channel: type } } as Reason,
  });
  const [sms, email] = [skipped('sms', 'a'), skipped('email', 'b')];
  const message = { id: 'message-a', email: null, phone: null };
  const messageIds = new Map([['b', 'message-b']]);
  const found = { reason: sms.reason, step: sms, more: [email], run: RUN, message, messageIds };
  const html = markup(explanationOf(found));
  expect(html.match(/messages\/message-\w/g)).toEqual(['messages/message-a', 'messages/message-b']);
  expect(textIn(html)).toContain('Code by sms: no phone numberCode by email: no email address');
});

test('people with the same name are listed with address, ID and time of the last message', () => {
  const people = [
    { subscriberId: 'cus_a', firstName: 'Ana', lastName: 'García', email: 'ana@shop.example', phone: '+34600101034' },
    { subscriberId: 'cus_b', firstName: 'Ana', lastName: 'García' },
  ];
  const [one, other] = people.map((subscriber) => ({ type: 'subscriber' as const, subscriber }));
  const alternatives = [
    { ...one, lastMessageAt: '2025-11-09T12:00:00.000Z' },
    { ...other, failingChannels: ['sms'] },
  ];
  const reason = { code: 'subscriber_ambiguous', evidence: { value: 'ana' } } as Reason;
  const text = textIn(markup(explanationOf({ reason, alternatives: alternatives as never })));
  expect(text).toMatch(/Ana GarcíaLast message 2025-11-09.*ana@shop\.example.*cus_a/);
  expect(text).toMatch(/Ana GarcíaSMS failingNo address.*cus_b/);
  expect(text).not.toContain('+34600101034');
});

test('with six or more matching people, one link shows all of them', () => {
  const reason = { code: 'subscriber_ambiguous', evidence: { value: 'ana & co' } } as Reason;
  const people = (count: number) =>
    Array.from({ length: count }, (_, n) => ({
      type: 'subscriber' as const,
      subscriber: { subscriberId: `ana-${n}` },
    }));
  const html = markup(explanationOf({ reason, alternatives: people(6) as never }));
  expect(html).toContain('href="/development/subscribers?q=ana%20%26%20co"');
  expect(textIn(html)).toContain('All subscribers that match “ana &amp; co”');
  expect(markup(explanationOf({ reason, alternatives: people(5) as never }))).not.toContain('All subscribers');
});

test('an unknown subscriber is reported with the name of the environment', () => {
  const answer = explanationOf({ reason: { code: 'subscriber_unknown', evidence: { value: 'jan' } } as Reason });
  expect(textIn(markup(answer))).toContain('Nothing in Development matches “jan”.');
});

test('the answer names the side of the cause; for a cancelled step, the side of the earlier failure', () => {
  expect(textIn(markup(explained('provider_rejected')))).toContain('Cause: Sandbox');
  expect(textIn(markup(explained('preference_workflow')))).toContain('Cause: Opt-out');
  expect(textIn(markup(explained('sent')))).not.toContain('Cause: ');
  const rejected = { code: 'provider_rejected', evidence: { provider: 'Twilio', attempt: 1 } } as Reason;
  expect(textIn(markup(explanationOf({ reason: rejected, person: JANE, run: RUN })))).toContain('Cause: Provider');
  const cause = { code: 'provider_auth', evidence: { provider: 'Twilio', attempt: 1 } } as Reason;
  const reason = { code: 'earlier_failed', evidence: { step: 'Code' } } as Reason;
  expect(explanationOf({ reason, cause, person: JANE, run: RUN }).decisive.side).toBe('belfry');
});

test('the evidence names the integration with a link to its sheet, once', () => {
  const reason = reasonOf('rate_limit_waiting');
  const sender = { _id: '6ba1f3d00000000000000011', name: 'Twilio (EU)', identifier: 'twilio-eu' };
  const html = markup(explanationOf({ reason, person: JANE, run: RUN, sender }));
  expect(html).toContain('href="/development/integrations?open=twilio-eu"');
  const [, evidence = ''] = /aria-label="Evidence"[^>]*>(.*?)<\/section>/.exec(html) ?? [];
  expect(textIn(evidence).match(/Integration/g)).toHaveLength(1);
  const { provider } = reason.evidence as { provider: string };
  const alike = markup(explanationOf({ reason, person: JANE, run: RUN, sender: { ...sender, name: provider } }));
  expect(textIn(evidence)).toContain('Provider');
  expect(textIn(/aria-label="Evidence"[^>]*>(.*?)<\/section>/.exec(alike)?.[1] ?? '')).not.toContain('Provider');
  const { identifier: _, ...deleted } = sender;
  expect(markup(explanationOf({ reason, person: JANE, run: RUN, sender: deleted }))).toContain('Twilio (EU)');
});

test('a sandboxed message is not marked as delivered, and links to the sandbox setting', () => {
  const reason = { code: 'sandboxed', evidence: { provider: 'Postmark', attempt: 1 } } as Reason;
  const html = markup(explanationOf({ reason, person: JANE, run: RUN }));
  expect(html).toContain('Open the integration');
  expect(html).not.toContain('text-ok');
});

test('links open the preference of the subscriber, the control of the step, and the run', () => {
  expect(markup(explained('preference_workflow'))).toContain(
    'href="/development/subscribers/jane%2F1?tab=preferences&amp;workflow=sign-in"',
  );
  expect(markup(explained('skip_condition'))).toContain(
    'href="/development/workflows/sign-in?step=text&amp;control=skip"',
  );
  expect(markup(explained('digest_merged'))).toContain('href="/development/activity?run=free"');
});

test('Support sees who has a missing permission, and can use its own ones', () => {
  expect(textIn(markup(explained('skip_condition'), 'support'))).toContain(
    'Only owners, admins and developers may change workflows; your role is Support.',
  );
  expect(textIn(markup(explained('provider_auth'), 'support'))).toContain(
    'Only owners and admins may change integrations; your role is Support.',
  );
  for (const code of ['provider_rejected', 'no_address', 'preference_workflow'] as const)
    expect(textIn(markup(explained(code), 'support'))).not.toContain('your role is');
});

test('a delay leads, with its cause, and the sentence follows', () => {
  const outage = { integrationId: 'i1', openedAt: '2026-11-27T09:12:00.000Z', closedAt: '2026-11-27T09:24:00.000Z' };
  const span = { since: outage.openedAt, until: outage.closedAt };
  const shares: Lateness['shares'] = [{ cause: 'outage', ms: 12 * 60_000, provider: 'Twilio', ...span }];
  const late = { jobId: 'j', channel: 'sms', afterMs: 12 * 60_000, usualMs: 2_000, cause: 'outage' } as const;
  const equal = {
    ...{
      channel: 'sms' as const,
      messageId: 'm',
      sentAt: '2026-11-27T09:24:00.000Z',
      messages: 2,
      triggers: 2,
      resent: 0,
    },
    copies: [],
  } satisfies EqualMessages;
  const html = markup({ ...explained('sent'), late: { ...late, shares }, outages: [outage], equal });
  expect(textIn(html)).toMatch(
    /^SMS sent 12 min late: Twilio could not be reached for 12 min\. Sending usually takes 2\.0 s\..*2 equal SMS within 24 hours, from 2 triggers\./,
  );
  expect(html).toContain('href="/development/integrations/i1/outages/2026-11-27T09%3A12%3A00.000Z"');
});

test('the causes of a delay are one text, and separate lines on phones', () => {
  const shares: Lateness['shares'] = [
    { cause: 'outage', ms: 12 * 60_000, provider: 'Twilio' },
    { cause: 'queue', ms: 28 * 60_000 },
  ];
  const late = { jobId: 'j', channel: 'sms', afterMs: 40 * 60_000, cause: 'queue', shares } as const;
  const html = markup({ ...explained('sent'), late: { ...late, shares } });
  expect(textIn(html)).toMatch(
    /^SMS sent 40 min late\. 12 min: Twilio could not be reached; 28 min: no worker was free\./,
  );
  expect(html.match(/max-sm:block/g)).toHaveLength(2);
});

test('a failed message links each outage that held it up', () => {
  const outages = ['09:12', '10:51'].map((at) => ({ integrationId: 'i1', openedAt: `2026-11-27T${at}:00.000Z` }));
  const html = markup({ ...explained('retries_exhausted'), outages });
  expect(html.match(/Open the outage: since/g)).toHaveLength(2);
  expect(html).toContain('href="/development/integrations/i1/outages/2026-11-27T10%3A51%3A00.000Z"');
});

test('three equal messages name the number of calls, and the copies that are not listed', () => {
  const copy = (name: string) => ({
    ...{ messageId: `m${name}`, _notificationId: `n${name}`, transactionId: `t${name}`, by: 'trigger' as const },
    sentAt: '2026-11-27T09:24:04.000Z',
  });
  const equal = {
    ...{ channel: 'sms' as const, messageId: 'm', sentAt: '2026-11-27T09:24:00.000Z', resent: 0 },
    ...{ messages: 4, triggers: 4, copies: [copy('1'), copy('2')] },
  } satisfies EqualMessages;
  expect(textIn(markup({ ...explained('sent'), equal }))).toContain('1 older copy');
  const fix = (copies: EqualMessages) =>
    textIn(rendered(<EqualFix answer={{ ...explained('sent'), equal: copies }} />));
  const advice = 'Add the inbox to your app';
  expect(textIn(markup(explained('stored')))).toContain(advice);
  expect(textIn(markup({ ...explained('stored'), equal })), 'the question is about the copies').not.toContain(advice);
  expect(fix(equal)).toContain('To find the 4 calls, search the log of your product for the transaction IDs above.');
  expect(fix(equal)).toContain('Open the newest other run');
  const two = fix({ ...equal, messages: 2, triggers: 2, copies: [copy('1')] });
  expect(two).toContain('find the two calls');
  expect(two).toContain('Open the other run');
});

test('a retry in vain and uncertain attempts follow the sentence', () => {
  const answer = explained('provider_unavailable');
  const retried = { code: 'retry_requested', evidence: { actor: 'Sue', note: 'Urgent' } };
  const decisive = { ...answer.decisive, retried, unknown: { count: 4 } } as Explanation['decisive'];
  const text = textIn(markup({ ...answer, decisive }));
  expect(text).toContain('Retried by Sue: “Urgent”; SMS waits again.');
  expect(text).toContain('SMS may have arrived up to 4 times: the outcomes of 4 attempts are unknown.');
});

test('the question why a message came twice is answered by its uncertain attempts', () => {
  const answer = explained('sent');
  const decisive = { ...answer.decisive, unknown: { count: 3 } };
  const text = textIn(markup({ ...answer, decisive }, 'developer', true));
  expect(text).toMatch(/^SMS may have arrived up to 4 times: the outcomes of 3 attempts are unknown\./);
  expect(text).toContain('Before you send it again');
  expect(text).not.toContain('If it did not arrive');
  const other = textIn(markup({ ...answer, decisive }));
  expect(other).not.toMatch(/^SMS may have arrived/);
  expect(other).toContain('If it did not arrive');
});

test('the question why a message came twice begins with the copies, or with their absence', () => {
  const none = explained('sent');
  expect(textIn(markup(none, 'developer', true))).toMatch(
    /^No equal messages: the same content was not sent to .+ twice within 24 hours\./,
  );
  expect(textIn(markup(none))).not.toContain('No equal messages');
  const equal = {
    channel: 'sms',
    messageId: 'm',
    sentAt: RUN.createdAt.toISOString(),
    messages: 2,
    triggers: 2,
    resent: 0,
    copies: [],
  };
  const found = { ...none, equal } as Explanation;
  expect(textIn(markup(found, 'developer', true))).toMatch(/^2 equal SMS/);
});

test('a choice between people keeps the question', () => {
  const answer = explained('sent');
  const alternatives = [{ type: 'subscriber' as const, subscriber: { subscriberId: 'joe', firstName: 'Joe' } }];
  const linkOf = (isTwice: boolean) =>
    /explain\?subscriber=joe[^"]*/.exec(markup({ ...answer, alternatives }, 'support', isTwice));
  expect(linkOf(true)?.[0]).toContain('twice=true');
  expect(linkOf(false)?.[0]).not.toContain('twice');
});

test('the fix comes before the reason and the evidence', () => {
  const html = markup(explained('provider_rejected'));
  const places = ['What to do', 'What decided it', 'Evidence'].map((title) => html.indexOf(`aria-label="${title}"`));
  expect(places).toEqual(places.toSorted((a, b) => a - b));
  expect(places[0]).toBeGreaterThan(html.indexOf('</h2>'));
});

test('evidence shows the used and the present address and the attempts, and links to the message', () => {
  const reason = { code: 'provider_rejected', evidence: { provider: 'Twilio', words: 'no', attempt: 3 } } as Reason;
  const step = { id: 's', stepId: 't', name: 'Text', type: 'sms', status: 'failed', reason, updatedAt: RUN.createdAt };
  const message = {
    id: '6ba1f3d00000000000000009',
    email: null,
    phone: '+15005550001',
  };
  const found = { reason, run: RUN, step: step as never, message };
  const rows = (phone: string | null) =>
    explanationOf({ ...found, person: { ...JANE, phone } }).evidence.map(({ label, value }) => `${label}: ${value}`);
  expect(rows('+15005550009')).toEqual(
    expect.arrayContaining(['Address used: +15005550001', 'Address now: +15005550009', 'Attempts: 3']),
  );
  expect(rows(null)).toContain('Address now: none');
  expect(rows('+15005550001').join()).not.toContain('Address now');
  const html = markup(explanationOf({ ...found, person: JANE }));
  expect(html).toContain('href="/development/messages/6ba1f3d00000000000000009"');
  const [, decided = ''] = /aria-label="What decided it"[^>]*>(.*?)<\/section>/.exec(html) ?? [];
  expect(textIn(decided)).toMatch(/^What decided it.*TextSMS/);
  expect(textIn(decided).match(/Twilio/g)).toHaveLength(1);
});

test('the evidence shows the missing value at the time, next to the current one', () => {
  const reason = { code: 'no_address', evidence: { channel: 'sms' } } as Reason;
  const step = { id: 's', stepId: 't', name: 'Text', type: 'sms', status: 'skipped', reason, updatedAt: RUN.createdAt };
  const found = { reason, at: RUN.createdAt, run: RUN, step: step as never };
  const answer = explanationOf({ ...found, person: JANE });
  expect(answer.evidence).toEqual([{ field: 'missing', label: 'Phone number', value: 'none' }]);
  expect(textIn(markup(answer))).toMatch(/Phone numberNone when read at \d\d:\d\d:\d\d/);
  const { evidence } = explanationOf({ ...found, person: { ...JANE, phone: '+15005550009' } });
  expect(evidence.map(({ label, value }) => `${label}: ${value}`)).toContain('Address now: +15005550009');
});

test('a fix that needs a new trigger offers a dry run; a retry or no action does not', () => {
  expect(markup(explained('no_address'))).toContain('Dry run');
  expect(markup(explained('provider_rejected'))).not.toContain('Dry run');
  expect(markup(explained('delayed'))).not.toContain('Dry run');
});

test('other steps are shown in one form, and other runs with their results', () => {
  const requested = { code: 'requested', evidence: { host: 'api.example', status: 200, attempt: 1 } } as Reason;
  const base = explained('no_address');
  const step = { _id: '1', name: 'Ask', type: 'http_request' as const };
  const row = {
    ...{ _id: '6ba1f3d00000000000000007', createdAt: '2026-05-02T12:00:00.000Z', transactionId: 't' },
    ...{ severity: 'none' as const, workflow: { name: 'Receipt' }, status: 'skipped' as const, steps: [] },
    decidedBy: { step: 'email' as const, reason: { code: 'no_address' as const, evidence: { channel: 'email' } } },
  };
  const run = { _id: row._id, transactionId: 't', createdAt: row.createdAt, workflow: { name: 'Receipt' } };
  const alternatives: Explanation['alternatives'] = [
    { type: 'step', step, summary: 'x', reason: { ...requested, evidence: { ...requested.evidence } } },
    { type: 'run', run, row },
  ];
  const text = textIn(markup({ ...base, alternatives }));
  expect(text).toContain('HTTP request done: api.example answered 200.');
  expect(text).toMatch(/Other runs for Jane Cooper.*Receipt.*Email skipped: no email address/);
});

test('the subtitle distinguishes the subscriber from others with the same name', () => {
  expect(textIn(markup(explained('sent')))).toContain('for Jane Cooper (jane@example.com)');
  const reason = reasonOf('sent');
  const person = { ...JANE, email: null };
  expect(textIn(markup(explanationOf({ reason, person, run: RUN })))).toContain('Jane Cooper (jane/1)');
  const nameless = { ...person, firstName: null, lastName: null };
  expect(textIn(markup(explanationOf({ reason, person: nameless, run: RUN })))).not.toContain('(jane/1)');
});

test('each of several deciding steps links to its message, or else to the run', () => {
  const step = (id: string, type: 'sms' | 'push', code: ReasonCode) =>
    ({ id, stepId: id, name: id, type, status: 'skipped', reason: reasonOf(code), updatedAt: RUN.createdAt }) as never;
  const [sms, push] = [step('Text', 'sms', 'sent'), step('Push', 'push', 'no_token')];
  const message = { id: '6ba1f3d00000000000000009', email: null, phone: null };
  const found = { reason: reasonOf('sent'), run: RUN, step: sms, more: [push], message, person: JANE };
  const html = markup(explanationOf(found));
  const [, rows = ''] = /aria-label="What decided it".*?<ul[^>]*>(.*?)<\/ul>/.exec(html) ?? [];
  expect([...rows.matchAll(/href="([^"]*)"/g)].map(([, href]) => href)).toEqual([
    '/development/messages/6ba1f3d00000000000000009',
    `/development/activity?run=${RUN.id}`,
  ]);
});

test('an in-app message has no address, because each subscriber has one inbox', () => {
  const reason = { code: 'stored', evidence: { address: 'the inbox' } } as Reason;
  const step = { id: 's', name: 'Note', type: 'in_app', status: 'completed', reason } as never;
  expect(explanationOf({ reason, run: RUN, person: JANE, step }).evidence.map(({ field }) => field)).not.toContain(
    'address',
  );
});

test('an email that waits for a delay names the step and its length, and needs no action', () => {
  const reason = { code: 'delayed', evidence: { until: '2026-05-03T22:05:00.000Z' } } as Reason;
  const step = { stepId: 't', status: 'pending', reason, updatedAt: RUN.createdAt };
  const answer = explanationOf({
    reason,
    at: new Date('2026-05-03T12:05:00.200Z'),
    run: RUN,
    person: JANE,
    step: { ...step, id: '1', name: 'Mail', type: 'email' } as never,
    earlier: { ...step, id: '2', name: 'Wait', type: 'delay' } as never,
  });
  expect(answer.summary).toBe('Email waits until 3 May 2026, 22:05 UTC (step Wait, 10 h).');
  expect(answer.fix?.text).toMatch(/^Nothing to do: the run continues automatically\./);
});

test('evidence omits the first attempt and the facts that the sentence contains', () => {
  const reason = { code: 'provider_rejected', evidence: { provider: 'Twilio', words: 'no', attempt: 1 } } as Reason;
  const html = markup(explanationOf({ reason, run: RUN, person: JANE }));
  const [, evidence = ''] = /aria-label="Evidence"[^>]*>(.*?)<\/section>/.exec(html) ?? [];
  expect(textIn(evidence)).toContain('Provider');
  expect(textIn(evidence)).not.toMatch(/Attempt|words/);
});

test('warnings have times in the reader’s zone and whole addresses', () => {
  const since = '2026-11-26T04:53:00.000Z';
  const warning = { code: 'provider_unavailable', evidence: { provider: 'SMTP', attempt: 2, since } } as Reason;
  const reason = { code: 'sent', evidence: { provider: 'SMTP', attempt: 2 } } as Reason;
  const answer = explanationOf({ reason, run: RUN, person: JANE, warnings: [warning] });
  const { value, reason: warned } = answer.evidence.find(({ field }) => field === 'warning') ?? {};
  expect(value, 'for programs').toContain('26 Nov 2026, 04:53 UTC');
  expect(warned?.code).toBe('provider_unavailable');
  const [, evidence = ''] = /aria-label="Evidence"[^>]*>(.*?)<\/section>/.exec(markup(answer)) ?? [];
  expect(textIn(evidence)).toContain(`since ${timesAt(Date.now()).time(since)}`);
  expect(textIn(evidence)).not.toContain('UTC');
});

test('the address is whole also while the step waits for its provider and has no message', () => {
  const reason = {
    code: 'provider_unavailable',
    evidence: { provider: 'SMTP', address: 'j•••@example.com' },
  } as Reason;
  const step = {
    id: 's',
    stepId: 't',
    name: 'Mail',
    type: 'email',
    status: 'queued',
    reason,
    updatedAt: RUN.createdAt,
  };
  const found = { reason, run: RUN, step: step as never };
  const used = (email: string) =>
    explanationOf({ ...found, person: { ...JANE, email } }).evidence.map(({ label, value }) => `${label}: ${value}`);
  expect(used('jane@example.com')).toContain('Address used: jane@example.com');
  expect(used('jane@example.com').join()).not.toContain('Address now');
  expect(used('joan@another.example')).toEqual(
    expect.arrayContaining(['Address used: j•••@example.com', 'Address now: joan@another.example']),
  );
});

test.each(['sent', 'delivered'] as const)(
  '%s: where to look for the message, and the button that sends it again',
  (code) => {
    const html = markup(explained(code), 'support');
    expect(html).toContain('If it did not arrive');
    expect(html).toContain('some networks block unknown senders');
    expect(html).toMatch(/<button(?![^>]* disabled=)[^>]*>(?:(?!<\/button>).)*Send again<\/button>/);
    expect(markup(explained('suppressed'))).not.toContain('Send again');
  },
);
