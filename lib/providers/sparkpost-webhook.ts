import type { Credentials } from './credential.ts';
import { listIn, ownWebhook, type Registration, userAndPassword, WEBHOOK_NAME } from './event-registration.ts';
import { SPARKPOST_EVENTS } from './sparkpost-events.ts';

/** https://developers.sparkpost.com/api/webhooks/ */
export function registerSparkPost(api: (credentials: Credentials) => string): Registration {
  return async ({ ask, credentials }, target) => {
    const webhooks = `${api(credentials)}/webhooks`;
    const listed = await ask({ method: 'GET', url: webhooks });
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
    if (id === undefined) await ask({ url: webhooks, json });
    else await ask({ method: 'PUT', url: `${webhooks}/${encodeURIComponent(id)}`, json });
    return { isNew: id === undefined };
  };
}
