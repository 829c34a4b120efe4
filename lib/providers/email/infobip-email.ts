import { isObject, valueAt } from '#lib/json/values.ts';
import { textAt } from '#lib/providers/credential.ts';
import { EMAIL_SENDER, emailProvider, required } from '#lib/providers/definition.ts';
import { isAmong } from '#lib/providers/email-address.ts';
import { type Credentials, type HttpAnswer, type HttpRequest, httpProvider } from '#lib/providers/http/http.ts';
import { infobip, infobipBase, infobipKind, isTakenByInfobip } from '#lib/providers/infobip.ts';
import { mailboxText, senderOf } from '#lib/providers/mailbox.ts';
import type { EmailAttachment, EmailMessage, Mailbox } from '#lib/providers/message.ts';
import type { RefusedRecipient } from '#lib/providers/send.ts';

export const provider = emailProvider({
  id: 'infobip-email',
  displayName: 'Infobip Email',
  color: '#fc6423',
  docsLink: 'https://www.infobip.com/docs/email',
  credentials: [
    required('baseUrl', 'Base URL', { format: 'urlOrHost' }),
    required('apiKey', 'API Key'),
    ...EMAIL_SENDER,
  ],
  ...httpProvider<'email'>({
    ...infobip,
    request,
    accepted: (answer) => answer.status === 200 && entriesOf(answer).some(isTakenByInfobip),
    refusedRecipients: (answer) =>
      entriesOf(answer)
        .filter((entry) => !isTakenByInfobip(entry))
        .map(refusedEntry),
    // The response has an entry with an ID for each recipient.
    messageId: (answer, _, { to }) => {
      const entries = entriesOf(answer);
      const own = entries.find((entry) => isAmong(textAt(entry, 'destination') ?? '', [to.email]));
      return textAt(own ?? entries[0], 'messageId');
    },
  }),
});

function entriesOf({ json }: HttpAnswer): unknown[] {
  const entries = valueAt(json, ['messages']);
  return Array.isArray(entries) ? entries.filter(isObject) : [];
}

function refusedEntry(entry: unknown): RefusedRecipient {
  const [address, name] = [textAt(entry, 'destination'), textAt(entry, 'status', 'name')];
  return {
    address,
    kind: infobipKind(name) ?? 'rejected',
    words: `The recipient is rejected: ${textAt(entry, 'status', 'description') ?? name}`,
    providerCode: name,
    isOwn: false,
  };
}

/**
 * Returns the request that sends a message: https://www.infobip.com/docs/api/channels/email/send-email-messages-api.
 * The recipients and the reply address are sent without names.
 */
function request(message: EmailMessage, credentials: Credentials): HttpRequest {
  const { id, to, cc, bcc, replyTo, subject, html, text, headers, attachments = [] } = message;
  const [images, files] = [true, false].map((isInline) =>
    attachments.filter(({ contentId }) => Boolean(contentId) === isInline).map(attachment),
  );
  const destination = {
    to: [recipient(to)],
    ...(cc && { cc: cc.map(recipient) }),
    ...(bcc && { bcc: bcc.map(recipient) }),
    ...(replyTo && { replyTo: replyTo.email }),
  };
  const content = {
    subject,
    ...(html && { html }),
    ...(text && { text }),
    // The API takes the headers as a JSON string.
    ...(headers && { headers: JSON.stringify(headers) }),
    ...(files?.length && { attachments: files }),
    ...(images?.length && { inlineImages: images }),
  };
  const email = {
    sender: mailboxText(senderOf(message, credentials)),
    destinations: [destination],
    content,
    // The vendor returns this ID with every event of the message.
    webhooks: { callbackData: id },
  };
  return { url: `${infobipBase(credentials)}/email/4/messages`, json: { messages: [email] } };
}

function recipient({ email }: Mailbox) {
  return { destination: email };
}

/** The HTML refers to an inline image by `cid:` and its file name. */
function attachment({ name, contentType = 'application/octet-stream', content, contentId }: EmailAttachment) {
  return {
    type: 'binary',
    content: Buffer.from(content).toString('base64'),
    contentType,
    fileName: contentId ?? name,
  };
}
