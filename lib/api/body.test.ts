import { describe, expect, test } from 'vitest';
import { leastProcessorTime } from '#testing/processor-time.ts';
import { assertJson, BODY_MAX_DEPTH, extentOf, parseJsonBody, readBody } from './body.ts';

/** Maximum processor time in milliseconds. */
const LIMIT = 200;

type Sent = string | Uint8Array<ArrayBuffer> | ReadableStream;

async function read(body: Sent, headers: Record<string, string> = { 'content-type': 'application/json' }) {
  const init = { method: 'POST', body, headers, duplex: 'half' };
  const request = new Request('http://localhost/', init);
  assertJson(request);
  const bytes = await readBody(request, 1_048_576);
  return parseJsonBody(request, bytes, extentOf(bytes));
}

async function failure(...sent: Parameters<typeof read>) {
  const error = await read(...sent).then(Object, (thrown) => thrown);
  return { status: error.status, errors: error.errors };
}

const nested = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`;

describe('a JSON body', () => {
  test('gives its value', async () => {
    expect(await read('{"a": 1}')).toEqual({ a: 1 });
  });

  test.each([
    'application/json',
    'Application/JSON',
    'application/json; charset=utf-8',
    'application/json;charset="UTF-8"',
  ])('takes %s', async (type) => {
    expect(await read('1', { 'content-type': type })).toBe(1);
  });

  test.each([
    'text/plain',
    'application/json-patch+json',
    'application/json; charset=latin1',
    'application/x-www-form-urlencoded',
  ])('refuses %s', async (type) => {
    expect(await failure('{}', { 'content-type': type })).toMatchObject({ status: 415 });
  });

  test('rejects an encoding', async () => {
    const headers = { 'content-type': 'application/json', 'content-encoding': 'gzip' };
    expect(await failure('{}', headers)).toMatchObject({ status: 415 });
  });

  test('takes an empty body as an empty object, whatever its type', async () => {
    expect(await read('')).toEqual({});
    expect(await read(new Uint8Array(), {})).toEqual({});
  });

  test.each(['{', '{"a":}', 'undefined', "{'a':1}", ' ', '{"a":1}x'])('rejects %s as malformed', async (text) => {
    expect(await failure(text)).toMatchObject({ status: 400 });
  });

  test('rejects what is not UTF-8', async () => {
    expect(await failure(new Uint8Array([0x22, 0xff, 0x22]))).toMatchObject({ status: 400 });
  });

  test.each([
    ['announced', 'x'.repeat(1_048_577), { 'content-length': '1048577' }],
    ['not announced', new Blob(['x'.repeat(1_048_577)]).stream(), {}],
  ])('refuses a body over the limit when its length is %s', async (_, body, headers) => {
    expect(await failure(body, { 'content-type': 'application/json', ...headers })).toMatchObject({ status: 413 });
  });

  test('rejects what is nested too deep', async () => {
    expect(await read(nested(BODY_MAX_DEPTH))).toBeInstanceOf(Array);
    const messages = [expect.stringContaining(String(BODY_MAX_DEPTH))];
    expect(await failure(nested(BODY_MAX_DEPTH + 1))).toMatchObject({ status: 422, errors: { body: { messages } } });
    expect(await failure(nested(60_000))).toMatchObject({ status: 422 });
    expect(await failure('['.repeat(60_000))).toMatchObject({ status: 400 });
  });

  test('rejects text that PostgreSQL cannot store and says where', async () => {
    expect((await failure('{"a":{"b":["x","\\u0000"]}}')).errors).toHaveProperty(['a.b.1']);
    expect((await failure('{"a":{"\\ud800":1}}')).errors).toHaveProperty(['a']);
    expect((await failure('{"a":[{"b":1},{"\\u0000":1}]}')).errors).toHaveProperty(['a.1']);
    expect((await failure('"\\udead"')).errors).toHaveProperty(['body']);
    expect(await read('"\\ud83d\\ude00"')).toBe('😀');
    expect(await read('"\\\\u0000"')).toBe('\\u0000');
  });

  test.each([
    ['names and values', `[${'"",'.repeat(63_997)}""]`, `[${'"",'.repeat(63_999)}""]`],
    ['fields', `{"":0${',"":0'.repeat(31_997)}}`, `{"":0${',"":0'.repeat(32_000)}}`],
    ['numbers in lists', `[${'1,'.repeat(500_000)}1]`, `[${'1,'.repeat(500_001)}1]`],
  ])('has a limit of %s', async (_, largest, larger) => {
    await expect(read(largest)).resolves.toBeTypeOf('object');
    expect(await failure(larger)).toMatchObject({ status: 413 });
  });

  test.each([
    ['numbers', JSON.stringify(Array(500_000).fill(1))],
    ['texts', JSON.stringify(Array(60_000).fill('x'))],
    ['texts with escapes', `[${'"\\ud83d\\ude00",'.repeat(60_000)}1]`],
    ['empty lists', JSON.stringify(Array(31_000).fill([]))],
    ['levels below a text', `${'{"a":'.repeat(190)}"\\ud83d\\ude00"${'}'.repeat(190)}`],
  ])('is read in little time, with %s', async (_, text) => {
    const bytes = new TextEncoder().encode(text);
    const request = new Request('http://localhost/', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
    });
    const work = () => parseJsonBody(request, bytes, extentOf(bytes));
    expect(await leastProcessorTime(LIMIT, work)).toBeLessThan(LIMIT);
  });

  test('keeps __proto__ a key like any other', async () => {
    const value = await read('{"__proto__":{"admin":true}}');
    expect((value as { admin?: boolean }).admin).toBeUndefined();
  });
});
