import { createHash, createHmac } from 'node:crypto';
import { idTime } from '#lib/id.ts';
import { textAt, textOf } from '#lib/providers/credential.ts';
import { required, smsProvider } from '#lib/providers/definition.ts';
import {
  type Credentials,
  type HttpAnswer,
  type HttpRequest,
  httpProvider,
  type Refusal,
  type Signable,
} from '#lib/providers/http/http.ts';
import { kindOf } from '#lib/providers/http/http-answer.ts';
import type { SmsMessage } from '#lib/providers/message.ts';
import { ProviderError } from '#lib/providers/send.ts';
import { uuidOf } from '#lib/providers/uuid.ts';

export const provider = smsProvider({
  id: 'azure-sms',
  displayName: 'Azure SMS',
  color: '#0078d4',
  docsLink: 'https://learn.microsoft.com/azure/communication-services/concepts/sms/concepts',
  credentials: [required('accessKey', 'Connection string'), required('from', 'From')],
  ...httpProvider<'sms'>({
    auth: () => ({ headers: {} }),
    sign,
    request,
    // The status is 202 even for a refused recipient.
    accepted: (answer) => answer.status === 202 && statusOf(answer) === 202,
    messageId: ({ json }) => textAt(json, 'value', 0, 'messageId'),
    refusal,
    check: {
      // https://learn.microsoft.com/en-us/rest/api/communication/phonenumbers/phone-numbers/list-phone-numbers
      request: (credentials) => {
        const { endpoint, key } = resourceOf(credentials);
        return { method: 'GET', url: `${endpoint}/phoneNumbers?api-version=2022-12-01`, secrets: [key] };
      },
      words: () => 'The access key works',
    },
  }),
});

/**
 * Reads `endpoint=https://….communication.azure.com/;accesskey=…`.
 * @throws {ProviderError} `configuration` if the text has another form.
 */
function resourceOf(credentials: Credentials): { endpoint: string; key: string } {
  const parts = textOf(credentials, 'accessKey')
    .split(';')
    .map((part) => part.trim());
  const [endpoint = '', key = ''] = ['endpoint=', 'accesskey='].map((name) =>
    parts.find((part) => part.toLowerCase().startsWith(name))?.slice(name.length),
  );
  if (/^https?:\/\//.test(endpoint) && key) return { endpoint: endpoint.replace(/(?<!\/)\/+$/, ''), key };
  const words =
    'The connection string does not have the form “endpoint=https://…;accesskey=…” that the Azure portal shows';
  throw new ProviderError('configuration', { words, exchange: { request: '' }, isOwn: true });
}

/**
 * Returns the request that sends a message: https://learn.microsoft.com/en-us/rest/api/communication/sms/sms/send.
 * Azure processes repeated requests with the same ID and time only once.
 */
function request({ id, to, content, ...message }: SmsMessage, credentials: Credentials): HttpRequest {
  const { endpoint, key } = resourceOf(credentials);
  const once = { repeatabilityRequestId: uuidOf(id), repeatabilityFirstSent: idTime(id).toUTCString() };
  return {
    url: `${endpoint}/sms?api-version=2021-03-07`,
    json: {
      from: message.from ?? textOf(credentials, 'from'),
      smsRecipients: [{ to, ...once }],
      message: content,
      // The vendor returns this tag with the delivery report.
      smsSendOptions: { enableDeliveryReport: true, tag: id },
    },
    secrets: [key],
  };
}

/** Signs a request: https://learn.microsoft.com/en-us/azure/communication-services/tutorials/hmac-header-tutorial */
function sign({ method, url, body, now }: Signable, credentials: Credentials): Record<string, string> {
  const { host, pathname, search } = new URL(url);
  const date = now.toUTCString();
  const hash = createHash('sha256').update(body).digest('base64');
  const text = `${method}\n${pathname}${search}\n${date};${host};${hash}`;
  const signature = createHmac('sha256', Buffer.from(resourceOf(credentials).key, 'base64'))
    .update(text)
    .digest('base64');
  return {
    'x-ms-date': date,
    'x-ms-content-sha256': hash,
    authorization: `HMAC-SHA256 SignedHeaders=x-ms-date;host;x-ms-content-sha256&Signature=${signature}`,
  };
}

function statusOf({ json }: HttpAnswer): number {
  return Number(textAt(json, 'value', 0, 'httpStatusCode'));
}

/**
 * Reads the error from a response: https://learn.microsoft.com/en-us/rest/api/communication/errorcodes. The status of a
 * recipient is an HTTP status.
 */
function refusal(answer: HttpAnswer): Refusal {
  const { json } = answer;
  const status = statusOf(answer);
  if (status) return { words: textAt(json, 'value', 0, 'errorMessage'), code: String(status), kind: kindOf(status) };
  return { words: textAt(json, 'error', 'message'), code: textAt(json, 'error', 'code') };
}
