import { bearer, textAt, textOf } from '#lib/providers/credential.ts';
import { chatProvider, optional, required } from '#lib/providers/definition.ts';
import { whatsAppEvents } from '#lib/providers/events/whatsapp-events.ts';
import { codeKinds } from '#lib/providers/http/answer-kinds.ts';
import {
  type Credentials,
  type HttpAnswer,
  type HttpRequest,
  httpProvider,
  type Refusal,
} from '#lib/providers/http/http.ts';
import type { ChatTemplate } from '#lib/providers/message.ts';

export const provider = chatProvider({
  id: 'whatsapp-business',
  displayName: 'WhatsApp Business',
  color: '#25d366',
  sendsToPhone: true,
  availabilityNote:
    'WhatsApp takes free texts within 24 hours of the customer’s last message, otherwise templates only.',
  docsLink: 'https://developers.facebook.com/docs/whatsapp/cloud-api',
  credentials: [
    required('apiToken', 'Access API token'),
    required('phoneNumberIdentification', 'Phone Number Identification'),
    required('businessAccountId', 'WhatsApp Business Account ID'),
    required('secretKey', 'App Secret'),
    optional('token', 'Verify Token', {
      generated: true,
      description: 'Enter the same token at Meta, together with the address for events.',
    }),
  ],
  events: whatsAppEvents,
  ...httpProvider<'chat'>({
    auth: (credentials) => ({ headers: bearer(textOf(credentials, 'apiToken')) }),
    // https://developers.facebook.com/docs/whatsapp/cloud-api/reference/messages
    request: ({ id, content, template, target: { phoneNumber, channel = '' } }, credentials) => ({
      url: `${phone(credentials)}/messages`,
      json: {
        messaging_product: 'whatsapp',
        recipient_type: 'individual',
        to: phoneNumber ?? channel,
        ...(template
          ? { type: 'template', template: templateOf(template) }
          : { type: 'text', text: { body: content } }),
        // The vendor returns this ID with every event of the message.
        biz_opaque_callback_data: id,
      },
    }),
    casing: 'snake',
    finish: withOneContent,
    messageId: ({ json }) => textAt(json, 'messages', 0, 'id'),
    refusal,
    check: {
      request: (credentials) => ({
        method: 'GET',
        url: `${phone(credentials)}?fields=verified_name,display_phone_number`,
      }),
      words: ({ json }) =>
        `The token may send as ${textAt(json, 'verified_name') ?? ''} ${textAt(json, 'display_phone_number') ?? ''}`,
    },
  }),
});

/**
 * Returns the template in the form of the API:
 * https://developers.facebook.com/docs/whatsapp/cloud-api/guides/send-message-templates
 */
function templateOf({ name, language, parameters }: ChatTemplate) {
  // If all names are numbers, they are the positions of the parameters.
  const isNumbered = parameters.every((parameter) => /^\d+$/.test(parameter.name));
  const sorted = isNumbered ? parameters.toSorted((one, other) => Number(one.name) - Number(other.name)) : parameters;
  const sent = sorted.map((parameter) => ({
    type: 'text',
    ...(!isNumbered && { parameter_name: parameter.name }),
    text: parameter.text,
  }));
  return {
    name,
    language: { code: language },
    ...(sent.length > 0 && { components: [{ type: 'body', parameters: sent }] }),
  };
}

/** Removes the text if an override replaces the message with a template. */
function withOneContent(request: HttpRequest): HttpRequest {
  const { text, ...rest } = request.json ?? {};
  return rest.type === 'template' ? { ...request, json: rest } : request;
}

/** The version is part of the URL: https://developers.facebook.com/docs/graph-api/guides/versioning */
function phone(credentials: Credentials): string {
  return `https://graph.facebook.com/v23.0/${encodeURIComponent(textOf(credentials, 'phoneNumberIdentification'))}`;
}

const kindIn = codeKinds({
  rate_limited: '4 80007 130429 131048 131056 133016',
  // Errors of the token and its permissions.
  auth: '0 3 10 190 131005',
  // A blocked, restricted, locked or unpaid account, a certificate problem, an unregistered number.
  account: '368 130497 131031 131042 131045 133010',
  // The recipient cannot get messages, or currently no free-form text.
  recipient: '130472 131021 131026 131047 131050',
});
/** Codes from 200 to 299 mean a missing permission. */
const PERMISSION = /^2\d\d$/;
/** The phone number's ID, which is part of the URL, does not belong to the token. */
const UNKNOWN_NUMBER = /^Unsupported post request/;

/** The code, not the status, defines the error: https://developers.facebook.com/docs/whatsapp/cloud-api/support/error-codes */
function refusal({ status, json }: HttpAnswer): Refusal {
  const code = textAt(json, 'error', 'code');
  const words = textAt(json, 'error', 'message');
  const said = { code, words: [words, textAt(json, 'error', 'error_data', 'details')].filter(Boolean).join('. ') };
  // A server failure (5xx) may have no specific code.
  if (code === '0' && status >= 500) return said;
  if (code !== undefined && PERMISSION.test(code)) return { ...said, kind: 'auth' };
  return { ...said, kind: UNKNOWN_NUMBER.test(words ?? '') ? 'configuration' : kindIn(code) };
}
