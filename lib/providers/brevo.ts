/** What the providers of Brevo share: one account, one key, one form of errors. */
import { textAt, textOf } from './credential.ts';
import type { HttpShape } from './http.ts';
import { retryAfterMs } from './retry-after.ts';

export const BREVO_ORIGIN = 'https://api.brevo.com';

export const brevo = {
  auth: (credentials) => ({ headers: { 'api-key': textOf(credentials, 'apiKey') } }),
  messageId: ({ json }) => textAt(json, 'messageId'),
  refusal: ({ json, headers }, now) => ({
    words: textAt(json, 'message'),
    code: textAt(json, 'code'),
    // Seconds: https://developers.brevo.com/docs/limit-headers
    retryAfterMs: retryAfterMs(headers['x-sib-ratelimit-reset'], now),
  }),
  check: {
    // https://developers.brevo.com/reference/getaccount
    request: () => ({ method: 'GET', url: `${BREVO_ORIGIN}/v3/account` }),
    words: ({ json }) => `The key is of ${textAt(json, 'companyName') || textAt(json, 'email') || 'an account'}`,
  },
} satisfies Pick<HttpShape<'email' | 'sms'>, 'auth' | 'messageId' | 'refusal' | 'check'>;
