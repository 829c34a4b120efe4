/** The tests that every provider with an HTTP API must pass. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createOutbound } from '#lib/outbound/outbound.ts';
import { type Account, checkAccount, deliver } from '#lib/providers/deliver.ts';
import type { ChannelMessage } from '#lib/providers/message.ts';
import { ProviderError, type ProviderErrorKind, type Sent } from '#lib/providers/send.ts';
import { type Answer, type Received, startVendor, type VendorServer } from './vendor-server.ts';

export const MESSAGE_ID = '65f1a2b3c4d5e6f708192a3b';

interface RejectedFieldLine {
  answer: Answer;
  /** The vendor's own text in its response. */
  words: string;
  code?: string;
}

export interface ContractCase {
  id: string;
  /** Returns credentials. `at` is the origin of the vendor's server, for credentials that contain a URL. */
  credentials: (at: string) => Record<string, unknown>;
  message: (at: string) => ChannelMessage;
  /** Origins of the vendor that the test server replaces. */
  origins?: readonly string[];
  /** Returns responses to requests other than sending, such as sign-in. Undefined for the request that sends. */
  otherAnswers?: (received: Received) => Answer | undefined;
  accepted: { answer: Answer; id: string | undefined };
  /** Set if the vendor documents a single status of success. Any other 2xx status is then a failure. */
  hasOneStatus?: true;
  rejected: RejectedFieldLine;
  unauthorised: RejectedFieldLine;
  /** Statuses that reject the recipient's connection instead of the integration's credentials. Default: none. */
  accessOfRecipient?: readonly (401 | 403)[];
  tooMany: { answer: Answer; retryAfterMs: number };
  /** Secret texts of credentials and addresses that must not be stored. */
  secrets: readonly string[];
  /**
   * The result of a 2xx response without the documented body: sent, or rejected because the response may not be the
   * vendor's.
   */
  withoutBody: 'sent' | 'rejected';
  /** Whether the request contains Belfry's message ID. */
  carriesId: boolean;
  /** An override, and the part of it that the request's body must contain. */
  override: { given: Record<string, unknown>; sent: string };
  /** The connection test: its request, the response to working credentials, and the text for users. */
  check?: { request: { method: string; path: string }; answer: Answer; words: string };
  /** Whether the vendor supports HTTP/2 only. */
  http2?: boolean;
  /** The documented request. */
  wire: { method: 'POST'; path: string; headers: Record<string, string>; body: unknown };
}

/** Headers that every request has, so that the expectations omit them. */
const TRANSPORT = /^(?::.*|connection|content-length|host|user-agent)$/;

const NOW = new Date('2026-03-01T10:00:00Z');

