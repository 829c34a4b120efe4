import { type Credentials, textAt } from '#lib/providers/credential.ts';
import { listText } from '#lib/text/list-text.ts';
import { addressWithKey, listIn, type Registration, takenAddress } from './event-registration.ts';

/** The events that lib/providers/events/mailjet-events.ts reads. */
const EVENTS = ['sent', 'open', 'click', 'bounce', 'blocked', 'spam', 'unsub'];

/**
 * Registers the event address at the vendor: https://dev.mailjet.com/email/reference/webhook/. Each type of event has
 * one address. An address of another service is never replaced. With version 2, Mailjet sends several events in one
 * request.
 */
export function registerMailjet(origin: (credentials: Credentials) => string): Registration {
  return async ({ ask, credentials }, target) => {
    const callbacks = `${origin(credentials)}/v3/REST/eventcallbackurl`;
    const listed = listIn(await ask({ method: 'GET', url: callbacks, query: { Limit: '100' } }), 'Data');
    const main = listed.filter((callback) => (callback as { IsBackup?: unknown }).IsBackup !== true);
    const json = { Url: addressWithKey(target), Status: 'alive', Version: 2 };
    const taken: string[] = [];
    let isNew = true;
    for (const EventType of EVENTS) {
      const known = main.find((callback) => textAt(callback, 'EventType') === EventType);
      const id = textAt(known, 'ID');
      if (id === undefined) await ask({ url: callbacks, json: { EventType, ...json } });
      else if (target.isOwn(textAt(known, 'Url') ?? '')) {
        isNew = false;
        await ask({ method: 'PUT', url: `${callbacks}/${encodeURIComponent(id)}`, json });
      } else taken.push(EventType);
    }
    if (taken.length === EVENTS.length) throw takenAddress(`All events go to another address. ${REMEDY}`);
    return { isNew, ...(taken.length > 0 && { leftOut: leftOut(taken) }) };
  };
}

const REMEDY = 'Mailjet accepts one address for each event: remove the other address at Mailjet, and try again.';

function leftOut(taken: readonly string[]): string {
  return `${listText(taken)} ${taken.length > 1 ? 'go' : 'goes'} to another address. ${REMEDY}`;
}
