/** The common part of the Brevo providers: one account, one key, one form of errors. */
import { codeKinds } from '#lib/providers/http/answer-kinds.ts';
import type { HttpShape } from '#lib/providers/http/http.ts';
import { retryAfterMs } from '#lib/providers/http/retry-after.ts';
import { textAt, textOf } from './credential.ts';

export const BREVO_ORIGIN = 'https://api.brevo.com';

/** Returns the error kind of a code: https://developers.brevo.com/docs/how-it-works#error-codes */
const kindOf = codeKinds({ account: 'account_under_validation not_enough_credits permission_denied' });
/** The error text for an unverified sender. The error code is the same for every invalid field. */
const UNVERIFIED = /sender you used [^\n]{1,300} is not valid/;

export const brevo = {
  auth: (credentials) => ({ headers: { 'api-key': textOf(credentials, 'apiKey') } }),
  messageId: ({ json }) => textAt(json, 'messageId'),
  refusal: ({ json, headers }, now) => {
    const [words, code] = [textAt(json, 'message'), textAt(json, 'code')];
    return {
      words,
      code,
      kind: UNVERIFIED.test(words ?? '') ? 'account' : kindOf(code),
      // The header contains seconds: https://developers.brevo.com/docs/limit-headers
      retryAfterMs: retryAfterMs(headers['x-sib-ratelimit-reset'], now),
    };
  },
  check: {
    // https://developers.brevo.com/reference/getaccount
    request: () => ({ method: 'GET', url: `${BREVO_ORIGIN}/v3/account` }),
    words: ({ json }) => `The key belongs to ${textAt(json, 'companyName') || textAt(json, 'email') || 'an account'}`,
  },
} satisfies Pick<HttpShape<'email' | 'sms'>, 'auth' | 'messageId' | 'refusal' | 'check'>;
