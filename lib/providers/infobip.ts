/** The common part of the Infobip providers: account, states and errors. */
import { codeKinds } from '#lib/providers/http/answer-kinds.ts';
import { baseUrl } from '#lib/providers/http/base-url.ts';
import type { Credentials, HttpAnswer, HttpShape, Refusal } from '#lib/providers/http/http.ts';
import { textAt, textOf } from './credential.ts';

export const infobip = {
  auth: (credentials) => ({ headers: { authorization: `App ${textOf(credentials, 'apiKey')}` } }),
  refusal: infobipRefusal,
  check: {
    // https://www.infobip.com/docs/api/platform/account-management/get-account-balance
    request: (credentials) => ({ method: 'GET', url: `${infobipBase(credentials)}/account/1/balance` }),
    words: ({ json }) =>
      `The key works. The balance is ${textAt(json, 'balance') ?? 'unknown'} ${textAt(json, 'currency') ?? ''}`,
  },
} satisfies Partial<HttpShape<'email' | 'sms'>>;

export function infobipBase(credentials: Credentials): string {
  return baseUrl(textOf(credentials, 'baseUrl'));
}

const ACCEPTED: ReadonlySet<string | undefined> = new Set(['ACCEPTED', 'PENDING', 'DELIVERED']);

/**
 * Whether Infobip accepted a message, by its entry in the response. The HTTP status is 200 even for rejected messages.
 */
export function isTakenByInfobip(entry: unknown): boolean {
  return ACCEPTED.has(textAt(entry, 'status', 'groupName'));
}

/** Returns the error kind for a message's status. Undefined for a status that concerns only the message. */
export const infobipKind = codeKinds({
  // No credit, or numbers and networks that are not enabled for the account yet.
  account: 'REJECTED_NOT_ENOUGH_CREDITS REJECTED_DESTINATION_NOT_REGISTERED REJECTED_NETWORK',
  configuration: 'REJECTED_SENDER',
  unavailable: 'REJECTED_SYSTEM_ERROR',
});

/**
 * Reads the error from the response: in the current form, which contains the invalid fields, in the earlier form, or
 * from the status of the message.
 */
function infobipRefusal({ json }: HttpAnswer): Refusal {
  const earlier = ['requestError', 'serviceException'] as const;
  const field = ['property', 'violation'].map((key) => textAt(json, 'violations', 0, key)).filter(Boolean);
  const today = [textAt(json, 'description'), field.join(' ')].filter(Boolean).join(' ');
  const status = ['messages', 0, 'status'] as const;
  const name = textAt(json, ...status, 'name');
  return {
    words: today || (textAt(json, ...earlier, 'text') ?? textAt(json, ...status, 'description')),
    code: textAt(json, 'errorCode') ?? textAt(json, ...earlier, 'messageId') ?? name,
    kind: infobipKind(name),
  };
}
