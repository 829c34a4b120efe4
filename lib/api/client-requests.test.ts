/**
 * Makes every request that the dashboard declares in its `client.ts` files, with placeholders as arguments, and
 * compares the requests with the routes.
 */
import { globSync } from 'node:fs';
import { join } from 'node:path';
import type { MutationOptions, QueryOptions } from '@tanstack/react-query';
import { beforeAll, expect, test } from 'vitest';
import { sendThrough } from './client.ts';
import { METHODS, type Method, type Operation } from './operation.ts';
import { loadRoutes } from './route-table.ts';

const ENVIRONMENT = 'environment';

interface Sent {
  method: string;
  path: string;
  environmentId: string | undefined;
  hasBody: boolean;
  isCancellable: boolean;
}

/**
 * A placeholder for any argument: each of its properties, elements and results is again a placeholder, and its text is
 * `x`.
 */
const placeholder: unknown = new Proxy(() => {}, {
  get: (_, key) => {
    if (key === Symbol.toPrimitive || key === 'toString') return () => 'x';
    if (key === Symbol.iterator) return () => [][Symbol.iterator]();
    if (key === 'toJSON') return () => ({});
    return key === 'then' ? undefined : placeholder;
  },
  apply: () => placeholder,
  ownKeys: () => [],
});

type Factory = (...args: unknown[]) => QueryOptions | MutationOptions<unknown, unknown, unknown>;

const sent: Sent[] = [];
let routes: Awaited<ReturnType<typeof loadRoutes>>;

beforeAll(async () => {
  routes = await loadRoutes();
  sendThrough(async (path, init) => {
    const headers = new Headers(init.headers);
    sent.push({
      method: init.method ?? '',
      path: path.split('?')[0] ?? '',
      environmentId: headers.get('environment-id') ?? undefined,
      hasBody: init.body !== undefined,
      isCancellable: init.signal instanceof AbortSignal,
    });
    return Response.json({ data: [], workflows: [], totalCount: 0 });
  });
});

/** Returns the exported groups of requests, such as `alertQueries` and `alertMutations`. */
async function factories(kind: 'Queries' | 'Mutations'): Promise<[name: string, factory: Factory][]> {
  const files = globSync('lib/*/*client.ts').filter((file) => !file.startsWith('lib/api/'));
  const modules = await Promise.all(files.map((file) => import(join(process.cwd(), file))));
  const groups = modules.flatMap((module) => Object.entries<Record<string, Factory>>(module));
  return groups
    .filter(([name]) => name.endsWith(kind))
    .flatMap(([name, group]) => Object.entries(group).map(([key, factory]) => [`${name}.${key}`, factory] as const))
    .map(([name, factory]) => [name, factory]);
}

/**
 * Returns the operation of a request. For a path segment, a fixed segment of a route has precedence over a parameter.
 */
function operationOf({ method, path }: Sent): Operation | undefined {
  const given = path.split('/').slice(1);
  const matching = routes.filter(
    ({ segments }) =>
      segments.length === given.length && segments.every((one, at) => one.startsWith('[') || one === given[at]),
  );
  const [first] = matching.toSorted((one, other) => parameters(one.segments) - parameters(other.segments));
  return METHODS.includes(method as Method) ? first?.handlers[method as Method]?.operation : undefined;
}

function parameters(segments: readonly string[]): number {
  return segments.filter((segment) => segment.startsWith('[')).length;
}

const ENDS = { sourceEnvironmentId: ENVIRONMENT, targetEnvironmentId: 'x' };

/** Arguments that cannot be placeholders: a noun of a path, and objects that the request copies. */
const GIVEN: Readonly<Record<string, readonly unknown[]>> = {
  versionQueries: [ENVIRONMENT, { noun: 'workflows', id: 'x' }],
  versionMutations: [ENVIRONMENT, { noun: 'workflows', id: 'x' }],
  publishingQueries: [ENDS],
  publishingMutations: [ENDS],
};

interface Made {
  name: string;
  isOfEnvironment: boolean;
  options: QueryOptions & MutationOptions<unknown, unknown, unknown>;
  requests: Sent[];
}

