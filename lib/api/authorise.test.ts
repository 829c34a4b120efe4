import { expect, test } from 'vitest';
import { authorise } from './authorise.ts';

const user = { type: 'user', userId: 'u', email: 'a@example.com', role: 'owner', sessionId: 's' } as const;

test('a user without the required two-step sign-in has no permission, also in a stream that is checked again', () => {
  expect(() => authorise(user, 'notifications:read')).not.toThrow();
  expect(() => authorise({ ...user, lacksTwoStep: true }, 'notifications:read')).toThrow(
    expect.objectContaining({ status: 403, code: 'two_step_setup_required' }),
  );
});
