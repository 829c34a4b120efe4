import { bearer, textAt, textOf } from '#lib/providers/credential.ts';
import { EMAIL_SENDER, emailProvider, optional, required } from '#lib/providers/definition.ts';
import { baseUrl } from '#lib/providers/http/base-url.ts';
import {
  type Credentials,
  type HttpAnswer,
  type HttpRequest,
  httpProvider,
  type Refusal,
} from '#lib/providers/http/http.ts';
import { isSuccess } from '#lib/providers/http/http-answer.ts';
import { senderOf } from '#lib/providers/mailbox.ts';
import type { EmailAttachment, EmailMessage } from '#lib/providers/message.ts';

export const provider = emailProvider({
  id: 'plunk',
  displayName: 'Plunk',
  color: '#000000',
  docsLink: 'https://docs.useplunk.com/',
  credentials: [
    optional('baseUrl', 'Base URL', { format: 'urlOrHost', advanced: true }),
    required('apiKey', 'API Key'),
    ...EMAIL_SENDER,
  ],
  ...httpProvider<'email'>({
    auth: (credentials) => ({ headers: bearer(textOf(credentials, 'apiKey')) }),
    request,
    accepted: (answer) => isSuccess(answer) || isRepeated(answer),
    // Older versions of Plunk return the list at the top level.
    messageId: ({ json }) => textAt(json, 'data', 'emails', 0, 'email') ?? textAt(json, 'emails', 0, 'email'),
    idIsOptional: isRepeated,
    refusal,
    check: {
      // Without a recipient, nothing is sent. Plunk checks the key before it checks the recipient.
      request: (credentials) => ({ url: endpoint(credentials), json: {} }),
      accepted: ({ status }) => status === 400 || status === 422,
      words: () => 'The key may send mail',
    },
  }),
});

function endpoint(credentials: Credentials): string {
  return `${baseUrl(textOf(credentials, 'baseUrl') || 'https://api.useplunk.com')}/v1/send`;
}

/**
 * Returns the request that sends a message: https://docs.useplunk.com/api-reference/public-api/sendEmail. The
 * idempotency key is valid for 24 hours: https://docs.useplunk.com/guides/idempotency. Plunk generates the plain text
 * from the HTML.
 */
function request(message: EmailMessage, credentials: Credentials): HttpRequest {
  const { id, to, cc = [], bcc = [], replyTo, subject, html, text, headers, attachments } = message;
  const copies = [...cc, ...bcc];
  const [first, ...others] = [to, ...copies].map(({ email }) => email);
  const { email, name } = senderOf(message, credentials);
  return {
    url: endpoint(credentials),
    headers: { 'idempotency-key': id },
    json: {
      to: others.length > 0 ? [first, ...others] : first,
      subject,
      body: html || text,
      from: email,
      ...(name && { name }),
      ...(replyTo && { reply: replyTo.email }),
      ...(headers && { headers }),
      ...(attachments?.length && { attachments: attachments.map(attachment) }),
    },
    leftOut: copies.length > 0 ? 'Plunk has no Cc or Bcc: each recipient of a copy gets a separate email' : undefined,
  };
}

function attachment({ name, contentType = 'application/octet-stream', content }: EmailAttachment) {
  return { filename: name, content: Buffer.from(content).toString('base64'), contentType };
}

/** Whether Plunk already accepted an earlier attempt whose response was lost. */
function isRepeated({ status, json }: HttpAnswer): boolean {
  const first = Number(textAt(json, 'error', 'details', 'originalStatusCode'));
  return status === 409 && first >= 200 && first < 300;
}

/** Reads the error from a response: https://docs.useplunk.com/api-reference/errors */
function refusal({ status, json, body }: HttpAnswer): Refusal {
  const code = textAt(json, 'error', 'code');
  const field = [textAt(json, 'error', 'errors', 0, 'field'), textAt(json, 'error', 'errors', 0, 'message')];
  const said = textAt(json, 'error', 'message') ?? textAt(json, 'message');
  const words = [said, field.filter(Boolean).join(' ')].filter(Boolean).join(': ');
  // The first attempt is still in progress, or Plunk itself does not know its result.
  if (code === 'IDEMPOTENCY_KEY_REUSED') return { kind: 'unavailable', code, words };
  // By default, a 403 means a wrong key. Plunk also returns 403 for a disabled project or an unverified domain.
  return { words, code, ...(status === 403 && /disabled|domain/i.test(body) && { kind: 'account' }) };
}
