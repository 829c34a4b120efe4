import { beforeAll, expect, test } from 'vitest';
import { newId } from '#lib/id.ts';
import { prisma } from '#lib/postgres/db.ts';
import { flushAll } from '#lib/postgres/write-behind.ts';
import { type Sample, sampleEnvironment } from '#testing/engine.ts';
import { ownScratchDatabase } from '#testing/own-database.ts';
import { logRequest } from './buffer.ts';
import { exportRequests } from './export.ts';
import { ExportRequestsQuery, ListRequestsQuery } from './schema.ts';
import { listRequests } from './service.ts';

ownScratchDatabase();

const PERSON = { type: 'user', userId: 'u', email: 'u@example.com', role: 'owner', sessionId: 's' } as const;

let sample: Sample;

const ERRORS = { name: ['there is no workflow “gone”'], to: ['must have "email"'] };

const rejected = (path: string, message: string, more: object = {}) => ({
  ...{ environmentId: sample.ctx.environmentId, apiKeyId: newId(), userId: undefined, method: 'POST', path },
  ...{ operationId: 'triggerEvent', status: 422, durationMs: 2, requestId: newId(), address: undefined },
  details: { a: JSON.stringify({ message, code: 'unprocessable', errors: ERRORS }) },
  ...more,
});

beforeAll(async () => {
  sample = await sampleEnvironment();
  logRequest(rejected('/api/v2/subscribers', 'The address is wrong'));
  logRequest({ ...rejected('/api/v2/topics/Fennel', 'x'), status: 200, requestId: 'a-request', details: undefined });
  const details = { ...rejected('', 'Hidden fields').details, b: JSON.stringify({ name: 'gone', payload: {} }) };
  logRequest(rejected('/api/v1/events/trigger', '=1+1', { details }));
  await flushAll();
});

test.each([
  ['a path, regardless of case', 'topics/FENNEL', ['/api/v2/topics/Fennel']],
  ['a request ID', 'a-request', ['/api/v2/topics/Fennel']],
  ['the message of an error', 'ADDRESS is', ['/api/v2/subscribers']],
  ['a problem by field, except those that may quote sensitive content', 'have "email"', ['/api/v2/subscribers']],
  ['the name of a workflow that does not exist', '“GONE”', ['/api/v1/events/trigger', '/api/v2/subscribers']],
  ['the message of a hidden content', 'hidden', ['/api/v1/events/trigger']],
  ['nothing', 'absent', []],
])('a search finds %s', async (_, q, paths) => {
  const page = await listRequests(sample.ctx, ListRequestsQuery.parse({ q }));
  expect(page.data.map(({ path }) => path)).toEqual(paths);
  expect(page.next).toBeNull();
});

test('the pages of a search have each match once', async () => {
  const search = (after?: string) => listRequests(sample.ctx, ListRequestsQuery.parse({ q: 'api', limit: '1', after }));
  const first = await search();
  const second = await search(first.next ?? undefined);
  const third = await search(second.next ?? undefined);
  expect([first, second, third].flatMap(({ data }) => data.map(({ path }) => path))).toEqual([
    '/api/v1/events/trigger',
    '/api/v2/topics/Fennel',
    '/api/v2/subscribers',
  ]);
});

test('an export has the calls of the search with their errors, and is audited', async () => {
  const input = ExportRequestsQuery.parse({ q: 'address' });
  const csv = await (await exportRequests({ ...sample.ctx, actor: PERSON }, input)).text();
  const [head, ...lines] = csv.trimEnd().split('\r\n');
  expect(head).toContain('Time,Method,Path,Status,Error');
  expect(lines).toEqual([expect.stringContaining('POST,/api/v2/subscribers,422,The address is wrong,2,')]);
  const entry = await prisma().auditEntry.findFirst({ where: { action: 'request-log.export' } });
  expect(entry).toMatchObject({ resourceType: 'request-log', after: { format: 'csv', q: 'address' } });
});
