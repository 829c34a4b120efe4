import { basic, bearer, textAt, textOf } from '#lib/providers/credential.ts';
import { optional, required, smsProvider } from '#lib/providers/definition.ts';
import { readSinchFate, sinchEvents } from '#lib/providers/events/sinch-events.ts';
import { codeKinds } from '#lib/providers/http/answer-kinds.ts';
import { type Auth, type Credentials, type HttpAnswer, httpProvider, type Refusal } from '#lib/providers/http/http.ts';
import { oauthAccess } from '#lib/providers/http/oauth.ts';
import { ProviderError, type SendTools } from '#lib/providers/send.ts';

const PROJECT = { together: 'Project', advanced: true } as const;

export const provider = smsProvider({
  id: 'sinch',
  displayName: 'Sinch',
  color: '#ffbe3c',
  docsLink: 'https://developers.sinch.com/docs/sms/',
  credentials: [
    required('servicePlanId', 'Service Plan ID', { unless: 'projectId' }),
    required('apiToken', 'API Token', { unless: 'projectId' }),
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
    optional('projectId', 'Project ID', {
      ...PROJECT,
      description: 'Signs in with an access key of the project instead of the service plan, in the regions EU and US.',
    }),
    optional('keyId', 'Access key ID', PROJECT),
    optional('keySecret', 'Access key secret', { ...PROJECT, secret: true }),
  ],
  events: sinchEvents,
  ...httpProvider<'sms'>({
    auth,
    request: ({ id, to, content, ...message }, credentials) => ({
      url: batches(credentials),
      json: {
        from: message.from ?? textOf(credentials, 'from'),
        to: [to],
        body: content,
        // The vendor returns this ID with every event of the message.
        client_reference: id,
        // Without this field, Sinch sends no reports. Reports go to the URL of the service plan, if it has one.
        delivery_report: 'per_recipient',
      },
    }),
    casing: 'snake',
    messageId: ({ json }) => textAt(json, 'id'),
    refusal,
    check: {
      request: (credentials) => ({ method: 'GET', url: `${batches(credentials)}?page_size=1` }),
      words: (_, credentials) =>
        textOf(credentials, 'projectId')
          ? 'The access key belongs to the project'
          : 'The token belongs to the service plan',
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

/**
 * Reads the error from a response: https://developers.sinch.com/docs/sms/api-reference/status-codes/. Sinch returns 404
 * for an unknown service plan.
 */
function refusal({ status, json }: HttpAnswer): Refusal {
  const code = textAt(json, 'code');
  return { words: textAt(json, 'text'), code, kind: kindOf(code) ?? (status === 404 ? 'configuration' : undefined) };
}

/** Project keys: https://developers.sinch.com/docs/identity-access-management/authenticate/oauth2 */
function auth(credentials: Credentials, tools: SendTools): Auth | Promise<Auth> {
  if (!textOf(credentials, 'projectId')) return { headers: bearer(textOf(credentials, 'apiToken')) };
  const [keyId, keySecret] = [textOf(credentials, 'keyId'), textOf(credentials, 'keySecret')] as const;
  const request = { url: 'https://auth.sinch.com/oauth2/token', form: { grant_type: 'client_credentials' } };
  return oauthAccess(['sinch', keyId, keySecret], tools, () => ({ request, auth: basic(keyId, keySecret) }));
}

/**
 * Returns the URL of messages: https://developers.sinch.com/docs/sms/api-reference/sms/tag/Batches/. The host for
 * projects, which exists in two regions, is taken from the vendor’s `sinch-sdk-node`.
 */
function batches(credentials: Credentials): string {
  const region = textOf(credentials, 'region').replace(/[^a-z]/g, '') || 'eu';
  const project = textOf(credentials, 'projectId');
  if (project && region !== 'eu' && region !== 'us') {
    const words = 'Access keys of a project work in the regions EU and US only: choose one of them, or a service plan';
    throw new ProviderError('configuration', { words, exchange: { request: '' }, isOwn: true });
  }
  const path = encodeURIComponent(project || textOf(credentials, 'servicePlanId'));
  return `https://${project ? 'zt.' : ''}${region}.sms.api.sinch.com/xms/v1/${path}/batches`;
}
