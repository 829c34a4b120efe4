import { textOf } from '#lib/providers/credential.ts';
import { dropdown, optional, required, smsProvider } from '#lib/providers/definition.ts';
import { AWS_ACCOUNT, AWS_THROTTLING, awsOrigin, awsSignature } from '#lib/providers/http/aws.ts';
import {
  type Credentials,
  type HttpAnswer,
  type HttpRequest,
  httpProvider,
  type Refusal,
} from '#lib/providers/http/http.ts';
import type { SmsMessage } from '#lib/providers/message.ts';

export const provider = smsProvider({
  id: 'sns',
  displayName: 'SNS',
  color: '#ff4f8b',
  docsLink: 'https://docs.aws.amazon.com/sns/',
  credentials: [
    required('apiKey', 'Access key ID'),
    required('secretKey', 'Secret access key'),
    required('region', 'AWS region'),
    optional('token', 'Session token', { advanced: true }),
    optional('senderId', 'Sender ID'),
    optional('originationNumber', 'Origination number'),
    dropdown(
      'smsType',
      'SMS type',
      { Transactional: '', Promotional: 'Promotional' },
      { description: 'Transactional is delivered more reliably, Promotional costs less in some countries.' },
    ),
  ],
  ...httpProvider<'sms'>({
    auth: () => ({ headers: {} }),
    request,
    sign: awsSignature('sns'),
    casing: 'pascal',
    messageId: ({ body }) => element(body, 'MessageId'),
    refusal,
    check: {
      // https://docs.aws.amazon.com/sns/latest/api/API_GetSMSSandboxAccountStatus.html
      request: (credentials) => ({
        url: `${awsOrigin('sns', credentials)}/`,
        form: { Action: 'GetSMSSandboxAccountStatus', Version },
      }),
      // For a valid key that may only send, Amazon returns this error.
      accepted: ({ status, body }) => status === 200 || element(body, 'Code') === 'AuthorizationError',
      words: sandboxText,
    },
  }),
});

const Version = '2010-03-31';

/**
 * Returns the request that sends a message: https://docs.aws.amazon.com/sns/latest/api/API_Publish.html; attributes of
 * SMS: https://docs.aws.amazon.com/sns/latest/dg/sms_publish-to-phone.html
 */
function request({ to, from, content }: SmsMessage, credentials: Credentials): HttpRequest {
  // A sender is either a name, or a number that belongs to the account.
  const isNumber = /^\+?\d+$/.test(from ?? '');
  const senderId = from ? !isNumber && from : textOf(credentials, 'senderId');
  const origination = from ? isNumber && from : textOf(credentials, 'originationNumber');
  const attributes = {
    'AWS.SNS.SMS.SMSType': textOf(credentials, 'smsType') === 'Promotional' ? 'Promotional' : 'Transactional',
    ...(senderId && { 'AWS.SNS.SMS.SenderID': senderId }),
    ...(origination && { 'AWS.MM.SMS.OriginationNumber': origination }),
  };
  const entries = Object.entries(attributes).flatMap(([name, value], at) => {
    const entry = `MessageAttributes.entry.${at + 1}`;
    return [
      [`${entry}.Name`, name],
      [`${entry}.Value.DataType`, 'String'],
      [`${entry}.Value.StringValue`, value],
    ];
  });
  return {
    url: `${awsOrigin('sns', credentials)}/`,
    form: { Action: 'Publish', Version, PhoneNumber: to, Message: content, ...Object.fromEntries(entries) },
  };
}

/**
 * Returns the text of the first XML element with a name. The API's responses are short and flat, so no parser is
 * needed.
 */
function element(xml: string, name: string): string | undefined {
  const text = new RegExp(`<${name}>([^<]*)</${name}>`).exec(xml)?.[1];
  return text?.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"').replaceAll('&amp;', '&');
}

/** Reads the error from a response: https://docs.aws.amazon.com/sns/latest/api/CommonErrors.html */
function refusal({ body }: HttpAnswer): Refusal {
  const code = element(body, 'Code');
  const said = { code, words: element(body, 'Message') };
  if (code === undefined) return said;
  if (AWS_THROTTLING.test(code)) return { ...said, kind: 'rate_limited' };
  return AWS_ACCOUNT.test(code) ? { ...said, kind: 'account' } : said;
}

function sandboxText({ status, body }: HttpAnswer): string {
  if (status !== 200)
    return 'AWS accepts the key, but the key cannot read the account, so it is unknown whether it can send.';
  return element(body, 'IsInSandbox') === 'true'
    ? 'The account may send, to verified numbers only (the SMS sandbox)'
    : 'The account may send';
}
