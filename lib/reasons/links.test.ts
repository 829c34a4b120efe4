import { expect, test } from 'vitest';
import { editedAddress, subscriberAddress, subscriberTab } from './links.ts';

test.each(['email', 'sms'])('the link to the address of the channel %s names its subscriber and field', (channel) => {
  const { link } = subscriberAddress('Correct')({}, { subscriber: 'team/jane@shop', channel });
  expect(editedAddress(link)).toEqual({
    subscriberId: 'team/jane@shop',
    field: channel === 'email' ? 'email' : 'phone',
  });
});

test.each([
  subscriberAddress('Open')({}, { subscriber: 'jane', channel: 'push' }).link,
  subscriberAddress('Correct')({}, { channel: 'email' }).link,
  subscriberTab('preferences', 'Open')({}, { subscriber: 'jane' }).link,
  'workflows/email?field=email',
  '/docs/email',
])('%s leads to no address', (link) => {
  expect(editedAddress(link)).toBeUndefined();
});
