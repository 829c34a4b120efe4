import { expect, test } from 'vitest';
import type { AuditEntry } from '#lib/audit-log/schema.ts';
import { linesOf, partsText } from './audit-lines.ts';

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

const of = (requestId: string, one: AuditEntry, type = 'workflows'): AuditEntry => ({
  ...one,
  requestId,
  resource: { type, _id: one._id },
});

test('the changes of an undone publication are parts of its line, which unfolds', () => {
  const entries = [
    of('undo', entry('1', 'environments.undoPublish', 'ann'), 'environments'),
    of('undo', entry('2', 'workflows.delete', 'ann')),
    of('other', entry('3', 'workflows.delete', 'bob')),
    of('undo', entry('4', 'workflows.delete', 'ann')),
    of('undo', entry('5', 'layouts.delete', 'ann'), 'layouts'),
  ];
  const shown = (unfolded?: string) => linesOf(entries, new Set([unfolded ?? ''])).map((line) => line.entry._id);
  expect(shown()).toEqual(['1', '3']);
  expect(shown('1')).toEqual(['1', '2', '4', '5', '3']);
  expect(partsText(linesOf(entries)[0]?.parts ?? [])).toBe('2 workflows, 1 layout');
});

test('a publication whose own entry is the last of its request leads it', () => {
  const entries = [
    of('publish', entry('1', 'workflows.update', 'ann')),
    of('publish', entry('2', 'environments.publish', 'ann'), 'environments'),
  ];
  expect(linesOf(entries).map((line) => [line.entry._id, line.parts.length])).toEqual([['2', 1]]);
});
