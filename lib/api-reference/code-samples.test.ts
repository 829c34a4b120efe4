import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { beforeAll, describe, expect, test } from 'vitest';
import { buildOpenApi } from '#lib/api/openapi.ts';
import { codeOf, LANGUAGES, type SampleRequest, sampleRequest } from './code-samples.ts';
import { groupsOf, type ReferenceOperation } from './operations.ts';

let operations: ReferenceOperation[];

beforeAll(async () => {
  operations = groupsOf(await buildOpenApi()).flatMap((group) => group.operations);
});

const named = (operationId: string) => {
  const found = operations.find((one) => one.operationId === operationId);
  if (!found) throw new Error(`There is no ${operationId}`);
  return found;
};

const hostile: SampleRequest = {
  method: 'POST',
  url: 'http://belfry.test/api/v1/things?name=a%26b',
  headers: { Authorization: "ApiKey <key of bob's>", 'Content-Type': 'application/json' },
  body: { text: 'it\'s "here" `now`\nand $(then) \\', flag: true, nothing: null, list: [], inner: { number: 1.5 } },
  isAnswered: true,
};

describe('sampleRequest', () => {
  test('fills in the address, the key, the path and the body', () => {
    expect(sampleRequest(named('patchSubscriber'), 'https://belfry.test', 'k1')).toEqual({
      method: 'PATCH',
      url: 'https://belfry.test/api/v2/subscribers/jane',
      headers: { Authorization: 'ApiKey k1', 'Content-Type': 'application/json' },
      body: { email: 'jane.cooper@example.com', data: { plan: 'enterprise' } },
      isAnswered: true,
    });
  });

  test('has the session for operations of people, and no credential for open ones', () => {
    const of = (operationId: string) => sampleRequest(named(operationId), '', 'k1').headers;
    expect(of('listMembers')).toEqual({ Authorization: 'Bearer <session token>' });
    expect(of('getLiveness')).toEqual({});
  });

  test('leaves no brace in any address', () => {
    const urls = operations.map((operation) => sampleRequest(operation, 'https://belfry.test', 'k1').url);
    expect(urls.filter((url) => /[{}]/.test(url) || !URL.canParse(url))).toEqual([]);
  });
});

describe('codeOf', () => {
  test('gives the code of each language', () => {
    const request = sampleRequest(named('updateSubscriberOnlineStatus'), 'https://belfry.test', '<key>');
    expect(LANGUAGES.map((language) => codeOf(request, language))).toEqual([
      `curl -X PATCH 'https://belfry.test/api/v1/subscribers/jane/online-status' \\
  -H 'Authorization: ApiKey <key>' \\
  -H 'Content-Type: application/json' \\
  -d '{
  "isOnline": true
}'`,
      `const response = await fetch("https://belfry.test/api/v1/subscribers/jane/online-status", {
  method: 'PATCH',
  headers: {
    "Authorization": "ApiKey <key>",
    "Content-Type": "application/json"
  },
  body: JSON.stringify({
    "isOnline": true
  }),
});
console.log(response.status, await response.json());`,
      `import requests

response = requests.patch(
    "https://belfry.test/api/v1/subscribers/jane/online-status",
    headers={
        "Authorization": "ApiKey <key>",
        "Content-Type": "application/json",
    },
    json={
        "isOnline": True,
    },
)
print(response.status_code, response.json())`,
      `package main

import (
	"fmt"
	"io"
	"net/http"
	"strings"
)

func main() {
	body := \`{
  "isOnline": true
}\`
	request, err := http.NewRequest("PATCH", "https://belfry.test/api/v1/subscribers/jane/online-status", strings.NewReader(body))
	if err != nil {
		panic(err)
	}
	request.Header.Set("Authorization", "ApiKey <key>")
	request.Header.Set("Content-Type", "application/json")
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		panic(err)
	}
	defer response.Body.Close()
	answer, _ := io.ReadAll(response.Body)
	fmt.Println(response.Status, string(answer))
}`,
    ]);
  });

  test('curl passes quotes, backticks and dollars unchanged through the shell', () => {
    const words = codeOf(hostile, 'curl').replace(
      /^curl/,
      `node -e 'console.log(JSON.stringify(process.argv.slice(1)))' --`,
    );
    const passed = JSON.parse(execFileSync('sh', ['-c', words], { encoding: 'utf8' })) as string[];
    expect(passed[0]).toBe(hostile.url);
    expect(passed[2]).toBe(`Authorization: ${hostile.headers.Authorization}`);
    expect(JSON.parse(passed[6] ?? '')).toEqual(hostile.body);
  });

  test('Node sends the request', async () => {
    const received: { request: IncomingMessage; body: string }[] = [];
    const server = createServer(async (request, response) => {
      received.push({ request, body: await text(request) });
      response.end('{}');
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/things?name=a%26b`;
    const code = codeOf({ ...hostile, url }, 'node');
    const run = new Function('console', `return (async () => { ${code} })()`) as (console: object) => Promise<void>;
    const printed: unknown[] = [];
    await run({ log: (...values: unknown[]) => printed.push(...values) });
    server.close();
    expect(printed).toEqual([200, {}]);
    const [{ request, body }] = received as [(typeof received)[number]];
    expect(request.url).toBe('/api/things?name=a%26b');
    expect(request.headers.authorization).toBe(hostile.headers.Authorization);
    expect(JSON.parse(body)).toEqual(hostile.body);
  });

  test('Go quotes a body with backticks', () => {
    expect(codeOf(hostile, 'go')).toContain(`body := ${JSON.stringify(JSON.stringify(hostile.body))}`);
  });

  test('Python has its own constants', () => {
    expect(codeOf(hostile, 'python')).toContain('"flag": True,\n        "nothing": None,\n        "list": [],');
  });
});
