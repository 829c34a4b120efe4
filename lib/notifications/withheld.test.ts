import { expect, test } from 'vitest';
import type { InboxNotification } from '#lib/inbox/schema.ts';
import { Message } from '#lib/messages/schema.ts';
import { EVIDENCE_FIELDS, type EvidenceField } from '#lib/reasons/evidence.ts';
import { parseReason, REASON_CODES, REASONS, summaryOf, whyOf } from '#lib/reasons/registry.ts';
import { Notification } from './schema.ts';
import { isWithheldFrom, withheldInboxItem, withheldMessage, withheldReason, withheldRun } from './withheld.ts';

const SECRET = 'canary7f3a';

/** Returns evidence for every field of a code. Texts that may quote content contain the secret. */
function evidenceFor(code: keyof typeof REASONS): Record<string, unknown> {
  const { needs, may } = REASONS[code] as unknown as { needs: EvidenceField[]; may: EvidenceField[] };
  const quoting = ['values', 'value', 'problem', 'words'];
  const value = (field: EvidenceField) => {
    const { format } = EVIDENCE_FIELDS[field];
    if (format === 'number' || format === 'duration') return 3;
    if (format === 'time') return '2026-11-22T10:00:00.000Z';
    if (format === 'json') return quoting.includes(field) ? { 'payload.code': SECRET } : {};
    if (format === 'list') return [];
    return quoting.includes(field) ? SECRET : 'other';
  };
  return Object.fromEntries([...needs, ...may].map((field) => [field, value(field)]));
}

test('people receive no content, and API keys all of it', () => {
  expect(isWithheldFrom({ actor: { type: 'user', userId: 'u', email: 'e', role: 'owner', sessionId: 's' } })).toBe(
    true,
  );
  expect(isWithheldFrom({ actor: { type: 'apiKey', apiKeyId: 'k', scope: 'all', canPublish: true } })).toBe(false);
});

test('every reason has a summary without its quoted evidence', () => {
  for (const code of REASON_CODES) {
    const reason = parseReason(withheldReason({ code, evidence: evidenceFor(code) }));
    expect(reason, code).toBeDefined();
    if (reason) expect(summaryOf(reason), code).not.toContain(SECRET);
    expect(JSON.stringify(reason), code).not.toContain(SECRET);
  }
});

test('a rule shows that the values it read are withheld', () => {
  for (const code of ['skip_condition', 'filter'] as const) {
    const reason = parseReason(withheldReason({ code, evidence: evidenceFor(code) }));
    expect(reason && whyOf(reason)).toMatch(/^its (skip rule matched|filter did not match) \(values withheld\)$/);
    expect(reason && summaryOf(reason)).toMatch(/ \(values withheld\)$/);
  }
});

test('a step that gave up shows that the last response is withheld', () => {
  const evidence = { attempts: 5, span: 300_000, provider: 'Postmark', words: SECRET };
  const reason = parseReason(withheldReason({ code: 'retries_exhausted', evidence }));
  expect(reason && summaryOf(reason)).toBe('Gave up after 5 attempts over 5 min (response withheld)');
});

const step = { _id: 's', active: true, filters: [], _templateId: 's', name: 'Code' };
const reason = { code: 'provider_rejected', evidence: { provider: 'SendGrid', words: SECRET, attempt: 1 } } as const;

test('a run keeps recipient, time, step and reason', () => {
  const run = Notification.parse({
    _id: 'n',
    _environmentId: 'e',
    _organizationId: 'o',
    _subscriberId: 's',
    transactionId: 't',
    payload: { code: SECRET },
    controls: { code: SECRET },
    jobs: [
      {
        _id: 'j',
        type: 'email',
        step,
        status: 'failed',
        providerId: 'sendgrid',
        reason,
        payload: { code: SECRET },
        overrides: { code: SECRET },
        digest: { type: 'regular', events: [{ code: SECRET }, { code: SECRET }] },
        executionDetails: [
          {
            ...{ _id: 'd', status: 'Failed', isRetry: false, isTest: false, source: 'Internal' },
            detail: `SendGrid said “${SECRET}”`,
            raw: SECRET,
            reason,
          },
        ],
      },
    ],
  });
  const withheld = Notification.parse(withheldRun(run));
  expect(JSON.stringify(withheld)).not.toContain(SECRET);
  expect(withheld).toMatchObject({ withheld: true, transactionId: 't' });
  expect(withheld.jobs?.[0]).toMatchObject({ status: 'failed', step, reason: { code: 'provider_rejected' } });
  expect(withheld.jobs?.[0]?.digest?.events).toHaveLength(2);
});

test('a message keeps its address and status', () => {
  const message = Message.parse({
    ...{ _environmentId: 'e', _organizationId: 'o', _notificationId: 'n', _subscriberId: 's', transactionId: 't' },
    ...{ createdAt: '2026-11-22T10:00:00.000Z', channel: 'email', read: false, seen: false, status: 'error' },
    ...{ email: 'jane@example.com', content: SECRET, subject: SECRET, title: SECRET, errorText: SECRET, reason },
    ...{ cta: { data: { url: SECRET } }, payload: { code: SECRET }, overrides: { code: SECRET } },
  });
  const withheld = Message.parse(withheldMessage(message));
  expect(JSON.stringify(withheld)).not.toContain(SECRET);
  expect(withheld).toMatchObject({ withheld: true, email: 'jane@example.com', status: 'error' });
});

test('an in-app message keeps its states', () => {
  const action = { label: SECRET, isCompleted: true, redirect: { url: SECRET } };
  const item = { id: 'm', body: SECRET, subject: SECRET, avatar: SECRET, data: { code: SECRET }, isRead: true };
  const given = { ...item, redirect: { url: SECRET }, primaryAction: action, secondaryAction: action };
  const withheld = withheldInboxItem(given as unknown as InboxNotification);
  expect(JSON.stringify(withheld)).not.toContain(SECRET);
  expect(withheld).toMatchObject({ withheld: true, isRead: true, primaryAction: { isCompleted: true } });
});
