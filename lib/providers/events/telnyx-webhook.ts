import { valueAt } from '#lib/json/values.ts';
import { textAt } from '#lib/providers/credential.ts';
import type { Credentials } from '#lib/providers/http/http.ts';
import { type Registration, takenAddress, undocumented } from './event-registration.ts';

const PUBLIC_KEY = 'https://api.telnyx.com/v2/public_key';

/**
 * Registers the event address at the vendor:
 * https://developers.telnyx.com/api-reference/profiles/update-a-messaging-profile. A messaging profile has one address,
 * also for incoming messages, so an address of another service is never replaced.
 */
export function registerTelnyx(profileUrl: (credentials: Credentials) => string): Registration {
  return async ({ ask, credentials }, target) => {
    const url = profileUrl(credentials);
    const read = await ask({ method: 'GET', url });
    const profile = valueAt(read.json, ['data']);
    if (textAt(profile, 'id') === undefined) throw undocumented(read.status);
    const address = textAt(profile, 'webhook_url') ?? '';
    const isOwn = target.isOwn(address);
    if (address !== '' && !isOwn)
      throw takenAddress(
        'The events of the messaging profile go to another address, which Belfry does not replace: remove this address at Telnyx, or use another messaging profile',
      );
    await ask({ method: 'PATCH', url, json: { webhook_url: target.url, webhook_api_version: '2' } });
    // https://github.com/team-telnyx/telnyx-ruby (lib/telnyx/public_key.rb). A restricted key may not read the public key.
    const key = await ask({ method: 'GET', url: PUBLIC_KEY }, [401, 403, 404]);
    return { isNew: !isOwn, key: textAt(key.json, 'data', 'public') };
  };
}
