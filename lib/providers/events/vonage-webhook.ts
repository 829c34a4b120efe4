import { valueAt } from '#lib/json/values.ts';
import { basic, type Credentials, textAt, textOf } from '#lib/providers/credential.ts';
import type { HttpRequest } from '#lib/providers/http/http-request.ts';
import { type Registration, takenAddress, undocumented } from './event-registration.ts';

const SETTINGS = 'https://rest.nexmo.com/account/settings';

/**
 * Registers the event address at the vendor: https://developer.vonage.com/en/api/account#changeAccountSettings. The
 * account has one address for receipts. An address of another service is never replaced. A request without settings
 * returns the current settings.
 */
export const registerVonage: Registration = async ({ ask, credentials }, target) => {
  const request = { url: SETTINGS, ...vonageSignIn(credentials) };
  const present = await ask({ ...request, form: {} });
  if (valueAt(present.json, ['max-outbound-request']) === undefined) throw undocumented(present.status);
  const address = textAt(present.json, 'dr-callback-url') ?? '';
  const isOwn = target.isOwn(address);
  if (address !== '' && !isOwn)
    throw takenAddress(
      'The delivery receipts of the account go to another address, which Belfry does not replace: remove this address at Vonage',
    );
  await ask({ ...request, form: { drCallBackUrl: target.url } });
  return { isNew: !isOwn };
};

/** Returns the header of Basic authentication, for the APIs that do not accept the credentials in the body. */
export function vonageSignIn(credentials: Credentials): Required<Pick<HttpRequest, 'headers' | 'secrets'>> {
  const headers = basic(textOf(credentials, 'apiKey'), textOf(credentials, 'secretKey'));
  return { headers, secrets: Object.values(headers) };
}
