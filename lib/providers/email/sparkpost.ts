import { textAt, textOf } from '#lib/providers/credential.ts';
import { EMAIL_SENDER, emailProvider, optional, required } from '#lib/providers/definition.ts';
import { readSparkPostFate, sparkpostEvents } from '#lib/providers/events/sparkpost-events.ts';
import { registerSparkPost } from '#lib/providers/events/sparkpost-webhook.ts';
import { codeKinds } from '#lib/providers/http/answer-kinds.ts';
import {
  type Credentials,
  type HttpAnswer,
  type HttpRequest,
  httpProvider,
  type Refusal,
} from '#lib/providers/http/http.ts';
import { hasNone } from '#lib/providers/http/http-answer.ts';
import { mailboxList, mailboxText, senderOf } from '#lib/providers/mailbox.ts';
import type { EmailMessage } from '#lib/providers/message.ts';
import type { RefusedRecipient } from '#lib/providers/send.ts';

export const provider = emailProvider({
  id: 'sparkpost',
  displayName: 'SparkPost',
  color: '#fa6423',
  availability: 'renamed',
  availabilityNote: 'SparkPost is Bird Email today.',
  docsLink: 'https://developers.sparkpost.com/api/',
  credentials: [
    required('apiKey', 'API Key'),
    optional('region', 'Region', {
      type: 'dropdown',
      options: [
        { name: 'Default', value: null },
        { name: 'EU', value: 'eu' },
      ],
    }),
    ...EMAIL_SENDER,
  ],
  events: sparkpostEvents,
  ...httpProvider<'email'>({
    auth: (credentials) => ({ headers: { authorization: textOf(credentials, 'apiKey') } }),
    request,
    casing: 'snake',
    accepted: ({ status, json }) =>
      status === 200 && textAt(json, 'results', 'id') !== undefined && !hasNoAcceptedRecipient(json),
    refusedRecipients: uncounted,
    messageId: ({ json }) => textAt(json, 'results', 'id'),
    refusal,
    check: {
      // This test also works with a key that may only send. Without a recipient, nothing is sent.
      request: (credentials) => ({ url: transmissions(credentials), json: {} }),
      accepted: ({ status }) => status === 400 || status === 422,
      words: () => 'The key may send mail',
    },
    fate: {
      // https://developers.sparkpost.com/api/events/#events-get-search-for-message-events
      request: ({ providerMessageId, sentAt }, credentials) => ({
        method: 'GET',
        url: `${api(credentials)}/events/message`,
        // From one hour earlier, because the clocks may differ. Without `from`, only the last day is searched.
        query: {
          transmissions: providerMessageId,
          from: `${new Date(sentAt.getTime() - 3_600_000).toISOString().slice(0, 19)}Z`,
          per_page: '1000',
        },
      }),
      // The list is also empty for a transmission that is older than ten days.
      isUnknown: hasNone('results'),
      read: readSparkPostFate,
    },
    registration: registerSparkPost(api),
  }),
});

/** Returns the base URL of the account’s region: https://developers.sparkpost.com/api/#header-sparkpost-eu */
function api(credentials: Credentials): string {
  const host = textOf(credentials, 'region') === 'eu' ? 'api.eu.sparkpost.com' : 'api.sparkpost.com';
  return `https://${host}/api/v1`;
}

function transmissions(credentials: Credentials): string {
  return `${api(credentials)}/transmissions`;
}

/** Returns the request that sends a message: https://developers.sparkpost.com/api/transmissions/ */
function request(message: EmailMessage, credentials: Credentials): HttpRequest {
  const { id, to, cc = [], bcc = [], replyTo, subject, html, text, headers, attachments = [] } = message;
  const [images, files] = [true, false].map((isInline) =>
    attachments.filter(({ contentId }) => Boolean(contentId) === isInline).map(attachment),
  );
  const all = { ...headers, ...(cc.length > 0 && { CC: mailboxList(cc) }) };
  return {
    url: transmissions(credentials),
    json: {
      options: { transactional: true },
      // A recipient in copy is a further recipient whose `To` header contains the main recipient.
      recipients: [
        { address: to },
        ...[...cc, ...bcc].map((mailbox) => ({ address: { ...mailbox, header_to: mailboxText(to) } })),
      ],
      content: {
        from: senderOf(message, credentials),
        ...(replyTo && { reply_to: mailboxText(replyTo) }),
        subject,
        ...(html && { html }),
        ...(text && { text }),
        ...(Object.keys(all).length > 0 && { headers: all }),
        ...(files?.length && { attachments: files }),
        ...(images?.length && { inline_images: images }),
      },
      // The vendor returns this ID with every event of the message.
      metadata: { message_id: id },
    },
  };
}

function attachment({ name, contentType, content, contentId }: NonNullable<EmailMessage['attachments']>[number]) {
  return {
    name: contentId ?? name,
    type: contentType ?? 'application/octet-stream',
    data: Buffer.from(content).toString('base64'),
  };
}

function hasNoAcceptedRecipient(json: unknown): boolean {
  return textAt(json, 'results', 'total_accepted_recipients') === '0';
}

/** Returns one entry without an address for all refused recipients, because the response contains only their number. */
function uncounted({ json }: HttpAnswer): RefusedRecipient[] {
  const [rejected = 0, accepted = 0] = ['total_rejected_recipients', 'total_accepted_recipients'].map((key) =>
    Number(textAt(json, 'results', key) ?? 0),
  );
  if (rejected === 0 || accepted === 0) return [];
  const words = `${rejected} of ${rejected + accepted} recipients were refused; the response does not show which`;
  return [{ kind: 'rejected', words, isOwn: true }];
}

/** The sending domain is not verified. */
const kindOf = codeKinds({ account: '7001' });

/**
 * Reads the error from a response: https://developers.sparkpost.com/api/#header-errors. 420 means that the plan's
 * sending limit is reached.
 */
function refusal({ status, json }: HttpAnswer): Refusal {
  const code = textAt(json, 'errors', 0, 'code');
  const [message, description] = ['message', 'description'].map((key) => textAt(json, 'errors', 0, key));
  return {
    words:
      [message, description].filter(Boolean).join(': ') ||
      (hasNoAcceptedRecipient(json) ? 'No recipient was accepted' : ''),
    code,
    kind: kindOf(code) ?? (status === 420 ? 'rate_limited' : undefined),
  };
}
