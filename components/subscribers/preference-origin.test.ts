import { expect, test } from 'vitest';
import { choicesText, originNote, originOf, originText } from './preference-origin.ts';

const by = (type: 'user' | 'apiKey', name: string) => ({
  updatedAt: '2026-10-25T10:00:00.000Z',
  updatedBy: { type, name },
});
const off = { channel: 'email', enabled: false } as const;
const own = [{ ...off, ...by('user', 'sue@shop.example') }];
const general = [{ ...off, ...by('apiKey', 'Backend') }];
const critical = { workflow: { critical: true } };

const known = [{ ...off, ...by('user', 'Sue Shop') }].map((choice) => ({
  ...choice,
  updatedBy: { ...choice.updatedBy, address: 'sue@shop.example' },
}));

test.each([
  [{ choices: known }, {}, 'Chosen for this workflow on 25 Oct 2026 by Sue Shop (sue@shop.example)'],
  [{ choices: own }, { choices: general }, 'Chosen for this workflow on 25 Oct 2026 by sue@shop.example'],
  [
    {},
    { choices: general },
    'From the general preference, set on 25 Oct 2026 in your product, with the API key “Backend”',
  ],
  [
    { choices: [{ ...off, channel: 'sms' as const }] },
    {},
    'On by the workflow’s default; the subscriber has not chosen',
  ],
  [{ channels: { email: false } }, {}, 'Off by the workflow’s default; the subscriber has not chosen'],
  [{ choices: [off] }, {}, 'Chosen for this workflow'],
  [
    { choices: [{ ...off, ...by('apiKey', '') }] },
    {},
    'Chosen for this workflow on 25 Oct 2026 in your product, with a deleted API key',
  ],
  [undefined, { choices: general }, 'Set on 25 Oct 2026 in your product, with the API key “Backend”'],
  [undefined, {}, 'Not set: each workflow decides'],
  [{ ...critical, choices: own }, { choices: general }, 'A critical workflow cannot be switched off'],
  [{ ...critical, channels: { email: false } }, {}, 'Off for everyone in this critical workflow'],
])('case %#', (row, global, text) => {
  expect(originText(originOf(row, global, 'email'))).toMatch(text);
});

test.each([
  [{ choices: own }, {}, { what: 'Off since 25\u00a0Oct' }],
  [{ choices: known }, {}, { what: 'Off since 25\u00a0Oct' }],
  [{ choices: [{ ...own[0], enabled: true }] }, {}, { what: 'On since 25\u00a0Oct' }],
  [{ choices: [off] }, {}, { what: 'Off by choice' }],
  [{}, { choices: general }, { what: 'Off for all' }],
  [{}, {}, undefined],
  [{ channels: { email: true } }, {}, undefined],
  [{ channels: { email: false } }, {}, { what: 'Off by default' }],
  [undefined, { choices: general }, { what: 'Off since 25\u00a0Oct' }],
  [undefined, { choices: [{ ...off, ...by('apiKey', '') }] }, { what: 'Off since 25\u00a0Oct' }],
  [undefined, {}, { what: 'Not set' }],
  [{ ...critical, channels: { email: true } }, {}, { what: 'Always on' }],
  [{ ...critical, channels: { email: false } }, {}, { what: 'Always off' }],
])('note %#', (row, global, note) => {
  expect(originNote(originOf(row as typeof critical, global, 'email'))).toEqual(note);
});

test('a choice by the link in a message leads to its run', () => {
  const updatedBy = { type: 'link', name: 'a1b2' } as const;
  const choice = { channel: 'email', enabled: false, updatedAt: '2026-10-25T10:00:00.000Z', updatedBy } as const;
  const origin = originOf({ choices: [choice] }, {}, 'email');
  expect(originNote(origin)).toEqual({ what: 'Off since 25\u00a0Oct', runId: 'a1b2' });
  expect(originText(origin)).toContain('by the subscriber, with the link in a message');
});

test('the summary counts all choices and shows the latest one', () => {
  const older = { channel: 'sms', enabled: false, updatedAt: '2026-09-01T10:00:00.000Z' } as const;
  const none = { workflow: {}, channels: { email: true } };
  const text = (global: object, ...workflows: object[]) => choicesText({ global, workflows } as never);
  expect(text({}, none)).toBe('Nothing was chosen: each workflow’s default decides.');
  const rest = 'The workflows’ defaults decide the rest.';
  expect(text({}, { choices: own })).toBe(`1 choice, on 25 Oct 2026 by sue@shop.example. ${rest}`);
  expect(text({ choices: general }, { choices: [older] })).toBe(
    `2 choices, the last on 25 Oct 2026 in your product, with the API key “Backend”. ${rest}`,
  );
  expect(text({ choices: [off] })).toBe(`1 choice. ${rest}`);
});
