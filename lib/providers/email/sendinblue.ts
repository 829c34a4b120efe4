import { BREVO_ORIGIN, brevo } from '#lib/providers/brevo.ts';
import { textAt } from '#lib/providers/credential.ts';
import { EMAIL_SENDER, emailProvider, required } from '#lib/providers/definition.ts';
import { brevoEvents, isUnknownToBrevo, readBrevoFate } from '#lib/providers/events/brevo-events.ts';
import { registerBrevo } from '#lib/providers/events/brevo-webhook.ts';
import { type Credentials, type HttpAnswer, type HttpRequest, httpProvider } from '#lib/providers/http/http.ts';
import { asciiName, type Mailbox, senderOf } from '#lib/providers/mailbox.ts';
import type { EmailMessage } from '#lib/providers/message.ts';
import { uuidOf } from '#lib/providers/uuid.ts';

export const provider = emailProvider({
  id: 'sendinblue',
  displayName: 'Brevo (formerly Sendinblue)',
  color: '#0b996e',
  availability: 'renamed',
  availabilityNote: 'Sendinblue is now called Brevo.',
  docsLink: 'https://developers.brevo.com/',
  credentials: [required('apiKey', 'API Key'), ...EMAIL_SENDER],
  events: brevoEvents,
  ...httpProvider<'email'>({
    ...brevo,
    request,
    accepted: (answer) => (answer.status >= 200 && answer.status < 300) || isRepeated(answer),
    idIsOptional: isRepeated,
    fate: {
      // https://developers.brevo.com/reference/get-email-event-report
      request: ({ providerMessageId }) => ({
        method: 'GET',
        url: `${BREVO_ORIGIN}/v3/smtp/statistics/events`,
        query: { messageId: providerMessageId, days: '30', limit: '100' },
        headers: { accept: 'application/json' },
      }),
      isUnknown: isUnknownToBrevo,
      read: readBrevoFate,
    },
    registration: registerBrevo,
  }),
});

/**
 * Returns the request that sends a message: https://developers.brevo.com/reference/sendtransacemail. The idempotency
 * key is a UUID and expires after 30 minutes: https://developers.brevo.com/docs/heterogenous-versions-batch-emails
 */
function request(message: EmailMessage, credentials: Credentials): HttpRequest {
  const { id, to, cc, bcc, replyTo, subject, html, text, headers, attachments } = message;
  return {
    url: `${BREVO_ORIGIN}/v3/smtp/email`,
    headers: { accept: 'application/json' },
    json: {
      sender: spelled(senderOf(message, credentials)),
      to: [spelled(to)],
      ...(cc && { cc: cc.map(spelled) }),
      ...(bcc && { bcc: bcc.map(spelled) }),
      ...(replyTo && { replyTo: spelled(replyTo) }),
      subject,
      ...(html && { htmlContent: html }),
      ...(text && { textContent: text }),
      ...(attachments?.length && {
        attachment: attachments.map(({ name, content }) => ({
          name,
          content: Buffer.from(content).toString('base64'),
        })),
      }),
      // The vendor returns `X-Mailin-custom` with every event of the message.
      headers: { ...headers, 'X-Mailin-custom': id, idempotencyKey: uuidOf(id) },
    },
  };
}

/**
 * Encodes a name that contains both a non-ASCII letter and one of these characters, because Brevo would drop the name.
 */
function spelled(mailbox: Mailbox): Mailbox {
  return /[()<>@,;:\\".[\]]/.test(mailbox.name ?? '') ? asciiName(mailbox) : mailbox;
}

/** Whether Brevo already accepted an earlier attempt whose response was lost. */
function isRepeated({ status, json }: HttpAnswer): boolean {
  return status === 400 && textAt(json, 'code') === 'duplicate_parameter';
}
