import { expect, test } from 'vitest';
import { curlOf } from './copy-as-curl.tsx';

const call = {
  _id: 'c',
  method: 'POST',
  path: '/api/v1/events/trigger',
  status: 201,
  durationMs: 1,
  requestId: 'r',
  createdAt: '2026-11-27T12:00:00.000Z',
  transactionIds: [],
};

test('a call with a body is a command with the key of the shell', () => {
  expect(
    curlOf({ ...call, body: { name: "it's" } }, 'https://b.example'),
  ).toBe(`curl 'https://b.example/api/v1/events/trigger' \\
  -H "Authorization: ApiKey $KEY" \\
  -H 'Content-Type: application/json' \\
  -d '{
  "name": "it'\\''s"
}'`);
});

test('a call without a body keeps its query', () => {
  const command = curlOf(
    { ...call, method: 'GET', path: '/api/v2/subscribers', query: 'limit=5' },
    'https://b.example',
  );
  expect(command).toBe(`curl 'https://b.example/api/v2/subscribers?limit=5' \\\n  -H "Authorization: ApiKey $KEY"`);
});
