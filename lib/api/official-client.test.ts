import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '#scripts/sources.ts';
import { METHODS } from './operation.ts';
import { loadRoutes } from './route-table.ts';

/** What the official client has and Belfry does not serve. A name ends in `*` for a whole group. */
const NOT_SERVED = [
  'activityTrack',
  'agents*',
  'channelConnections*',
  'channelEndpoints*',
  'domains*',
  'environmentVariables*',
  'environmentsDelete',
  'environmentsDiff',
  'environmentsGetTags',
  'environmentsPublish',
  'integrationsCreateMobileLink',
  'integrationsGenerateChatOAuthUrl',
  'integrationsGenerateConnectOAuthUrl',
  'integrationsGenerateLinkUserOAuthUrl',
  'integrationsIntegrationsControllerAutoConfigureIntegration',
  'integrationsIntegrationsControllerConfigureIntegrationWebhook',
  'integrationsLinkChannelEndpoint',
  // The first version of the inbox, which the client itself calls deprecated or legacy.
  'subscribersMessagesMarkAll',
  'subscribersMessagesMarkAllAs',
  'subscribersMessagesUpdateAsSeen',
  'subscribersNotificationsFeed',
  'subscribersNotificationsUnseenCount',
  'translations*',
];

interface ClientOperation {
  name: string;
  /** `GET /v2/topics/{}` */
  target: string;
}

/** Every operation of an installed version of the client, as its sources name them. */
function clientOperations(folder: string): ClientOperation[] {
  const functions = join(root, 'node_modules', folder, 'src', 'funcs');
  return readdirSync(functions).flatMap((file) => {
    const text = readFileSync(join(functions, file), 'utf8');
    const path = /pathToFunc\(\s*"([^"]+)"/.exec(text)?.[1];
    const method = /method: "(\w+)"/.exec(text)?.[1];
    return path && method ? [{ name: file.slice(0, -3), target: targetOf(method, path) }] : [];
  });
}

function targetOf(method: string, path: string): string {
  return `${method} ${path.replace(/\{\w+\}/g, '{}')}`;
}

async function servedTargets(): Promise<Set<string>> {
  const entries = await loadRoutes();
  return new Set(
    entries.flatMap(({ segments, handlers }) => {
      const path = `/${segments
        .slice(1)
        .map((segment) => segment.replace(/^\[\w+\]$/, '{}'))
        .join('/')}`;
      return METHODS.filter((method) => handlers[method]?.operation).map((method) => targetOf(method, path));
    }),
  );
}

const isListed = (name: string) =>
  NOT_SERVED.some((each) => (each.endsWith('*') ? name.startsWith(each.slice(0, -1)) : name === each));

test.each(['@novu/api', 'novu-api-3-17'])('%s: every operation is served, or listed as not served', async (folder) => {
  const served = await servedTargets();
  const operations = clientOperations(folder);
  expect(operations.length).toBeGreaterThan(100);
  const missing = operations.filter(({ target }) => !served.has(target)).map(({ name }) => name);
  expect(missing.filter((name) => !isListed(name))).toEqual([]);
  const both = operations.filter(({ name, target }) => isListed(name) && served.has(target));
  expect(
    both.map(({ name }) => name),
    'listed, although they are served',
  ).toEqual([]);
});
