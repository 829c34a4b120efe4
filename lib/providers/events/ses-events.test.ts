import { expect, test } from 'vitest';
import { sesEventsOf } from './ses-events.ts';

const AT = '2016-01-27T14:59:44.101Z';
const mail = {
  timestamp: '2016-01-27T14:59:38.237Z',
  messageId: '00000138111222aa-33322211-cccc-cccc-cccc-ddddaaaa0680-000000',
  tags: { 'ses:configuration-set': ['ConfigSet'], message_id: ['65f2a1b0c3d4e5f601234567'] },
  commonHeaders: { subject: 'Secret' },
};
const jane = { emailAddress: 'jane@example.com', diagnosticCode: 'smtp; 550 5.1.1 <jane@example.com>... User unknown' };
const bounce = (bounceType: string) => ({
  bounceType,
  bounceSubType: 'General',
  bouncedRecipients: [jane],
  timestamp: AT,
});

/** Parts of the examples of the documentation: https://docs.aws.amazon.com/ses/latest/dg/event-publishing-retrieving-sns-examples.html */
test.each<[object, object[]]>([
  [{ eventType: 'Send', send: {} }, [{ kind: 'accepted', at: new Date(mail.timestamp), recipient: undefined }]],
  [
    { eventType: 'Bounce', bounce: bounce('Permanent') },
    [{ kind: 'bounced', bounce: 'hard', recipient: 'jane@example.com', words: jane.diagnosticCode, code: 'General' }],
  ],
  [{ notificationType: 'Bounce', bounce: bounce('Transient') }, [{ kind: 'bounced', bounce: 'soft' }]],
  [{ notificationType: 'Bounce', bounce: bounce('Undetermined') }, [{ kind: 'bounced', bounce: 'soft' }]],
  [
    {
      eventType: 'Complaint',
      complaint: { complainedRecipients: [jane, { emailAddress: 'b@example.com' }], timestamp: AT },
    },
    [
      { kind: 'complained', recipient: 'jane@example.com' },
      { kind: 'complained', recipient: 'b@example.com' },
    ],
  ],
  [
    {
      eventType: 'DeliveryDelay',
      deliveryDelay: { delayType: 'MailboxFull', delayedRecipients: [jane], timestamp: AT },
    },
    [{ kind: 'delayed', code: 'MailboxFull' }],
  ],
  [{ eventType: 'Reject', reject: { reason: 'Bad content' } }, [{ kind: 'rejected', words: 'Bad content' }]],
  [{ eventType: 'Rendering Failure', failure: { errorMessage: 'No x' } }, [{ kind: 'rejected', words: 'No x' }]],
  [{ eventType: 'Open', open: { ipAddress: '192.0.2.1', timestamp: AT } }, [{ kind: 'opened' }]],
  [{ eventType: 'Click', click: { link: 'https://a.example/secret', timestamp: AT } }, [{ kind: 'clicked' }]],
  [{ eventType: 'Subscription', subscription: { source: 'x', timestamp: AT } }, [{ kind: 'unsubscribed' }]],
  [{ notificationType: 'Received', receipt: {} }, []],
  [{}, []],
])('%#: %j', (part, expected) => {
  const events = sesEventsOf({ mail, ...part }, 'notice');
  expect(events).toMatchObject(expected);
  expect(events).toHaveLength(expected.length);
  expect(new Set(events.map(({ id }) => id)).size, 'each recipient has an event of its own').toBe(events.length);
  for (const { messageId, raw } of events) {
    expect(messageId).toBe('65f2a1b0c3d4e5f601234567');
    expect(JSON.stringify(raw).toLowerCase()).not.toMatch(/secret|jane|192/);
  }
});
