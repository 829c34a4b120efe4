import { isObject } from '#lib/json/values.ts';
import { textAt, textOf } from '#lib/providers/credential.ts';
import { EMAIL_SENDER, emailProvider, required } from '#lib/providers/definition.ts';
import { isAmong } from '#lib/providers/email-address.ts';
import { mandrillEvents } from '#lib/providers/events/mandrill-events.ts';
import { registerMandrill } from '#lib/providers/events/mandrill-webhook.ts';
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
import type { RefusedRecipient } from '#lib/providers/send.ts';

export const provider = emailProvider({
  id: 'mandrill',
  displayName: 'Mandrill',
  color: '#ffe01b',
  availability: 'renamed',
  availabilityNote: 'Mandrill is Mailchimp Transactional today.',
  docsLink: 'https://mailchimp.com/developer/transactional/',
  credentials: [required('apiKey', 'API Key'), ...EMAIL_SENDER],
  senderDns: {
    docsLink: 'https://mailchimp.com/developer/transactional/docs/authentication-delivery/',
    selectors: ['mte1', 'mte2'],
  },
  events: mandrillEvents,
  ...httpProvider<'email'>({
    // The key is a field of the body.
    auth: () => ({ headers: {} }),
    request,
    casing: 'snake',
    // The status is 200 even for rejected recipients.
    accepted: (answer) => answer.status === 200 && entriesOf(answer).some(isTaken),
    refusedRecipients: (answer) =>
      entriesOf(answer)
        .filter((entry) => !isTaken(entry))
        .map(refusedEntry),
    // The response contains an ID for each recipient, in an undocumented order.
    messageId: (answer, _, { to }) => {
      const entries = entriesOf(answer);
      const own = entries.find(({ email }) => email !== undefined && isAmong(email, [to.email]));
      return textAt(own ?? entries[0], '_id');
    },
    refusal,
    check: {
      // https://mailchimp.com/developer/transactional/api/users/ping/
      request: (credentials) => ({ url: `${API}/users/ping2`, json: { key: textOf(credentials, 'apiKey') } }),
      words: () => 'The key works',
    },
    registration: registerMandrill,
  }),
});

const API = 'https://mandrillapp.com/api/1.0';

/**
 * Returns the request that sends a message:
 * https://mailchimp.com/developer/transactional/api/messages/send-new-message/
 */
function request(message: EmailMessage, credentials: Credentials): HttpRequest {
  const { id, to, cc = [], bcc = [], replyTo, subject, html, text, headers, attachments = [] } = message;
  const { email, name } = senderOf(message, credentials);
  const [images, files] = [true, false].map((isInline) =>
    attachments.filter(({ contentId }) => Boolean(contentId) === isInline).map(attachment),
  );
  const recipients = { to: [to], cc, bcc };
  const all = { ...headers, ...(replyTo && { 'Reply-To': mailboxText(replyTo) }) };
  return {
    url: `${API}/messages/send`,
    json: {
      key: textOf(credentials, 'apiKey'),
      message: {
        from_email: email,
        ...(name && { from_name: name }),
        to: Object.entries(recipients).flatMap(([type, each]) => each.map((mailbox) => ({ ...mailbox, type }))),
        // Shows the recipients in copy in the header, as other vendors do.
        preserve_recipients: true,
        subject,
        ...(html && { html }),
        ...(text && { text }),
        ...(Object.keys(all).length > 0 && { headers: all }),
        ...(files?.length && { attachments: files }),
        ...(images?.length && { images }),
        // The vendor returns this ID with every event of the message.
        metadata: { message_id: id },
      },
    },
    overridesAt: 'message',
  };
}

function attachment({ name, contentType, content, contentId }: NonNullable<EmailMessage['attachments']>[number]) {
  return {
    type: contentType ?? 'application/octet-stream',
    // HTML refers to an inline image by its name.
    name: contentId ?? name,
    content: Buffer.from(content).toString('base64'),
  };
}

interface Entry {
  email?: string;
  status?: string;
  reject_reason?: string | null;
}

/** Returns the response's entries, one for each recipient. */
function entriesOf({ json }: HttpAnswer): Entry[] {
  return Array.isArray(json) ? json.filter(isObject) : [];
}

function isTaken({ status }: Entry): boolean {
  return /^(sent|queued|scheduled)$/.test(status ?? '');
}

function refusedEntry({ email: address, status, reject_reason }: Entry): RefusedRecipient {
  const code = reject_reason ?? status;
  return {
    address,
    kind: kindOf(code) ?? 'rejected',
    words: `The recipient is rejected: ${code}`,
    providerCode: code,
    isOwn: false,
  };
}

/** Names of errors, and reasons for refused recipients. */
const kindOf = codeKinds({
  auth: 'Invalid_Key',
  account: 'PaymentRequired invalid-sender test-mode-limit unsigned',
  unavailable: 'ServiceUnavailable GeneralError',
});

/**
 * The status of every error is 500, so the name decides:
 * https://mailchimp.com/developer/transactional/docs/error-glossary/
 */
function refusal({ status, json }: HttpAnswer): Refusal {
  const name = textAt(json, 'name');
  const reason = textAt(json, 0, 'reject_reason') ?? textAt(json, 0, 'status');
  if (name === undefined)
    return { words: reason && `The recipient is rejected: ${reason}`, code: reason, kind: kindOf(reason) };
  const kind = kindOf(name) ?? (status === 500 ? 'rejected' : undefined);
  return { words: textAt(json, 'message'), code: name, kind };
}
