import { expect, test } from 'vitest';
import { linkNote } from './link-note.ts';

test('the note about an invitation link does not claim that only the invited person can use it', () => {
  const note = linkNote({ email: 'dev@example.com', role: 'developer', expiresAt: '2026-12-07T10:00:00.000Z' });
  expect(note).toContain('anyone who opens it can become a member as dev@example.com, with the role developer');
  expect(note).toContain('It works once');
});
