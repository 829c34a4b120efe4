import { expect, test } from 'vitest';
import { issueParts } from './issue-parts.ts';

test.each([
  [
    'The subject is missing. Write what the email is about.',
    { problem: 'The subject is missing.', remedy: 'Write what the email is about.' },
  ],
  [
    '`payload.lapsesOn` is not in the payload schema. Did you mean `payload.lapseOn`?',
    { problem: '`payload.lapsesOn` is not in the payload schema.', remedy: 'Use `payload.lapseOn`.' },
  ],
  [
    '`subscriber.tier` is not a field of the subscriber. `subscriber` has `email` and `phone`.',
    { problem: '`subscriber.tier` is not a field of the subscriber.' },
  ],
  [
    'No inbox has connected to the integration "Trade portal" yet. Add the inbox to your app.',
    { problem: 'No inbox has connected to the integration “Trade portal” yet.', remedy: 'Add the inbox to your app.' },
  ],
  [
    '`limit` of `toSentence` must be a number. Correct the arguments of the filter.',
    { problem: '`limit` of `toSentence` must be a number.' },
  ],
  ['A rule has no field.', { problem: 'A rule has no field.' }],
])('%s', (message, parts) => {
  expect(issueParts(message)).toEqual(parts);
});

test('code is neither quoted again nor divided', () => {
  const message = '`"a. B"` is not a path. Set `"type"` to "object".';
  expect(issueParts(message)).toEqual({ problem: '`"a. B"` is not a path.', remedy: 'Set `"type"` to “object”.' });
});
