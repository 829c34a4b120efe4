import type { Credentials } from '#lib/providers/credential.ts';
import {
  listIn,
  ownWebhook,
  type Registration,
  saveWebhook,
  userAndPassword,
  WEBHOOK_NAME,
} from './event-registration.ts';
import { SPARKPOST_EVENTS } from './sparkpost-events.ts';

/** Registers the event address at the vendor: https://developers.sparkpost.com/api/webhooks/ */
export function registerSparkPost(base: (credentials: Credentials) => string): Registration {
  return async (api, target) => {
    const webhooks = `${base(api.credentials)}/webhooks`;
    const listed = await api.ask({ method: 'GET', url: webhooks });
    const id = ownWebhook(listIn(listed, 'results'), target, { id: 'id', url: 'target' });
    const login = userAndPassword(target);
    const json = {
      name: WEBHOOK_NAME,
      target: target.url,
      events: SPARKPOST_EVENTS,
      ...(login
        ? { auth_type: 'basic', auth_credentials: { username: login.user, password: login.password } }
        : { auth_type: 'none' }),
    };
    return saveWebhook(api, { url: webhooks, id, json });
  };
}
