import { textOf } from '#lib/providers/credential.ts';
import { type Check, ProviderError } from '#lib/providers/send.ts';
import { failed } from './http.ts';

/** Creates a check for a URL that only receives messages: it opens a connection and sends nothing. */
export function reachable(credential: string): Check {
  return async ({ credentials, connect }) => {
    const url = URL.parse(textOf(credentials, credential));
    const exchange = { request: `CONNECT ${url?.host ?? ''}` };
    if (!url || !/^https?:$/.test(url.protocol)) {
      throw new ProviderError('configuration', {
        words: 'The address is not an http or https URL',
        exchange,
        isOwn: true,
      });
    }
    const port = Number(url.port) || (url.protocol === 'https:' ? 443 : 80);
    try {
      const socket = await connect(url.hostname.replace(/^\[|\]$/g, ''), port);
      socket.destroy();
    } catch (error) {
      throw failed(error, exchange);
    }
    return { words: `${url.host} accepts connections. Send a test to see whether it accepts messages.`, exchange };
  };
}
