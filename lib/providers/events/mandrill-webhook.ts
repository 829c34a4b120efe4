import { valueAt } from '#lib/json/values.ts';
import { textAt, textOf } from '#lib/providers/credential.ts';
import { listIn, type Registration, textIn, WEBHOOK_NAME } from './event-registration.ts';

const WEBHOOKS = 'https://mandrillapp.com/api/1.0/webhooks';

/** The documented events. A user can add others, such as `deferral`, in Mandrill's settings. */
const EVENTS = ['send', 'hard_bounce', 'soft_bounce', 'open', 'click', 'spam', 'unsub', 'reject'];

/**
 * Registers the event address at the vendor: https://mailchimp.com/developer/transactional/api/webhooks/add-webhook/.
 * Keeps the events that a user added.
 */
export const registerMandrill: Registration = async ({ ask, credentials }, target) => {
  const key = textOf(credentials, 'apiKey');
  const webhooks = listIn(await ask({ url: `${WEBHOOKS}/list`, json: { key } }));
  const known = webhooks.find((webhook) => target.isOwn(textAt(webhook, 'url') ?? ''));
  const id = valueAt(known, ['id']);
  const chosen = valueAt(known, ['events']);
  const events = [...new Set([...EVENTS, ...(Array.isArray(chosen) ? chosen : [])])];
  const json = { key, url: target.url, description: WEBHOOK_NAME, events };
  const answer =
    id === undefined
      ? await ask({ url: `${WEBHOOKS}/add`, json })
      : await ask({ url: `${WEBHOOKS}/update`, json: { ...json, id } });
  return { isNew: id === undefined, key: textIn(answer, 'auth_key') };
};
