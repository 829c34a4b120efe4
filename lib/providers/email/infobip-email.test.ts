import { MESSAGE_ID, providerContract } from '#testing/provider-contract.ts';
import { mail, mailCredentials } from '#testing/sample-messages.ts';
import { answered } from '#testing/vendor-answers.ts';

const statusOf = (groupName: string, name: string, description: string) => ({ groupName, name, description });
const pending = statusOf('PENDING', 'PENDING_ENROUTE', 'Message sent to next instance');
const entry = (destination: string, messageId: string, status: object = pending) => ({
  destination,
  messageId,
  status,
});
const result = (...messages: object[]) => ({ status: 200, body: { bulkId: 'a28dd97c-2222', messages } });
const refused = (status: number, errorCode: string, description: string, violations: object[] = []) => ({
  status,
  body: { errorCode, description, action: 'Check the request.', violations, resources: [] },
});
const jane = 'jane@customer.example';

// https://www.infobip.com/docs/api/channels/email/send-email-messages-api
providerContract({
  id: 'infobip-email',
  credentials: (at) => ({ baseUrl: at, apiKey: 'ib-key-5d2f', ...mailCredentials }),
  message: () => mail,
  hasOneStatus: true,
  accepted: { answer: result(entry('ann@customer.example', 'a-2'), entry(jane, 'a-1')), id: 'a-1' },
  rejected: {
    answer: refused(400, 'E400', 'Request cannot be processed.', [
      { property: 'messages[0].content.subject', violation: 'must not be blank' },
    ]),
    words: 'must not be blank',
    code: 'E400',
  },
  unauthorised: {
    answer: refused(401, 'E401', 'The request lacks valid authentication credentials for the requested resource.'),
    words: 'lacks valid authentication credentials',
  },
  tooMany: {
    answer: { ...refused(429, 'E429', 'Too many requests sent.'), headers: { 'retry-after': '3' } },
    retryAfterMs: 3000,
  },
  secrets: ['ib-key-5d2f'],
  withoutBody: 'rejected',
  carriesId: true,
  override: { given: { options: { clientPriority: 'HIGH' } }, sent: '"clientPriority":"HIGH"' },
  check: {
    request: { method: 'GET', path: '/account/1/balance' },
    answer: { status: 200, body: { balance: 47.3, currency: 'EUR' } },
    words: 'The key works. The balance is 47.3 EUR',
  },
  wire: {
    method: 'POST',
    path: '/email/4/messages',
    headers: { authorization: 'App ib-key-5d2f', 'content-type': 'application/json' },
    body: {
      messages: [
        {
          sender: '"Shop, Inc." <shop@shop.example>',
          destinations: [
            {
              to: [{ destination: jane }],
              cc: [{ destination: 'ann@customer.example' }, { destination: 'bob@customer.example' }],
              bcc: [{ destination: 'archive@shop.example' }],
              replyTo: 'help@shop.example',
            },
          ],
          content: {
            subject: 'Shipped: “Lamp”',
            html: '<p>It is on its way.</p>',
            text: 'It is on its way.',
            headers: '{"List-Id":"orders"}',
            attachments: [{ type: 'binary', content: 'UERG', contentType: 'application/pdf', fileName: 'invoice.pdf' }],
            inlineImages: [{ type: 'binary', content: 'UE5H', contentType: 'image/png', fileName: 'logo' }],
          },
          webhooks: { callbackData: MESSAGE_ID },
        },
      ],
    },
  },
});

const rejected = (name: string, description = 'No') => statusOf('REJECTED', name, description);

answered('infobip-email', [
  [
    'that only a copy is refused',
    result(entry(jane, 'a-1'), entry('bob@customer.example', 'a-2', rejected('X'))),
    'a-1',
  ],
  [
    'that the recipient is refused and a copy taken',
    result(entry(jane, 'a-1', rejected('REJECTED_DESTINATION', 'Rejected')), entry('bob@customer.example', 'a-2')),
    { kind: 'rejected', words: 'The recipient is rejected: Rejected', providerCode: 'REJECTED_DESTINATION' },
  ],
  [
    'an account without credit',
    result(entry(jane, 'a-1', rejected('REJECTED_NOT_ENOUGH_CREDITS'))),
    { kind: 'account' },
  ],
  ['a fault of its own', result(entry(jane, 'a-1', rejected('REJECTED_SYSTEM_ERROR'))), { kind: 'unavailable' }],
]);
