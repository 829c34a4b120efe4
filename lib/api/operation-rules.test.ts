import { expect, test } from 'vitest';
import { z } from 'zod';
import { API_KEY_SCOPES, apiKeyCan } from '#lib/auth/permissions.ts';
import { isObject } from '#lib/json/values.ts';
import { OPERATION_RULES, scopesOf } from '#testing/operation-rules.ts';
import { METHODS } from './operation.ts';
import { limitOf } from './rate-limit.ts';
import { loadRoutes } from './route-table.ts';

async function operations() {
  const entries = await loadRoutes();
  return entries.flatMap(({ handlers }) =>
    METHODS.flatMap((method) => {
      const operation = handlers[method]?.operation;
      return operation ? [{ method, operation }] : [];
    }),
  );
}

test('every operation has the permission, callers and limit of the table', async () => {
  const rules = (await operations()).map(({ operation }) => {
    const { operationId, permission, callers = ['apiKey', 'session'] } = operation;
    const who = { public: 'anyone', subscriber: 'subscriber' }[permission as string] ?? callers.toSorted().join(' ');
    const { category, isBulk } = limitOf(operation);
    const limit = isBulk ? `${category} bulk` : category;
    return [operationId, permission, who, who.startsWith('apiKey') ? limit : 'none'];
  });
  const byId = (rows: readonly (readonly string[])[]) => Object.fromEntries(rows.map(([id, ...rest]) => [id, rest]));
  expect(byId(rules)).toEqual(byId(OPERATION_RULES.map((rule) => rule.slice(0, 4))));
});

test('each scope of API keys can call only its operations', async () => {
  for (const { method, operation } of await operations()) {
    const { operationId, permission, callers = ['apiKey'] } = operation;
    if (permission === 'public' || permission === 'authenticated' || permission === 'subscriber') continue;
    if (!callers.includes('apiKey')) continue;
    const scopes = API_KEY_SCOPES.filter((scope) => apiKeyCan(scope, permission));
    expect(scopes, operationId).toEqual(scopesOf(method, operation));
  }
});

test('a reading operation is audited only if it reveals or exports data', async () => {
  const actions = new Map(OPERATION_RULES.map(([operationId, , , , action]) => [operationId, action]));
  for (const { method, operation } of await operations())
    if (method === 'GET') expect(actions.get(operation.operationId)).toMatch(/^(-|[\w-]+\.(reveal\w+|export))$/);
});

test('every list in a body has a limit, which is checked before its elements', async () => {
  const endless = (await operations()).flatMap(({ operation: { operationId, body } }) =>
    body ? endlessLists(z.toJSONSchema(body, { io: 'input', unrepresentable: 'any' }), operationId) : [],
  );
  expect(endless).toEqual([]);
});

function endlessLists(schema: unknown, path: string): string[] {
  if (typeof schema !== 'object' || schema === null) return [];
  const inner = Object.entries(schema).flatMap(([key, value]) => endlessLists(value, `${path}.${key}`));
  return isObject(schema) && schema.type === 'array' && schema.maxItems === undefined ? [path, ...inner] : inner;
}
