import { fateContract } from '#testing/fate-contract.ts';

// https://developers.messagebird.com/api/sms-messaging/#view-an-sms
const message = (recipient: object) => ({
  status: 200,
  body: {
    id: 'e8077d803532c0b5937c639b60216938',
    body: 'Hello',
    recipients: {
      totalCount: 1,
      items: [
        { recipient: 15558675310, status: 'delivered', statusDatetime: '2026-11-28T09:58:05+00:00', ...recipient },
      ],
    },
  },
});

fateContract({
  id: 'messagebird',
  origins: ['https://rest.messagebird.com'],
  credentials: () => ({ accessKey: 'messagebird-key-1', from: 'Shop' }),
  message: { providerMessageId: 'e8077d803532c0b5937c639b60216938' },
  wire: [
    {
      path: '/messages/e8077d803532c0b5937c639b60216938',
      headers: { authorization: 'AccessKey messagebird-key-1', accept: 'application/json' },
    },
  ],
  answers: [
    [
      'delivered',
      message({}),
      {
        state: 'delivered',
        events: [{ kind: 'delivered', at: new Date('2026-11-28T09:58:05Z'), recipient: '+15558675310' }],
      },
    ],
    [
      'bounced for good',
      message({ status: 'delivery_failed', statusReason: 'unknown subscriber', statusErrorCode: 1 }),
      {
        state: 'delivery_failed',
        events: [{ kind: 'bounced', bounce: 'hard', words: 'unknown subscriber', code: '1' }],
      },
    ],
    [
      'bounced for now',
      message({ status: 'delivery_failed', statusReason: 'unavailable subscriber', statusErrorCode: 27 }),
      { state: 'delivery_failed', events: [{ kind: 'bounced', bounce: 'soft' }] },
    ],
    [
      'blocked',
      message({ status: 'delivery_failed', statusReason: 'carrier rejected' }),
      { state: 'delivery_failed', events: [{ kind: 'bounced', bounce: 'block' }] },
    ],
    ['unclear', message({ status: 'expired', statusReason: 'DLR not received' }), { state: 'expired', events: [] }],
    ['pending', message({ status: 'sent' }), { state: 'sent', events: [{ kind: 'accepted', words: undefined }] }],
  ],
  unknown: { status: 404, body: { errors: [{ code: 20, description: 'message not found', parameter: null }] } },
  unauthorised: {
    answer: { status: 401, body: { errors: [{ code: 2, description: 'Request not allowed (incorrect access_key)' }] } },
    words: 'incorrect access_key',
  },
  secrets: ['messagebird-key-1'],
});
