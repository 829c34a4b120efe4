import { textOf } from '#lib/providers/credential.ts';
import { listIn, ownWebhook, type Registration, saveWebhook, userAndPassword } from './event-registration.ts';

const WEBHOOKS = 'https://api.postmarkapp.com/webhooks';
const HEADERS = { accept: 'application/json' };

/**
 * Registers the event address at the vendor: https://postmarkapp.com/developer/api/webhooks-api. A webhook belongs to
 * one message stream.
 */
export const registerPostmark: Registration = async (api, target) => {
  const query = { MessageStream: textOf(api.credentials, 'messageStream') || 'outbound' };
  const listed = await api.ask({ method: 'GET', url: WEBHOOKS, query, headers: HEADERS });
  const id = ownWebhook(listIn(listed, 'Webhooks'), target, { id: 'ID', url: 'Url' });
  const login = userAndPassword(target);
  const json = {
    Url: target.url,
    ...(login && { HttpAuth: { Username: login.user, Password: login.password } }),
    Triggers: {
      Open: { Enabled: true, PostFirstOpenOnly: false },
      Click: { Enabled: true },
      Delivery: { Enabled: true },
      Bounce: { Enabled: true, IncludeContent: false },
      SpamComplaint: { Enabled: true, IncludeContent: false },
      SubscriptionChange: { Enabled: true },
    },
  };
  return saveWebhook(api, { url: WEBHOOKS, id, json, atCreation: query, headers: HEADERS });
};
