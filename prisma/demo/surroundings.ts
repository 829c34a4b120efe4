/** The external services of the history: providers, with their response times and failures, and the carrier. */

import type { MakeRequest } from '#lib/engine/attempt/make-request.ts';
import { sendTarget } from '#lib/engine/attempt/send.ts';
import type { AnsweredRequest, SendFailure, SendResult, SendTarget, Target } from '#lib/engine/decision.ts';
import type { Random } from './random.ts';
import { historyTime } from './timeline.ts';
import type { VirtualTime } from './virtual-time.ts';

/** An incident of one integration, or of the carrier. */
interface Incident {
  of: string;
  from: Date;
  minutes: number;
}

/** The incidents of the history. Its first day and every week have some. */
const INCIDENTS: readonly Incident[] = [
  { of: 'postmark-orders', from: historyTime(0, 16.2), minutes: 35 },
  { of: 'carrier', from: historyTime(0, 9.5), minutes: 80 },
  { of: 'twilio-main', from: historyTime(6, 16.8), minutes: 90 },
  { of: 'fcm-shop-app', from: historyTime(13, 8), minutes: 300 },
  { of: 'carrier', from: historyTime(18, 12), minutes: 70 },
  { of: 'postmark-orders', from: historyTime(26, 18.1), minutes: 26 },
  { of: 'twilio-main', from: historyTime(29, 16.2), minutes: 60 },
  { of: 'fcm-shop-app', from: historyTime(32, 9), minutes: 240 },
  { of: 'postmark-orders', from: historyTime(34, 12.3), minutes: 14 },
];

function isTroubled(name: string, now: Date): boolean {
  return INCIDENTS.some(
    ({ of, from, minutes }) => of === name && now >= from && now.getTime() < from.getTime() + minutes * 60_000,
  );
}

/** The failure of a provider during an incident. */
const FAILURES: Record<string, Pick<SendFailure, 'kind' | 'words' | 'status' | 'retryAfterMs'> | undefined> = {
  'postmark-orders': { kind: 'unavailable', words: 'Service Unavailable', status: 503, retryAfterMs: undefined },
  'twilio-main': { kind: 'rate_limited', words: 'Too Many Requests', status: 429, retryAfterMs: 12_000 },
  'fcm-shop-app': {
    kind: 'auth',
    words: 'Request had invalid authentication credentials: the access token has expired',
    status: 401,
    retryAfterMs: undefined,
  },
};

/** The time from the attempt until the provider's response, in milliseconds. */
const LATENCY: Record<string, [number, number] | undefined> = {
  email: [140, 900],
  sms: [180, 1_100],
  push: [60, 420],
  chat: [90, 600],
};

/** The providers: the sandbox, after a while, and incidents. */
export function makeProviders(time: VirtualTime, random: Random): SendTarget {
  return async (environmentId, target, now) => {
    const { message, integration } = target;
    time.advance(random.int(...(LATENCY[message?.channel ?? ''] ?? [3, 20])));
    const failure = isTroubled(integration.identifier, now()) ? FAILURES[integration.identifier] : undefined;
    return failure ? failing(target, failure) : sendTarget(environmentId, target, now);
  };
}

function failing({ messageId, integration }: Target, failure: NonNullable<(typeof FAILURES)[string]>): SendResult {
  const exchange = {
    request: `Sandbox: nothing was sent to ${integration.name}`,
    response: `${failure.status} ${failure.words}`,
  };
  return {
    messageId,
    type: 'refused',
    error: { ...failure, isOwn: false, providerCode: undefined, unreachable: false, exchange },
  };
}

/** The carrier returns the delivery time of a parcel. Sometimes its response is slow, incomplete or an error. */
export function makeCarrier(time: VirtualTime, random: Random): MakeRequest {
  return async (_environmentId, _id, { shown: { method, url, headers } }, now) => {
    time.advance(random.int(90, 700));
    const answer = isTroubled('carrier', now())
      ? { status: 503, body: '{"error":"estimator temporarily unavailable"}' }
      : carrierAnswer(random);
    if ('problem' in answer) time.advance(5_000);
    const sent = [
      `${method} ${url}`,
      'user-agent: Belfry',
      ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    ];
    const response = 'status' in answer ? { response: `${answer.status}\n\n${answer.body}` } : {};
    return { host: new URL(url).host, exchange: { request: sent.join('\n'), ...response }, answer };
  };
}

function carrierAnswer(random: Random): AnsweredRequest['answer'] {
  const hour = random.int(9, 17);
  const stopsBefore = random.int(2, 24);
  const outcome = random.weighted({ fine: 962, slow: 16, incomplete: 12, unknown: 6 });
  if (outcome === 'slow') return { problem: 'No answer within 5000 ms', kind: 'unavailable' };
  if (outcome === 'unknown') return { status: 404, body: '{"error":"no such shipment"}' };
  const complete = { from: `${hour}:00`, until: `${hour + 2}:00`, stopsBefore };
  return { status: 200, body: JSON.stringify(outcome === 'incomplete' ? { stopsBefore } : complete) };
}
