import { isObject } from '#lib/json/values.ts';
import { bearer, textAt, textOf } from '#lib/providers/credential.ts';
import { EMAIL_SENDER, emailProvider, required } from '#lib/providers/definition.ts';
import { mailersendEvents, readMailerSendFate } from '#lib/providers/events/mailersend-events.ts';
import { registerMailerSend } from '#lib/providers/events/mailersend-webhook.ts';
import {
  type Credentials,
  type HttpAnswer,
  type HttpRequest,
  httpProvider,
  type Refusal,
} from '#lib/providers/http/http.ts';
import { senderOf } from '#lib/providers/mailbox.ts';
import type { EmailMessage } from '#lib/providers/message.ts';
import type { RefusedRecipient } from '#lib/providers/send.ts';

export const provider = emailProvider({
  id: 'mailersend',
  displayName: 'MailerSend',
  color: '#4747ff',
  docsLink: 'https://developers.mailersend.com/',
  acceptsHeaders: false,
  credentials: [required('apiKey', 'API Key'), ...EMAIL_SENDER],
  events: mailersendEvents,
  ...httpProvider<'email'>({
    auth: (credentials) => ({ headers: bearer(textOf(credentials, 'apiKey')) }),
    request,
    casing: 'snake',
    // The status is 202 even if MailerSend sends nothing: https://www.mailersend.com/help/rest-api-response-codes
    accepted: ({ status, json }) => status === 202 && !suppression(json),
    refusedRecipients: suppressed,
    messageId: ({ headers }) => headers['x-message-id'],
    idIsOptional: true,
    refusal,
    check: {
      // This test also works with a token that may only send. Without a recipient, nothing is sent.
      request: () => ({ url: ENDPOINT, json: {} }),
      accepted: ({ status }) => status === 422,
      words: () => 'The token may send mail',
    },
    fate: {
      // https://developers.mailersend.com/api/v1/messages.html#get-info-for-a-single-message
      request: ({ providerMessageId }) => ({
        method: 'GET',
        url: `${ORIGIN}/v1/messages/${encodeURIComponent(providerMessageId)}`,
      }),
      read: readMailerSendFate,
    },
    registration: registerMailerSend,
  }),
});

const ORIGIN = 'https://api.mailersend.com';
const ENDPOINT = `${ORIGIN}/v1/email`;

/**
 * Returns the request that sends a message: https://developers.mailersend.com/api/v1/email.html#send-an-email. Events
 * contain MailerSend's message ID. Belfry's ID would need a custom header, which only some plans allow, so it is not
 * sent.
 */
function request(message: EmailMessage, credentials: Credentials): HttpRequest {
  const { to, cc, bcc, replyTo, subject, html, text, headers, attachments } = message;
  return {
    url: ENDPOINT,
    json: {
      from: senderOf(message, credentials),
      to: [to],
      ...(cc && { cc }),
      ...(bcc && { bcc }),
      ...(replyTo && { reply_to: replyTo }),
      subject,
      ...(html && { html }),
      ...(text && { text }),
      ...(headers && { headers: Object.entries(headers).map(([name, value]) => ({ name, value })) }),
      ...(attachments?.length && { attachments: attachments.map(attachment) }),
    },
  };
}

function attachment({ name, content, contentId }: NonNullable<EmailMessage['attachments']>[number]) {
  return {
    filename: name,
    content: Buffer.from(content).toString('base64'),
    ...(contentId ? { disposition: 'inline', id: contentId } : { disposition: 'attachment' }),
  };
}

interface Warning {
  type?: string;
  message?: string;
  warning?: string;
  recipients?: { email?: string; reasons?: string[] }[];
}

/** Returns the warning that every recipient is on a suppression list. */
function suppression(json: unknown): Warning | undefined {
  return warningsIn(json).find(({ type }) => /^ALL_?SUPPRESSED$/.test(type ?? ''));
}

function warningsIn(json: unknown): Warning[] {
  const { warnings } = (json ?? {}) as { warnings?: Warning[] };
  return Array.isArray(warnings) ? warnings : [];
}

/** Returns the recipients of a warning that some, but not all, are on a suppression list. */
function suppressed({ json }: HttpAnswer): RefusedRecipient[] {
  return warningsIn(json)
    .filter(({ type }) => /^SOME_?SUPPRESSED$/.test(type ?? ''))
    .flatMap(({ type, message, warning, recipients = [] }) =>
      recipients.map(({ email, reasons = [] }) => ({
        address: email,
        kind: 'rejected',
        words: [message ?? warning ?? 'The recipient is suppressed', ...reasons].join(' '),
        providerCode: type,
        isOwn: false,
      })),
    );
}

/** Returns the problem of each field, which the error's `message` does not name. */
function fieldWords(json: unknown): string[] {
  const { errors } = (json ?? {}) as { errors?: unknown };
  return isObject(errors) ? Object.values(errors).flat().map(String) : [];
}

/** An unverified domain, or a trial account: https://developers.mailersend.com/general.html#error-codes */
const ACCOUNT = /#MS422(07|22|25)|must be verified in your account|trial account/i;

/**
 * Reads the error from a response: https://developers.mailersend.com/general.html#api-response. 421 means maintenance.
 */
function refusal({ json, status }: HttpAnswer): Refusal {
  const suppressed = suppression(json);
  if (suppressed) {
    const reasons = suppressed.recipients?.flatMap(({ reasons = [] }) => reasons) ?? [];
    const words = suppressed.message ?? suppressed.warning ?? 'All recipients are suppressed';
    return { code: suppressed.type, words: [words, ...reasons].join(' ') };
  }
  const words = [...new Set([textAt(json, 'message'), ...fieldWords(json)].filter(Boolean))].join(' ');
  if (status === 421) return { words, kind: 'unavailable' };
  return { words, ...(ACCOUNT.test(words) && { kind: 'account' }) };
}
