import { expect, test } from 'vitest';
import { providerContract } from '#testing/provider-contract.ts';
import { sms } from '#testing/sample-messages.ts';
import { answered } from '#testing/vendor-answers.ts';
import { sendRecorded } from '#testing/vendor-requests.ts';

const error = (status: number, code: string, message: string) => ({
  status,
  headers: { 'content-type': 'text/xml' },
  body: `<ErrorResponse xmlns="http://sns.amazonaws.com/doc/2010-03-31/"><Error><Type>Sender</Type><Code>${code}</Code><Message>${message}</Message></Error><RequestId>r-1</RequestId></ErrorResponse>`,
});
const result = (action: string, content: string) => ({
  status: 200,
  headers: { 'content-type': 'text/xml' },
  body: `<${action}Response xmlns="http://sns.amazonaws.com/doc/2010-03-31/"><${action}Result>${content}</${action}Result><ResponseMetadata><RequestId>r-1</RequestId></ResponseMetadata></${action}Response>`,
});

// https://docs.aws.amazon.com/sns/latest/api/API_Publish.html
// https://docs.aws.amazon.com/sns/latest/dg/sms_publish-to-phone.html
// https://docs.aws.amazon.com/sns/latest/api/CommonErrors.html
providerContract({
  id: 'sns',
  origins: ['https://sns.eu-central-1.amazonaws.com'],
  credentials: () => ({ apiKey: 'AKIDEXAMPLE', secretKey: 'wJalrXUtnFEMI/K7MDENG', region: 'eu-central-1' }),
  message: () => ({ ...sms, from: 'Shop' }),
  accepted: {
    answer: result('Publish', '<MessageId>567910cd-659e-55d4-8ccb-5aaf14679dc0</MessageId>'),
    id: '567910cd-659e-55d4-8ccb-5aaf14679dc0',
  },
  rejected: {
    answer: error(400, 'InvalidParameter', 'Invalid parameter: PhoneNumber'),
    words: 'Invalid parameter: PhoneNumber',
    code: 'InvalidParameter',
  },
  unauthorised: {
    answer: error(403, 'SignatureDoesNotMatch', 'The request signature we calculated does not match'),
    words: 'The request signature we calculated does not match',
  },
  tooMany: {
    answer: { ...error(429, 'Throttled', 'Rate exceeded'), headers: { 'retry-after': '2' } },
    retryAfterMs: 2000,
  },
  secrets: ['AKIDEXAMPLE', 'wJalrXUtnFEMI/K7MDENG'],
  withoutBody: 'rejected',
  carriesId: false,
  override: { given: { messageStructure: 'json' }, sent: 'MessageStructure=json' },
  check: {
    request: { method: 'POST', path: '/' },
    answer: result('GetSMSSandboxAccountStatus', '<IsInSandbox>false</IsInSandbox>'),
    words: 'The account may send',
  },
  wire: {
    method: 'POST',
    path: '/',
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      'x-amz-date': '20260301T100000Z',
      authorization: expect.stringMatching(
        /^AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE\/20260301\/eu-central-1\/sns\/aws4_request, SignedHeaders=content-type;host;x-amz-date, Signature=[0-9a-f]{64}$/,
      ),
    },
    body: {
      Action: 'Publish',
      Version: '2010-03-31',
      PhoneNumber: '+15558675310',
      Message: 'Your order & more: 100 % “shipped”',
      'MessageAttributes.entry.1.Name': 'AWS.SNS.SMS.SMSType',
      'MessageAttributes.entry.1.Value.DataType': 'String',
      'MessageAttributes.entry.1.Value.StringValue': 'Transactional',
      'MessageAttributes.entry.2.Name': 'AWS.SNS.SMS.SenderID',
      'MessageAttributes.entry.2.Value.DataType': 'String',
      'MessageAttributes.entry.2.Value.StringValue': 'Shop',
    },
  },
});

answered('sns', [
  ['throttling', error(400, 'Throttling', 'Rate exceeded'), { kind: 'rate_limited', providerCode: 'Throttling' }],
  [
    'a text with entities',
    error(400, 'InvalidParameter', 'Invalid: &quot;a&quot; &lt; b &amp; c'),
    { kind: 'rejected', words: 'Invalid: "a" < b & c' },
  ],
]);

const account = { apiKey: 'AKIDEXAMPLE', secretKey: 'wJalrXUtnFEMI/K7MDENG', region: 'eu-central-1' };
const senders = { senderId: 'Shop', originationNumber: '+4915511000' };
const TYPE = 'AWS.SNS.SMS.SMSType';
const ID = 'AWS.SNS.SMS.SenderID';
const NUMBER = 'AWS.MM.SMS.OriginationNumber';

// https://docs.aws.amazon.com/sns/latest/dg/sms_publish-to-phone.html
test.each([
  ['neither sender nor type', {}, {}, { [TYPE]: 'Transactional' }],
  ['promotional messages', { smsType: 'Promotional' }, {}, { [TYPE]: 'Promotional' }],
  ['both senders', senders, {}, { [TYPE]: 'Transactional', [ID]: 'Shop', [NUMBER]: '+4915511000' }],
  ['a name of the trigger', senders, { from: 'Sale' }, { [TYPE]: 'Transactional', [ID]: 'Sale' }],
  ['a number of the trigger', senders, { from: '+4917' }, { [TYPE]: 'Transactional', [NUMBER]: '+4917' }],
])('the attributes of a message with %s', async (_, options, changes, expected) => {
  const answer = result('Publish', '<MessageId>567910cd</MessageId>');
  const { requests } = await sendRecorded('sns', { ...account, ...options }, { ...sms, ...changes }, { answer });
  const form = new URLSearchParams(requests[0]?.body);
  const attribute = (at: number, part: string) => form.get(`MessageAttributes.entry.${at}.${part}`);
  const sent = [1, 2, 3].map((at) => [attribute(at, 'Name'), attribute(at, 'Value.StringValue')]);
  expect(Object.fromEntries(sent.filter(([name]) => name))).toEqual(expected);
});

// https://docs.aws.amazon.com/IAM/latest/UserGuide/id_credentials_temp_use-resources.html
test('temporary credentials sign their session token too', async () => {
  const answer = result('Publish', '<MessageId>567910cd</MessageId>');
  const { requests, result: sent } = await sendRecorded('sns', { ...account, token: 'session-7c1' }, sms, { answer });
  const headers = requests[0]?.headers;
  expect(headers?.['x-amz-security-token']).toBe('session-7c1');
  expect(headers?.authorization).toContain('SignedHeaders=content-type;host;x-amz-date;x-amz-security-token,');
  expect(JSON.stringify(sent)).not.toContain('session-7c1');
});
