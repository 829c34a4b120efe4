import { createOutbound } from '#lib/outbound/outbound.ts';
import { type Account, checkAccount, deliver } from '#lib/providers/deliver.ts';
import type { ChannelMessage } from '#lib/providers/message.ts';
import type { Checked, ProviderError, Sent } from '#lib/providers/send.ts';
import { type Answer, type Received, startVendor } from './vendor-server.ts';

interface Options {
  answer: Answer | ((received: Received) => Answer);
  eventsUrl?: string;
  http2?: boolean;
}

interface Requested extends Received {
  /** The vendor's real URL. */
  url: string;
}

export interface Outcome<Result> {
  requests: Requested[];
  result: Result | ProviderError;
}

/** Sends a message to a test server that replaces every host of the vendor. Returns the requests and the result. */
export function sendRecorded(
  providerId: string,
  credentials: Record<string, unknown>,
  message: ChannelMessage,
  options: Options,
): Promise<Outcome<Sent>> {
  return recorded(providerId, credentials, options, (account, tools) => deliver(account, message, tools));
}

/** Like `sendRecorded`, but tests the connection of an account instead of sending a message. */
export function checkRecorded(
  providerId: string,
  credentials: Record<string, unknown>,
  options: Options,
): Promise<Outcome<Checked | undefined>> {
  return recorded(providerId, credentials, options, checkAccount);
}

async function recorded<Result>(
  providerId: string,
  credentials: Record<string, unknown>,
  { answer, eventsUrl, http2 }: Options,
  run: (account: Account, tools: Parameters<typeof checkAccount>[1]) => Promise<Result>,
): Promise<Outcome<Result>> {
  const vendor = await startVendor(typeof answer === 'function' ? answer : () => answer, { http2 });
  const outbound = createOutbound({ allow: ['127.0.0.1'], timeoutMs: 10_000 });
  const urls: string[] = [];
  const fetch: typeof outbound.fetch = (url, request) => {
    urls.push(String(url));
    const { pathname, search } = new URL(url);
    return outbound.fetch(`${vendor.origin}${pathname}${search}`, request);
  };
  const account = { providerId, sandbox: false, credentials, eventsUrl };
  const result = await run(account, { outbound: { ...outbound, fetch }, now: () => NOW }).catch(
    (error: ProviderError) => error,
  );
  await Promise.all([outbound.close(), vendor.stop()]);
  return { requests: vendor.received.map((received, at) => ({ ...received, url: urls[at] ?? '' })), result };
}

const NOW = new Date('2026-03-01T10:00:00Z');
