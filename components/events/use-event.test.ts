import { expect, test } from 'vitest';
import { chosenRecipient } from './use-event.ts';

test('the recipient to begin with gives way to the user’s choice, a known subscriber does not', () => {
  expect(chosenRecipient({ recipient: 'jane' })).toEqual({ subscriberId: 'jane' });
  expect(chosenRecipient({ recipient: 'jane' }, { topicKey: 'staff' })).toEqual({ topicKey: 'staff' });
  expect(chosenRecipient({ subscriberId: 'jane' }, { subscriberId: 'omar' })).toEqual({ subscriberId: 'jane' });
  expect(chosenRecipient({})).toEqual({ subscriberId: '' });
});
