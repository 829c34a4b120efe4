import { expect, test } from 'vitest';
import type { AuditEntry } from '#lib/audit-log/schema.ts';
import { linesOf } from './audit-lines.ts';

const entry = (_id: string, action: string, actor: string, day = 20): AuditEntry => ({
  _id,
  actor: { type: 'user', _id: actor, label: actor },
  action,
  resource: { type: action.split('.')[0] ?? '', _id: 'r' },
  requestId: 'req',
  createdAt: `2026-11-${day}T12:00:00.000Z`,
});

test('only consecutive sign-ins of one person on one day are folded into one line', () => {
  const entries = [
    entry('1', 'sessions.signIn', 'ann'),
    entry('2', 'sessions.signIn', 'ann'),
    entry('3', 'sessions.signIn', 'bob'),
    entry('4', 'sessions.signIn', 'ann'),
    entry('5', 'sessions.signIn', 'ann', 19),
    entry('6', 'sessions.signOut', 'ann', 19),
    entry('7', 'workflows.update', 'ann', 19),
    entry('8', 'workflows.update', 'ann', 19),
  ];
  expect(linesOf(entries).map(({ entry: shown, folded }) => [shown._id, ...folded.map(({ _id }) => _id)])).toEqual([
    ['1', '2'],
    ['3'],
    ['4'],
    ['5'],
    ['6'],
    ['7'],
    ['8'],
  ]);
});
