import { expect } from 'vitest';
import { MESSAGE_ID, providerContract } from '#testing/provider-contract.ts';
import { mail, mailCredentials } from '#testing/sample-messages.ts';
import { answered } from '#testing/vendor-answers.ts';

const error = (status: number, type: string, message: string) => ({
  status,
  headers: { 'x-amzn-errortype': `${type}:http://internal.amazon.com/coral/com.amazonaws.sesv2/` },
  body: { message },
});

// https://docs.aws.amazon.com/ses/latest/APIReference-V2/API_SendEmail.html
// https://docs.aws.amazon.com/ses/latest/dg/manage-sending-quotas-errors.html
providerContract({
  id: 'ses',
  origins: ['https://email.eu-central-1.amazonaws.com'],
  credentials: () => ({
    apiKey: 'AKIDEXAMPLE',
    secretKey: 'wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY',
    region: 'eu-central-1',
    configurationSet: 'receipts',
    token: 'session-token-5d2',
    ...mailCredentials,
  }),
  message: () => mail,
  accepted: { answer: { status: 200, body: { MessageId: '0107018e-1' } }, id: '0107018e-1' },
  rejected: {
    answer: error(400, 'MessageRejected', 'Message contains a virus.'),
    words: 'Message contains a virus.',
    code: 'MessageRejected',
  },
  unauthorised: {
    answer: error(403, 'InvalidSignatureException', 'The request signature we calculated does not match'),
    words: 'The request signature we calculated does not match',
  },
  tooMany: {
    answer: { ...error(429, 'TooManyRequestsException', 'Too many requests'), headers: { 'retry-after': '1' } },
    retryAfterMs: 1000,
  },
  secrets: ['AKIDEXAMPLE', 'wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY', 'session-token-5d2'],
  withoutBody: 'rejected',
  carriesId: true,
  override: { given: { configurationSetName: 'orders' }, sent: '"ConfigurationSetName":"orders"' },
  check: {
    request: { method: 'GET', path: '/v2/email/account' },
    answer: { status: 200, body: { SendingEnabled: true, ProductionAccessEnabled: true } },
    words: 'The account may send',
  },
  wire: {
    method: 'POST',
    path: '/v2/email/outbound-emails',
    headers: {
      'content-type': 'application/json',
      'x-amz-date': '20260301T100000Z',
      'x-amz-security-token': 'session-token-5d2',
      authorization: expect.stringMatching(
        /^AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE\/20260301\/eu-central-1\/ses\/aws4_request, SignedHeaders=content-type;host;x-amz-date;x-amz-security-token, Signature=[0-9a-f]{64}$/,
      ),
    },
    body: {
      FromEmailAddress: '"Shop, Inc." <shop@shop.example>',
      Destination: {
        ToAddresses: ['jane@customer.example'],
        CcAddresses: ['ann@customer.example', 'bob@customer.example'],
        BccAddresses: ['archive@shop.example'],
      },
      ReplyToAddresses: ['help@shop.example'],
      Content: {
        Simple: {
          Subject: { Data: 'Shipped: “Lamp”', Charset: 'UTF-8' },
          Body: {
            Html: { Data: '<p>It is on its way.</p>', Charset: 'UTF-8' },
            Text: { Data: 'It is on its way.', Charset: 'UTF-8' },
          },
          Headers: [{ Name: 'List-Id', Value: 'orders' }],
          Attachments: [
            {
              FileName: 'invoice.pdf',
              RawContent: 'UERG',
              ContentType: 'application/pdf',
              ContentDisposition: 'ATTACHMENT',
            },
            {
              FileName: 'logo.png',
              RawContent: 'UE5H',
              ContentType: 'image/png',
              ContentDisposition: 'INLINE',
              ContentId: 'logo',
            },
          ],
        },
      },
      ConfigurationSetName: 'receipts',
      EmailTags: [{ Name: 'message_id', Value: MESSAGE_ID }],
    },
  },
});

answered('ses', [
  ['throttling', error(400, 'ThrottlingException', 'Maximum sending rate exceeded.'), { kind: 'rate_limited' }],
  ['a spent quota', error(400, 'LimitExceededException', 'Daily message quota exceeded.'), { kind: 'rate_limited' }],
  ['a paused account', error(400, 'SendingPausedException', 'Paused'), { kind: 'account' }],
  [
    'a sender that is not verified',
    error(400, 'MessageRejected', 'Email address is not verified.'),
    { kind: 'account' },
  ],
  [
    'an error named in its body',
    { status: 400, body: { __type: 'com.amazon#NotFoundException' } },
    { providerCode: 'NotFoundException' },
  ],
]);