export function providerContract(given: ContractCase): void {
  describe(`the provider ${given.id}`, () => {
    let vendor: VendorServer;
    const outbound = createOutbound({ allow: ['127.0.0.1'], timeoutMs: 10_000, maxResponseBytes: 65_536 });
    beforeAll(async () => {
      vendor = await startVendor(undefined, given);
    });
    afterAll(async () => {
      await outbound.close();
      await vendor.stop();
    });

    const answering = (answer: Answer | 'never') => {
      vendor.behave((received) => given.otherAnswers?.(received) ?? answer);
    };
    const sending = (changes: Partial<ChannelMessage> = {}, at = vendor.origin, through = outbound): Promise<Sent> => {
      const account: Account = { providerId: given.id, sandbox: false, credentials: given.credentials(at) };
      const origins = Object.fromEntries((given.origins ?? []).map((origin) => [origin, at]));
      const message = { ...given.message(at), ...changes } as ChannelMessage;
      return deliver(account, message, { outbound: through, now: () => NOW, origins });
    };
    const failure = async (sent: Promise<Sent>, kind: ProviderErrorKind): Promise<ProviderError> => {
      const error = await sent.then(
        () => undefined,
        (reason: unknown) => reason,
      );
      expect(error).toBeInstanceOf(ProviderError);
      expect((error as ProviderError).kind, (error as ProviderError).words).toBe(kind);
      return error as ProviderError;
    };
    const sendings = () => vendor.received.filter((received) => !given.otherAnswers?.(received));

    test('sends the request that the vendor documents', async () => {
      answering(given.accepted.answer);
      await sending();
      const [request] = sendings();
      expect(request).toMatchObject({ method: given.wire.method, path: given.wire.path });
      expect(request?.headers).toMatchObject(given.wire.headers);
      const others = Object.keys(request?.headers ?? {}).filter((name) => !TRANSPORT.test(name));
      expect(others.sort()).toEqual(Object.keys(given.wire.headers).sort());
      const body = await bodyOf(request as Received);
      const wanted = JSON.parse(JSON.stringify(given.wire.body).replaceAll('{at}', vendor.origin));
      expect(body).toEqual(wanted);
    });

    test('takes what is accepted for sent, with its id', async () => {
      answering(given.accepted.answer);
      const sent = await sending();
      expect(sent).toMatchObject({ status: given.accepted.answer.status });
      expect(sent.providerMessageId).toBe(given.accepted.id);
      expect(sendings()).toHaveLength(1);
    });

    test('takes its status of success for sent, and no status beyond 2xx', async () => {
      const { status: own, body } = given.accepted.answer;
      for (const status of [200, 201, 202, 299, 300]) {
        answering({ ...given.accepted.answer, status, body });
        const isSent = given.hasOneStatus ? status === own : status < 300;
        const sent = await sending().catch((error: unknown) => error);
        expect(sent instanceof ProviderError ? 'failed' : 'sent', `${status}`).toBe(isSent ? 'sent' : 'failed');
      }
    });

    test('reports a permanent rejection with the vendor’s text', async () => {
      answering(given.rejected.answer);
      const error = await failure(sending(), 'rejected');
      expect(error).toMatchObject({ retryable: false, status: given.rejected.answer.status });
      expect(error.words).toContain(given.rejected.words);
      expect(error.providerCode).toBe(given.rejected.code);
      expect(error.exchange.response).toContain(given.rejected.words);
    });

    const refusing = ([401, 403] as const).map((status) => {
      const kind: ProviderErrorKind = given.accessOfRecipient?.includes(status) ? 'recipient' : 'auth';
      return [status, kind] as const;
    });
    test.each(refusing)('takes a %i for %s', async (status, kind) => {
      answering({ ...given.unauthorised.answer, status });
      const error = await failure(sending(), kind);
      expect(error).toMatchObject({ retryable: false, status });
      expect(error.words).toContain(given.unauthorised.words);
    });

    test('waits as long as the vendor requests', async () => {
      answering(given.tooMany.answer);
      const { retryable, retryAfterMs } = await failure(sending(), 'rate_limited');
      expect({ retryable, retryAfterMs }).toEqual({ retryable: true, retryAfterMs: given.tooMany.retryAfterMs });
      answering({ status: 429, headers: { 'retry-after': new Date(NOW.getTime() + 90_000).toUTCString() } });
      expect((await failure(sending(), 'rate_limited')).retryAfterMs).toBe(90_000);
      for (const wrong of ['-5', '0', 'soon', new Date(NOW.getTime() - 90_000).toUTCString()]) {
        answering({ status: 429, headers: { 'retry-after': wrong } });
        expect((await failure(sending(), 'rate_limited')).retryAfterMs, wrong).toBeUndefined();
      }
      answering({ status: 429, headers: { 'retry-after': '99999999999999' } });
      expect((await failure(sending(), 'rate_limited')).retryAfterMs).toBe(86_400_000);
    });

    test.each([500, 502, 503, 504])('takes a %i for a passing fault', async (status) => {
      answering({ status, headers: { 'retry-after': '7' }, body: '<html>Bad\n gateway</html>' });
      const error = await failure(sending(), 'unavailable');
      expect(error).toMatchObject({ retryable: true, status, retryAfterMs: 7000, unreachable: false });
      expect(error.words).toBe(`${status}: <html>Bad gateway</html>`);
    });

    test('distinguishes a vendor that cannot be reached from one that does not answer', async () => {
      const gone = await startVendor(undefined, given);
      await gone.stop();
      const refused = await failure(sending({}, gone.origin), 'unavailable');
      expect(refused).toMatchObject({ retryable: true, unreachable: true, mayBeAccepted: false });
      expect(refused.exchange.request).toEqual(expect.any(String));
      expect(refused.words).toMatch(/could not be reached: .*ECONNREFUSED/);
      answering('never');
      const impatient = createOutbound({ allow: ['127.0.0.1'], timeoutMs: 100 });
      const silent = await failure(sending({}, vendor.origin, impatient), 'unavailable');
      await impatient.close();
      expect(silent).toMatchObject({ retryable: true, unreachable: false, mayBeAccepted: true });
      expect(silent.words).toMatch(/did not answer within 0\.1 s/);
    });

    test('knows an answer that is not the vendor’s', async () => {
      for (const body of ['<html>Welcome to the hotel</html>', '{"a":', '[]', 'null', '']) {
        answering({ status: given.accepted.answer.status, body });
        if (given.withoutBody === 'sent') expect((await sending()).providerMessageId).toBeUndefined();
        else await failure(sending(), 'rejected');
      }
      answering({ status: 302, headers: { location: `${vendor.origin}/elsewhere` } });
      const moved = given.accessOfRecipient?.includes(401) ? 'recipient' : 'configuration';
      expect((await failure(sending(), moved)).words).toMatch(/^Redirects to .*not followed/);
      expect(sendings()).toHaveLength(1);
    });

    test('takes an answer that is too large by its status', async () => {
      const body = `{"pad":"${'a'.repeat(100_000)}"}`;
      answering({ status: 500, body });
      const cut = await failure(sending(), 'unavailable');
      expect(cut).toMatchObject({ retryable: true, status: 500 });
      expect(cut.exchange.response).toContain('[The answer was cut off]');
      answering({ status: 429, headers: { 'retry-after': '9' }, body });
      expect(await failure(sending(), 'rate_limited')).toMatchObject({ retryAfterMs: 9000 });
      const { status } = given.accepted.answer;
      answering({ status, body });
      const sent = await sending().catch((error: unknown) => error);
      if (sent instanceof ProviderError) {
        expect(sent).toMatchObject({ kind: 'unavailable', status, words: expect.stringContaining('cut off') });
      } else expect(sent).toMatchObject({ status });
    });

    test('reaches no private address that is not allowed', async () => {
      answering(given.accepted.answer);
      const guarded = createOutbound();
      const error = await failure(sending({}, vendor.origin, guarded), 'blocked');
      await guarded.close();
      expect(error).toMatchObject({ retryable: false, words: expect.stringContaining('OUTBOUND_ALLOW') });
      expect(vendor.received).toEqual([]);
    });

    test('keeps no secret and no content of what was said, and not more than 4 kB', async () => {
      const message = given.message(vendor.origin);
      const contents = 'content' in message ? [message.content] : [message.html, message.subject];
      const kept: string[] = [];
      const echo = (status: number) => {
        vendor.behave((received) => {
          const { method, path, headers, body } = received;
          const spoken = [
            method,
            path,
            JSON.stringify(headers),
            body,
            decodeURIComponent(body.replace(/%(?![0-9a-f]{2})/gi, '')),
          ];
          return (
            given.otherAnswers?.(received) ?? { status, body: { ...(given.accepted.answer.body as object), spoken } }
          );
        });
      };
      for (const status of [200, 202, 400, 401, 429, 500]) {
        echo(status);
        const said: Sent | ProviderError = await sending().catch((error: ProviderError) => error);
        const { exchange } = said;
        if (said instanceof ProviderError) kept.push(said.words, said.providerCode ?? '');
        else kept.push(said.providerMessageId ?? '');
        for (const content of contents) expect(exchange.request.includes(content), content).toBe(false);
        kept.push(exchange.request, exchange.response ?? '');
      }
      answering({ status: 400, body: 'é'.repeat(20_000) });
      const { response = '' } = (await failure(sending(), 'rejected')).exchange;
      expect(Buffer.byteLength(response)).toBeLessThanOrEqual(4096);
      expect(response).toMatch(/… \[cut: \d+ bytes\]$/);
      const all = kept.join('\n');
      expect(all.includes('html' in message ? message.html : message.content)).toBe(false);
      for (const secret of given.secrets) {
        for (const form of [
          secret,
          encodeURIComponent(secret),
          Buffer.from(secret).toString('base64').replace(/=+$/, ''),
        ]) {
          expect(all.includes(form), form).toBe(false);
        }
      }
    });

    test.runIf(given.check)('tests the connection', async () => {
      const { request, answer, words } = given.check as NonNullable<ContractCase['check']>;
      const account: Account = { providerId: given.id, sandbox: false, credentials: given.credentials(vendor.origin) };
      const origins = Object.fromEntries((given.origins ?? []).map((origin) => [origin, vendor.origin]));
      const checking = () => checkAccount(account, { outbound, now: () => NOW, origins });
      answering(answer);
      expect(await checking()).toMatchObject({ words, status: answer.status });
      expect(sendings()).toMatchObject([request]);
      answering({ ...given.unauthorised.answer, status: 401 });
      const refused = await checking().catch((error: unknown) => error);
      expect(refused).toMatchObject({ kind: 'auth', words: expect.stringContaining(given.unauthorised.words) });
      answering({ status: 503 });
      expect(await checking().catch((error: unknown) => error)).toMatchObject({ kind: 'unavailable' });
    });

    test('is the same on every attempt', async () => {
      answering({ status: 503 });
      await failure(sending(), 'unavailable');
      await failure(sending(), 'unavailable');
      const [first, second] = sendings();
      expect({ ...second, headers: { ...second?.headers } }).toEqual(first);
      const said = JSON.stringify(first);
      if (given.carriesId) expect(said).toContain(MESSAGE_ID);
      else expect(said).not.toContain(MESSAGE_ID);
    });

    test('takes overrides into its request', async () => {
      answering(given.accepted.answer);
      await sending({ overrides: given.override.given } as Partial<ChannelMessage>);
      expect(sendings()[0]?.body).toContain(given.override.sent);
      const headers = { 'X-Extra': 'one', Host: 'elsewhere.example', 'Content-Length': '1' };
      const raw = { _passthrough: { headers, query: { extra: 'two' } } };
      await sending({ overrides: raw } as Partial<ChannelMessage>);
      expect(sendings()[1]?.headers['x-extra']).toBe('one');
      expect(JSON.stringify(sendings()[1]?.headers)).not.toContain('elsewhere');
      expect(sendings()[1]?.path).toMatch(/[?&]extra=two$/);
    });
  });
}

/**
 * Returns the body in the form in which the vendor parses it: a form as an object of its fields, files as `{ name,
 * type, text }` in arrays.
 */
async function bodyOf({ headers, body }: Received): Promise<unknown> {
  const type = String(headers['content-type']);
  if (type === 'application/x-www-form-urlencoded') return Object.fromEntries(new URLSearchParams(body));
  if (!type.startsWith('multipart/form-data')) return JSON.parse(body);
  const fields: Record<string, unknown> = {};
  for (const [name, value] of await new Response(body, { headers: { 'content-type': type } }).formData()) {
    if (typeof value === 'string') fields[name] = value;
    else {
      const file = { name: value.name, type: value.type, text: await value.text() };
      fields[name] = [...((fields[name] as unknown[] | undefined) ?? []), file];
    }
  }
  return fields;
}
