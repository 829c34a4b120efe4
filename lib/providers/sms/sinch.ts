import { codeKinds } from '#lib/providers/answer-kinds.ts';
import { bearer, textAt, textOf } from '#lib/providers/credential.ts';
import { required, smsProvider } from '#lib/providers/definition.ts';
import { type Credentials, type HttpAnswer, httpProvider, type Refusal } from '#lib/providers/http.ts';
import { readSinchFate, sinchEvents } from '#lib/providers/sinch-events.ts';

export const provider = smsProvider({
  id: 'sinch',
  displayName: 'Sinch',
  color: '#ffbe3c',
  docsLink: 'https://developers.sinch.com/docs/sms/',
  credentials: [
    required('servicePlanId', 'Service Plan ID'),
    required('apiToken', 'API Token'),
    required('region', 'Region', {
      type: 'dropdown',
      default: 'eu',
      options: [
        { name: 'EU (Ireland, Sweden)', value: 'eu' },
        { name: 'US', value: 'us' },
        { name: 'Australia', value: 'au' },
        { name: 'Brazil', value: 'br' },
        { name: 'Canada', value: 'ca' },
      ],
    }),
    required('from', 'From'),
  ],
  events: sinchEvents,
  ...httpProvider<'sms'>({
    auth: (credentials) => ({ headers: bearer(textOf(credentials, 'apiToken')) }),
    request: ({ id, to, content, ...message }, credentials) => ({
      url: batches(credentials),
      json: {
        from: message.from ?? textOf(credentials, 'from'),
        to: [to],
        body: content,
        // The vendor returns this ID with every event of the message.
        client_reference: id,
        // Without this, the vendor sends no reports. Reports go to the URL of the service plan, if there is one.
        delivery_report: 'per_recipient',
      },
    }),
    casing: 'snake',
    messageId: ({ json }) => textAt(json, 'id'),
    refusal,
    check: {
      request: (credentials) => ({ method: 'GET', url: `${batches(credentials)}?page_size=1` }),
      words: () => 'The token is of the service plan',
    },
    fate: {
      // https://developers.sinch.com/docs/sms/common-operations/retrieving-delivery-reports/
      request: ({ providerMessageId, to }, credentials) => ({
        method: 'GET',
        url: `${batches(credentials)}/${encodeURIComponent(providerMessageId)}/delivery_report/${to.replace(/\D/g, '')}`,
      }),
      read: readSinchFate,
    },
  }),
});

/** Codes with status 403 that concern the message or the service plan, not the token. */
const kindOf = codeKinds({
  rejected: 'illegal_number_type message_expired blocked_number',
  account: 'missing_svc_conf',
});

/** https://developers.sinch.com/docs/sms/api-reference/status-codes/. An unknown service plan has status 404. */
function refusal({ status, json }: HttpAnswer): Refusal {
  const code = textAt(json, 'code');
  return { words: textAt(json, 'text'), code, kind: kindOf(code) ?? (status === 404 ? 'configuration' : undefined) };
}

/** https://developers.sinch.com/docs/sms/api-reference/sms/tag/Batches/ */
function batches(credentials: Credentials): string {
  const region = textOf(credentials, 'region').replace(/[^a-z]/g, '') || 'eu';
  const plan = encodeURIComponent(textOf(credentials, 'servicePlanId'));
  return `https://${region}.sms.api.sinch.com/xms/v1/${plan}/batches`;
}
