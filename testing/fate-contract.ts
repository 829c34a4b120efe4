/** Contract tests for providers that fetch the fate of a message. A local server returns the documented responses. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createOutbound, type Outbound } from '#lib/outbound/outbound.ts';
import { fetchFate } from '#lib/providers/deliver.ts';
import type { VendorEvent } from '#lib/providers/events/event-source.ts';
import type { AcceptedMessage, Fate } from '#lib/providers/events/fate.ts';
import { ProviderError, type ProviderErrorKind } from '#lib/providers/send.ts';
import { type Answer, type Behaviour, startVendor, type VendorServer } from './vendor-server.ts';

export interface FateCase {
  id: string;
  /** The vendor’s origins. The local server replaces them. Empty if an address is a credential. */
  origins: readonly string[];
  credentials: (origin: string) => Record<string, unknown>;
  message?: Partial<AcceptedMessage>;
  /** The requests in order, with their relevant headers. */
  wire: readonly { method?: string; path: string; headers: Record<string, string>; body?: string }[];
  /** Documented responses, each with its name in the test and the expected fate of the message. */
  answers: readonly (readonly [name: string, behaviour: Behaviour, expected: ExpectedFate])[];
  unknown: Behaviour;
  unauthorised: { answer: Answer; words: string; kind?: ProviderErrorKind };
  secrets: readonly string[];
}

interface ExpectedFate {
  state?: string;
  events: readonly Partial<VendorEvent>[];
}

/** Returns only those fields of an event that `expected` contains. */
function named(event: VendorEvent, expected: Partial<VendorEvent> = event): Partial<VendorEvent> {
  return Object.fromEntries(Object.keys(expected).map((key) => [key, event[key as keyof VendorEvent]]));
}

export const FATE_NOW = new Date('2026-11-28T10:00:00.000Z');
const SENT_AT = new Date('2026-11-28T09:58:00.000Z');

export function fateContract(given: FateCase): void {
  describe(`${given.id} fetches the fate of a message, and`, () => {
    let vendor: VendorServer;
    let outbound: Outbound & { close: () => Promise<void> };

    beforeAll(async () => {
      vendor = await startVendor();
      outbound = createOutbound({ allow: ['127.0.0.1'], timeoutMs: 2_000, maxResponseBytes: 50_000 });
    });
    afterAll(async () => {
      await outbound.close();
      await vendor.stop();
    });

    function fetching(through: Outbound = outbound): Promise<Fate | undefined> {
      const { origin } = vendor;
      const account = { providerId: given.id, sandbox: false, credentials: given.credentials(origin) };
      const origins = Object.fromEntries(given.origins.map((each) => [each, origin]));
      const message = { id: 'b'.repeat(24), providerMessageId: 'm-1', to: '+15558675310', sentAt: SENT_AT };
      return fetchFate(account, { ...message, ...given.message }, { outbound: through, now: () => FATE_NOW, origins });
    }

    async function failure(kind: ProviderErrorKind, through?: Outbound): Promise<ProviderError> {
      const error = await fetching(through).then(
        (fate) => fate,
        (thrown: unknown) => thrown,
      );
      expect(error).toBeInstanceOf(ProviderError);
      expect(error).toMatchObject({ kind });
      return error as ProviderError;
    }

    test.each(given.answers)('reads: %s', async (_, behaviour, { state, events }) => {
      vendor.behave(behaviour);
      const fate = await fetching();
      expect(fate).toMatchObject({ isKnown: true });
      expect(fate?.state).toBe(state);
      expect(fate?.events.map((event, index) => named(event, events[index]))).toEqual(events);
      const kept = JSON.stringify(fate?.events.map(({ raw }) => raw));
      expect(kept).not.toMatch(/5558675310|@/);
    });

    test('sends the documented requests', async () => {
      vendor.behave(given.answers[0]?.[1] ?? { status: 500 });
      await fetching();
      expect(vendor.received).toMatchObject(given.wire.map((request) => ({ method: 'GET', body: '', ...request })));
      expect(vendor.received).toHaveLength(given.wire.length);
    });

    test('knows that the vendor does not know the message', async () => {
      vendor.behave(given.unknown);
      expect(await fetching()).toEqual({ isKnown: false, events: [], state: undefined });
    });

    test('reports refused credentials, limits and faults', async () => {
      vendor.behave(given.unauthorised.answer);
      const { kind = 'auth', words } = given.unauthorised;
      expect((await failure(kind)).words).toContain(words);
      vendor.behave({ status: 429, headers: { 'retry-after': '2' } });
      await failure('rate_limited');
      vendor.behave({ status: 503 });
      await failure('unavailable');
      vendor.behave('never');
      const impatient = createOutbound({ allow: ['127.0.0.1'], timeoutMs: 100 });
      expect((await failure('unavailable', impatient)).words).toMatch(/did not answer within/);
      await impatient.close();
    });

    test('takes no answer that is malformed, cut off or too large', async () => {
      for (const body of ['<html>Welcome to the hotel</html>', '{"a":', '[]', 'null', '"text"', '{"data":7}', '']) {
        vendor.behave({ status: 200, body });
        const { words } = await failure('rejected');
        expect(words, body).toMatch(/does not have the documented form/);
      }
      vendor.behave({ status: 200, body: `{"pad":"${'a'.repeat(100_000)}"}` });
      expect((await failure('unavailable')).words).toMatch(/too large/);
    });

    test('reaches no private address that is not allowed', async () => {
      vendor.behave({ status: 200 });
      const guarded = createOutbound();
      await failure('blocked', guarded);
      await guarded.close();
      expect(vendor.received).toEqual([]);
    });

    test('keeps no secret of an answer that repeats it', async () => {
      const echoed: string[] = [];
      for (const status of [200, 400, 401]) {
        vendor.behave(({ path, headers }) => {
          const spoken = JSON.stringify([path, headers, given.secrets]);
          return { status, body: { message: spoken, Message: spoken, error: spoken, detail: spoken, text: spoken } };
        });
        const fate = await fetching().catch((error: unknown) => error);
        echoed.push(fate instanceof ProviderError ? fate.words + JSON.stringify(fate.exchange) : JSON.stringify(fate));
      }
      for (const secret of given.secrets) expect(echoed.join('\n')).not.toContain(secret);
    });
  });
}
