import { expect, test } from 'vitest';
import { originNote, originOf, originText } from './preference-origin.ts';

const by = (type: 'user' | 'apiKey', name: string) => ({
  updatedAt: '2026-10-25T10:00:00.000Z',
  updatedBy: { type, name },
});
const off = { channel: 'email', enabled: false } as const;
const own = [{ ...off, ...by('user', 'sue@shop.example') }];
const general = [{ ...off, ...by('apiKey', 'Backend') }];
const critical = { workflow: { critical: true } };

test.each([
  [{ choices: own }, { choices: general }, 'Chosen for this workflow on 25 Oct 2026 by sue@shop.example'],
  [{}, { choices: general }, 'From the general preference, set on 25 Oct 2026 with the API key “Backend”'],
  [{ choices: [{ ...off, channel: 'sms' as const }] }, {}, /^From the workflow; nothing/],
  [{ choices: [off] }, {}, 'Chosen for this workflow'],
  [
    { choices: [{ ...off, ...by('apiKey', '') }] },
    {},
    'Chosen for this workflow on 25 Oct 2026 with an API key that is gone',
  ],
  [undefined, { choices: general }, 'Set on 25 Oct 2026 with the API key “Backend”'],
  [undefined, {}, 'Not set: each workflow decides'],
  [{ ...critical, choices: own }, { choices: general }, 'Critical workflows always reach everybody'],
  [{ ...critical, channels: { email: false } }, {}, 'Off for everybody in this critical workflow'],
])('case %#', (row, global, text) => {
  expect(originText(originOf(row, global, 'email'))).toMatch(text);
});

test.each([
  [{ choices: own }, {}, /^Set 25\u00a0Oct/],
  [{ choices: [off] }, {}, /^Set$/],
  [{}, { choices: general }, /^From general$/],
  [{}, {}, /^Default$/],
  [undefined, { choices: general }, /^Set 25\u00a0Oct/],
  [undefined, {}, /^Not set$/],
  [{ ...critical, channels: { email: true } }, {}, /^Always on$/],
  [{ ...critical, channels: { email: false } }, {}, /^Always off$/],
])('note %#', (row, global, note) => {
  expect(originNote(originOf(row, global, 'email'))).toMatch(note);
});
