import { bearer, textAt, textOf } from '#lib/providers/credential.ts';
import { EMAIL_SENDER, emailProvider, required } from '#lib/providers/definition.ts';
import { readResendFate, resendEvents } from '#lib/providers/events/resend-events.ts';
import { registerResend } from '#lib/providers/events/resend-webhook.ts';
import { codeKinds } from '#lib/providers/http/answer-kinds.ts';
import {
  type Credentials,
  type HttpAnswer,
  type HttpRequest,
  httpProvider,
  type Refusal,
} from '#lib/providers/http/http.ts';
import { mailboxText, senderOf } from '#lib/providers/mailbox.ts';
import type { EmailMessage } from '#lib/providers/message.ts';

export const provider = emailProvider({
  id: 'resend',
  displayName: 'Resend',
  color: '#000000',
  docsLink: 'https://resend.com/docs',
  credentials: [required('apiKey', 'API Key'), ...EMAIL_SENDER],
  events: resendEvents,
  ...httpProvider<'email'>({
    auth: (credentials) => ({ headers: bearer(textOf(credentials, 'apiKey')) }),
    request,
    casing: 'snake',
    accepted: (answer) => (answer.status >= 200 && answer.status < 300) || isRepeated(answer),
    messageId: ({ json }) => textAt(json, 'id'),
    idIsOptional: isRepeated,
    refusal,
    check: {
      request: () => ({ method: 'GET', url: `${ORIGIN}/domains` }),
      // For a valid key that may only send, this endpoint returns an error with its own code.
      accepted: (answer) => answer.status === 200 || maySendOnly(answer),
      words: (answer) => (maySendOnly(answer) ? 'The key works, but may only send' : 'The key has full access'),
    },
    fate: {
      // https://resend.com/docs/api-reference/emails/retrieve-email
      request: ({ providerMessageId }) => ({
        method: 'GET',
        url: `${ORIGIN}/emails/${encodeURIComponent(providerMessageId)}`,
      }),
      read: readResendFate,
    },
    registration: registerResend,
  }),
});

const ORIGIN = 'https://api.resend.com';

/**
 * Returns the request that sends a message: https://resend.com/docs/api-reference/emails/send-email; the idempotency
 * key is valid for 24 hours: https://resend.com/docs/dashboard/emails/idempotency-keys
 */
function request(message: EmailMessage, credentials: Credentials): HttpRequest {
  const { id, to, cc, bcc, replyTo, subject, html, text, headers, attachments } = message;
  return {
    url: `${ORIGIN}/emails`,
    headers: { 'idempotency-key': id },
    json: {
      from: mailboxText(senderOf(message, credentials)),
      to: [mailboxText(to)],
      ...(cc && { cc: cc.map(mailboxText) }),
      ...(bcc && { bcc: bcc.map(mailboxText) }),
      ...(replyTo && { reply_to: mailboxText(replyTo) }),
      subject,
      ...(html && { html }),
      ...(text && { text }),
      ...(headers && { headers }),
      ...(attachments?.length && { attachments: attachments.map(attachment) }),
      // The vendor returns this ID with every event of the message.
      tags: [{ name: 'message_id', value: id }],
    },
  };
}

function attachment({ name, contentType, content, contentId }: NonNullable<EmailMessage['attachments']>[number]) {
  return {
    filename: name,
    content: Buffer.from(content).toString('base64'),
    ...(contentType && { content_type: contentType }),
    ...(contentId && { content_id: contentId }),
  };
}

/** `unavailable`: the first attempt is still in progress. `account`: the plan's monthly quota is used up. */
const kindOf = codeKinds({ unavailable: 'concurrent_idempotent_requests', account: 'monthly_quota_exceeded' });

/**
 * Reads the error from a response: https://resend.com/docs/api-reference/errors. For an unverified sender, Resend
 * returns the code of an invalid field with status 403.
 */
function refusal({ status, json }: HttpAnswer): Refusal {
  const [code, words] = [textAt(json, 'name'), textAt(json, 'message')];
  const isUnverified = status === 403 && code === 'validation_error';
  return { words, code, kind: isUnverified ? 'account' : kindOf(code) };
}

/**
 * Whether Resend already accepted an earlier attempt whose response was lost. The body of this attempt then differs.
 */
function isRepeated({ status, json }: HttpAnswer): boolean {
  return status === 409 && textAt(json, 'name') === 'invalid_idempotent_request';
}

function maySendOnly({ json }: HttpAnswer): boolean {
  return textAt(json, 'name') === 'restricted_api_key';
}