/** Makes all requests of a kind. An import without rows makes no request, and a list of all pages makes several. */
async function allOf(kind: 'Queries' | 'Mutations'): Promise<Made[]> {
  const made: Made[] = [];
  for (const [name, factory] of await factories(kind)) {
    const args = GIVEN[name.split('.')[0] ?? ''] ?? [ENVIRONMENT];
    const options = factory(...args, ...Array(4).fill(placeholder)) as Made['options'];
    const { signal } = new AbortController();
    sent.length = 0;
    if (kind === 'Queries') await (options.queryFn as (context: object) => unknown)({ signal, pageParam: placeholder });
    else await options.mutationFn?.(placeholder, {} as never);
    const isOfEnvironment = /^\(?(?:\{ *source)?environmentId\b/i.test(String(factory));
    made.push({ name, isOfEnvironment, options, requests: [...sent] });
  }
  return made;
}

/** Requests that only read, but are mutations, because their responses must not be cached or fetched again. */
const READING = [
  'auditMutations.export',
  'environmentMutations.revealSigningSecret',
  'integrationMutations.revealCredentials',
];

test.each(['Queries', 'Mutations'] as const)('every request of %s fits an operation', async (kind) => {
  const problems = (await allOf(kind)).flatMap(({ name, isOfEnvironment, options, requests }) =>
    requests.flatMap((request) => {
      const operation = operationOf(request);
      if (!operation) return `${name}: ${request.method} ${request.path} is not an operation`;
      const { method, environmentId, hasBody, isCancellable } = request;
      const isKept = options.queryKey === undefined || JSON.stringify(options.queryKey).includes(ENVIRONMENT);
      return [
        ...(kind === 'Queries' && !isCancellable ? [`${name} cannot be cancelled`] : []),
        ...(kind === 'Mutations' && method === 'GET' && !READING.includes(name) ? [`${name} changes nothing`] : []),
        ...(isOfEnvironment && environmentId !== ENVIRONMENT ? [`${name} does not name the environment`] : []),
        ...(isOfEnvironment && !isKept ? [`${name} is kept for all environments`] : []),
        ...(hasBody && !operation.body && name !== 'meMutations.signOut'
          ? [`${name} sends a body that is not read`]
          : []),
        ...(!hasBody && operation.body && !COPIED.includes(name) ? [`${name} sends no body`] : []),
      ];
    }),
  );
  expect(problems).toEqual([]);
});

/** Requests that send the rest of their argument as the body. A placeholder has no rest. */
const COPIED = ['workflowMutations.patch', 'integrationMutations.update'];

/** Mutations that make no data on the page stale: tests, sign-in, and links that are shown once. */
const WITHOUT_EFFECT = [
  'alertMutations.test',
  'auditMutations.export',
  'environmentMutations.renewSigningSecret',
  'environmentMutations.revealSigningSecret',
  'eventMutations.dryRun',
  'inboxSessionMutations.preview',
  'integrationMutations.revealCredentials',
  'integrationMutations.testDraft',
  'integrationMutations.testMailbox',
  'meMutations.changePassword',
  'meMutations.signIn',
  'meMutations.signOut',
  'memberMutations.acceptInvitation',
  'memberMutations.createPasswordReset',
  'memberMutations.resetPassword',
  'signInProviderMutations.start',
  'twoStepMutations.start',
  'workflowMutations.testRequest',
];

test('every mutation names the data that it makes stale', async () => {
  const silent = (await allOf('Mutations')).filter(({ options }) => options.meta === undefined).map(({ name }) => name);
  expect(silent.sort()).toEqual(WITHOUT_EFFECT);
});

test('every query has a key for all its arguments', async () => {
  const short = (await factories('Queries')).filter(([name, factory]) => {
    const args = GIVEN[name.split('.')[0] ?? ''] ?? [ENVIRONMENT];
    const { queryKey = [] } = factory(...args, ...Array(4).fill(placeholder)) as QueryOptions;
    const parts = queryKey.filter((part) => typeof part !== 'string' || part === ENVIRONMENT || part === 'x');
    return parts.length < factory.length;
  });
  expect(short.map(([name]) => name)).toEqual([]);
});
