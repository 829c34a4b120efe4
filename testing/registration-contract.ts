/** Contract tests for providers that register an event address. A local server returns the documented responses. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createOutbound, type Outbound } from '#lib/outbound/outbound.ts';
import { registerEvents } from '#lib/providers/deliver.ts';
import type { Registered } from '#lib/providers/events/event-registration.ts';
import { ProviderError, type ProviderErrorKind } from '#lib/providers/send.ts';
import { type Answer, startVendor, type VendorServer } from './vendor-server.ts';

/** A request and the vendor's documented response. */
interface RecordedStep {
  method?: string;
  path: string;
  /** The body: a value for JSON, or the text of a form. */
  body?: unknown;
  answer: Answer;
}

export interface RegistrationCase {
  id: string;
  /** The vendor’s origins. The local server replaces them. */
  origins: readonly string[];
  credentials: Record<string, unknown>;
  /** The headers of every request. */
  headers: Record<string, string>;
  /**
   * The situations at the vendor, each with all requests in order. In the first situation, the vendor has no webhook of
   * the integration.
   */
  situations: readonly Situation[];
  /** The requests until Belfry finds that another service uses the only address, and the words of the refusal. */
  taken?: { steps: readonly RecordedStep[]; words: string };
  unauthorised: { answer: Answer; words: string; kind?: ProviderErrorKind };
  secrets: readonly string[];
}

interface Situation {
  name: string;
  /** The signing key that was entered for the integration. */
  key?: string;
  steps: readonly RecordedStep[];
  expected: Registered;
}

const PATH = `/api/v1/inbound/${'a'.repeat(24)}${'b'.repeat(24)}`;
const TOKEN = 's'.repeat(43);
export const EVENT_URL = `https://belfry.example${PATH}${TOKEN}`;
/** The address before its secret was replaced. */
export const OLD_EVENT_URL = `https://old.belfry.example${PATH}${'o'.repeat(43)}`;
export const OTHER_URL = 'https://analytics.example/hook';

export function registrationContract(given: RegistrationCase): void {
  describe(`${given.id} registers the event address, and`, () => {
    let vendor: VendorServer;
    let outbound: Outbound & { close: () => Promise<void> };

    beforeAll(async () => {
      vendor = await startVendor();
      outbound = createOutbound({ allow: ['127.0.0.1'], timeoutMs: 2_000 });
    });
    afterAll(async () => {
      await outbound.close();
      await vendor.stop();
    });

    function register(key = '', through: Outbound = outbound): Promise<Registered | undefined> {
      const origins = Object.fromEntries(given.origins.map((each) => [each, vendor.origin]));
      const account = { providerId: given.id, sandbox: false, credentials: given.credentials, secrets: [TOKEN] };
      const target = { url: EVENT_URL, key, isOwn: (url: string) => url.includes(PATH) };
      return registerEvents(account, target, { outbound: through, now: () => new Date(), origins });
    }

    async function failure(through?: Outbound): Promise<ProviderError> {
      const error = await register('', through).catch((thrown: unknown) => thrown);
      expect(error).toBeInstanceOf(ProviderError);
      return error as ProviderError;
    }

    function answering(steps: readonly RecordedStep[]): void {
      vendor.behave(() => steps[vendor.received.length - 1]?.answer ?? { status: 500 });
    }

    function expectSent(steps: readonly RecordedStep[]): void {
      const sent = vendor.received.map(({ method, path, body }) => ({ method, path, body: parsed(body) }));
      expect(sent).toEqual(steps.map(({ method = 'GET', path, body = '' }) => ({ method, path, body })));
    }

    test.each(given.situations)('sends the documented requests: $name', async ({ key, steps, expected }) => {
      answering(steps);
      expect(await register(key)).toEqual(expected);
      expectSent(steps);
      for (const { headers } of vendor.received) expect(headers).toMatchObject(given.headers);
    });

    const { taken } = given;
    if (taken)
      test('keeps the address of another service', async () => {
        answering(taken.steps);
        expect(await failure()).toMatchObject({ kind: 'rejected', words: expect.stringContaining(taken.words) });
        expectSent(taken.steps);
      });

    test('reports the vendor’s words, without secrets', async () => {
      const { answer, words, kind = 'auth' } = given.unauthorised;
      vendor.behave(answer);
      expect(await failure()).toMatchObject({ kind, words: expect.stringContaining(words) });
      vendor.behave(({ headers, path }) => {
        const spoken = JSON.stringify([headers, path, given.secrets, TOKEN]);
        return { status: 400, body: { message: spoken, Message: spoken, error: spoken, ErrorMessage: spoken } };
      });
      const { words: said, exchange } = await failure();
      for (const secret of [...given.secrets, TOKEN]) expect(said + JSON.stringify(exchange)).not.toContain(secret);
    });

    test('creates nothing after a list that is malformed, cut off or refused', async () => {
      for (const body of ['<html>Hotel</html>', '{"a":', 'null', '"text"', '{"data":7}', '']) {
        vendor.behave({ status: 200, body });
        expect((await failure()).words, body).toMatch(/does not have the documented form/);
        expect(vendor.received, body).toHaveLength(1);
      }
      vendor.behave('never');
      const impatient = createOutbound({ allow: ['127.0.0.1'], timeoutMs: 100 });
      expect(await failure(impatient)).toMatchObject({ kind: 'unavailable' });
      await impatient.close();
      const guarded = createOutbound();
      vendor.behave({ status: 200 });
      expect(await failure(guarded)).toMatchObject({ kind: 'blocked' });
      await guarded.close();
      expect(vendor.received).toEqual([]);
    });
  });
}

function parsed(body: string): unknown {
  return body.startsWith('{') || body.startsWith('[') ? JSON.parse(body) : body;
}
