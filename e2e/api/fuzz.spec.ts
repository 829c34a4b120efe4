import { maxHeaderSize } from 'node:http';
import fc from 'fast-check';
import { type Answer, type CallApi, caller, expect, test } from '#e2e/fixtures.ts';
import { type FuzzRequest, requestsTo } from '#e2e/fuzz/requests.ts';
import { createOwnInbox, type Reader } from '#e2e/inbox-session.ts';
import { type ListedOperation, listOperations } from '#e2e/operations.ts';
import { ownAddress } from '#e2e/own-address.ts';
import { type Known, populate } from '#e2e/populated.ts';
import { createIntegration } from '#e2e/rows.ts';
import { signedIn } from '#e2e/session.ts';
import type { Tenant } from '#e2e/tenant.ts';
import { ErrorBodySchema, failureStatuses } from '#lib/api/openapi-errors.ts';
import { PREVIEW_TOKEN } from '#lib/recipient-page/links.ts';
import { testSeed } from '#testing/seed.ts';

/** The minimum number of requests of the whole suite. FUZZ_REQUESTS can increase it. */
const TOTAL = Math.max(20_000, Number(process.env.FUZZ_REQUESTS ?? 0));
const IN_FLIGHT = 16;
const TIMEOUT_MS = 5_000;

/**
 * Operations that would end the test's own session, and sign-in, whose failures lock out the address of every other
 * test.
 */
const excluded = new Set(['signIn', 'signOut', 'changePassword', 'updateMe', 'revokeSession', 'revokeOtherSessions']);

/** Reading operations that require a request signed by the provider. `delivery-events.spec.ts` covers them. */
const ofProviders = new Set(['receiveEventsByGet', 'receiveSignedEventsByGet']);

const operations = (await listOperations()).filter(({ operation }) => !excluded.has(operation.operationId));
const perOperation = Math.ceil(TOTAL / operations.length);

test.describe.configure({ timeout: TOTAL * 6 });

for (const listed of operations) {
  test(`${listed.name} survives ${perOperation} requests generated from its schemas`, async ({ tenant, call }) => {
    const known = await populate(tenant);
    // A caller without an account names an invitation by its token.
    if (listed.operation.permission === 'public') known.invitation = known.invitationToken ?? '';
    known.token ??= PREVIEW_TOKEN;
    const reader = await readerFor(listed, tenant, known);
    const session = await signedIn(tenant, 'owner');
    const { DEMO_API_KEY } = process.env;
    const callers: Record<FuzzRequest['caller'], CallApi> = {
      key: call,
      session: session.call,
      anonymous: caller(null),
      reader: reader?.call ?? call,
      demo: DEMO_API_KEY ? caller(`ApiKey ${DEMO_API_KEY}`) : call,
    };
    // Wrong passwords are counted by address, so other tests must not share the address.
    const address = ownAddress();
    const requests = fc
      .sample(requestsTo(listed, known), { numRuns: perOperation })
      .map((request) => ({ ...request, headers: { ...address, ...request.headers } }));
    const statuses = new Map<number, number>();
    let next = 0;
    const work = async () => {
      for (let request = requests[next++]; request; request = requests[next++]) {
        const answer = await send(callers[request.caller], request);
        statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
        const problem = isHeadTooLong(request, answer) ? undefined : problemWith(listed, answer);
        if (problem)
          throw new Error(
            `${problem}\nTEST_SEED=${testSeed()}, ${shown(request)}\nanswered ${answer.text.slice(0, 1500)}`,
          );
      }
    };
    await Promise.all(Array.from({ length: IN_FLIGHT }, work));
    const tally = [...statuses].sort(([a], [b]) => a - b).map(([status, times]) => `${status}×${times}`);
    test.info().annotations.push({ type: 'statuses', description: tally.join(' ') });
    if (process.env.FUZZ_VERBOSE) console.log(listed.name, tally.join(' '));
    const successes = [...statuses].filter(([status]) => status < 400).length;
    if (listed.method === 'GET' && !ofProviders.has(listed.operation.operationId))
      expect(successes, 'some requests succeed').toBeGreaterThan(0);
  });
}

/** Prepares what operations of an embedded inbox need: the integration, and a session with messages and a subscription. */
async function readerFor({ operation }: ListedOperation, tenant: Tenant, known: Known): Promise<Reader | undefined> {
  if (operation.operationId === 'createInboxSession') {
    await createIntegration(tenant, { provider_id: 'svc', channel: 'in_app' });
    known.applicationIdentifier = tenant.environmentId;
  }
  if (operation.permission !== 'subscriber') return undefined;
  const { reader, ids, identifier } = await createOwnInbox(tenant, known.topicKey ?? '');
  Object.assign(known, { notificationId: ids[0], notificationIds: ids[1], identifier });
  return reader;
}

/**
 * Repeats a request once, because a machine that was paused responds to the second request. After a request that hangs
 * or ends the process, it does not.
 */
async function send(call: CallApi, request: FuzzRequest): Promise<Answer> {
  return (await sendOnce(call, request)) ?? (await sendOnce(call, request)) ?? NO_ANSWER;
}

const NO_ANSWER = {
  status: 599,
  headers: new Headers(),
  text: `no answer within ${TIMEOUT_MS} ms, twice`,
  body: undefined,
};

async function sendOnce(call: CallApi, { method, target, headers, body }: FuzzRequest): Promise<Answer | undefined> {
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  try {
    return await call(method, target, { body, headers, signal });
  } catch (error) {
    if (signal.aborted) return undefined;
    throw error;
  }
}

/** Whether the front server rejected the head before any route. Headers are a small part of each of these heads. */
function isHeadTooLong({ target }: FuzzRequest, { status }: Answer): boolean {
  return status === 431 && target.length > maxHeaderSize - 2_000;
}

/** Returns why a response is wrong. Undefined if it is not. */
function problemWith(
  { operation, method }: ListedOperation,
  { status, body, text, headers }: Answer,
): string | undefined {
  if (status >= 500) return `Status ${status}.`;
  // The recipient's page returns HTML for people, even for errors.
  if (headers.get('content-type')?.startsWith('text/html')) return undefined;
  if (status >= 400) return problemWithError(operation, method, status, body);
  if (status === 204 && text !== '') return 'A 204 has no body.';
  if (!operation.response) return undefined;
  if (status === 204 && operation.mayBeEmpty) return undefined;
  if (status !== (operation.status ?? 200)) return `Status ${status} is not declared.`;
  if (!headers.get('content-type')?.startsWith('application/json')) return 'It is not JSON.';
  const result = operation.response.safeParse(body);
  return result.success ? undefined : `Its schema refuses it: ${result.error.message}`;
}

function problemWithError(
  operation: ListedOperation['operation'],
  method: string,
  status: number,
  body: unknown,
): string | undefined {
  const isKeyed = (method === 'POST' || method === 'PATCH') && operation.idempotent !== false;
  if (!failureStatuses(operation, isKeyed).includes(status)) return `Status ${status} is not declared.`;
  const result = ErrorBodySchema.safeParse(body);
  if (!result.success) return `The error schema refuses it: ${result.error.message}`;
  if (result.data.statusCode !== status) return 'The body names another status.';
  return status === 422 && !result.data.errors ? 'A 422 lacks errors.' : undefined;
}

function shown({ method, target, headers, body, caller: who }: FuzzRequest): string {
  return `${who}: ${method} /api${target} ${JSON.stringify(headers)} ${JSON.stringify(body)?.slice(0, 3000)}`;
}
