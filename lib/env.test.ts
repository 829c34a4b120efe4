import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { defaultOf, EnvError, parseEnv, variableNames } from './env.ts';

const key = Buffer.alloc(32, 7).toString('base64');

function problemsOf(source: Record<string, string>): string[] {
  try {
    parseEnv(source);
    return [];
  } catch (error) {
    return error instanceof EnvError ? error.problems : [String(error)];
  }
}

describe('.env.example', () => {
  const lines = readFileSync(new URL('../.env.example', import.meta.url), 'utf8')
    .split('\n')
    .filter((line) => line && !line.startsWith('#'))
    .map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)] as const);

  test('has every variable once, in the order of the schema', () => {
    expect(lines.map(([name]) => name)).toEqual(variableNames);
  });

  test('shows the defaults', () => {
    expect(Object.fromEntries(lines)).toEqual(
      Object.fromEntries(variableNames.map((name) => [name, defaultOf(name) ?? ''])),
    );
  });

  test('is valid', () => {
    expect(problemsOf(Object.fromEntries(lines))).toEqual([]);
  });
});

describe('parseEnv', () => {
  test('requires no variable', () => {
    expect(parseEnv({})).toMatchObject({
      PORT: 3000,
      HOST: '127.0.0.1',
      SERVICE_NAME: 'svc',
      DEMO_DATA: true,
      RATE_LIMITS: false,
    });
    expect(parseEnv({}).PUBLIC_URL).toBeUndefined();
  });

  test('connects directly at the address of the database, unless another one is given', () => {
    const database = { DATABASE_URL: 'postgresql://h/d', AUTH_SECRET: 'x'.repeat(32), ENCRYPTION_KEYS: `k1:${key}` };
    expect(parseEnv(database).DATABASE_DIRECT_URL).toBe('postgresql://h/d');
    const direct = { ...database, DATABASE_DIRECT_URL: 'postgresql://h:1/d' };
    expect(parseEnv(direct)).toMatchObject(direct);
    expect(problemsOf({ DATABASE_DIRECT_URL: 'postgresql://h:1/d' })).toEqual([
      'DATABASE_DIRECT_URL needs DATABASE_URL.',
    ]);
    expect(problemsOf({ DATABASE_READ_URL: 'postgresql://h:1/d' })).toEqual(['DATABASE_READ_URL needs DATABASE_URL.']);
  });

  test('accepts other https origins for the recipient’s page', () => {
    const source = { PUBLIC_URL: 'https://a.example', PAGE_URLS: 'https://B.example/, https://c.example:8443' };
    expect(parseEnv(source).PAGE_URLS).toEqual(['https://b.example', 'https://c.example:8443']);
    for (const PAGE_URLS of ['http://b.example', 'b.example', 'https://b.example/x', 'https://u:p@b.example'])
      expect(problemsOf({ PAGE_URLS }), PAGE_URLS).toEqual([expect.stringMatching(/^PAGE_URLS must be https origins/)]);
    expect(problemsOf({ ...source, PAGE_URLS: 'https://a.example:444' })).toEqual([
      'PAGE_URLS must not contain the host of PUBLIC_URL.',
    ]);
  });

  test('reads the variables of OpenTelemetry', () => {
    const source = {
      OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20a=b, x-scope=shop',
      OTEL_TRACES_SAMPLER_ARG: '.25',
    };
    expect(parseEnv(source)).toMatchObject({
      OTEL_EXPORTER_OTLP_HEADERS: { authorization: 'Bearer a=b', 'x-scope': 'shop' },
      OTEL_TRACES_SAMPLER: 'parentbased_always_on',
      OTEL_TRACES_SAMPLER_ARG: 0.25,
    });
  });

  test.each([
    ['OTEL_EXPORTER_OTLP_ENDPOINT', 'collector:4318'],
    ['OTEL_EXPORTER_OTLP_TRACES_ENDPOINT', 'grpc://collector:4317'],
    ['OTEL_EXPORTER_OTLP_PROTOCOL', 'grpc'],
    ['OTEL_EXPORTER_OTLP_HEADERS', 'authorization'],
    ['OTEL_RESOURCE_ATTRIBUTES', 'a=%'],
    ['OTEL_TRACES_SAMPLER', 'jaeger_remote'],
    ['OTEL_TRACES_SAMPLER_ARG', '1.5'],
    ['OTEL_SDK_DISABLED', 'yes'],
  ])('rejects %s=%s', (name, value) => {
    expect(problemsOf({ [name]: value })).toEqual([expect.stringMatching(`^${name} must be `)]);
  });

  test('reports every problem with one message', () => {
    const problems = problemsOf({
      PORT: '70000',
      SERVICE_NAME: 'No',
      AUTH_SECRET: 'short',
      LOG_LEVEL: 'loud',
      DATABASE_URL: 'mysql://x/y',
    });
    expect(problems).toHaveLength(6);
    expect(problems.every((problem) => /^[A-Z_]+ (must|is) .*\.$/.test(problem))).toBe(true);
    expect(problems).toContain('PORT must be a whole number from 1 to 65535.');
    expect(problems).toContain('ENCRYPTION_KEYS is required when DATABASE_URL is set.');
  });

  test('requires the secrets with an external database, and adds no demo data', () => {
    const url = 'postgresql://belfry@db.example.com/belfry';
    expect(problemsOf({ DATABASE_URL: url })).toEqual([
      'ENCRYPTION_KEYS is required when DATABASE_URL is set.',
      'AUTH_SECRET is required when DATABASE_URL is set.',
    ]);
    const env = parseEnv({ DATABASE_URL: url, ENCRYPTION_KEYS: `k1:${key}`, AUTH_SECRET: 'x'.repeat(32) });
    expect(env.DEMO_DATA).toBe(false);
  });

  test.each([
    ['ENCRYPTION_KEYS', `k1:${key},k2:${key}`, true],
    ['ENCRYPTION_KEYS', `k1:${key},k1:${key}`, false],
    ['ENCRYPTION_KEYS', 'k1:c2hvcnQ=', false],
    ['PUBLIC_URL', 'https://notify.example.com/', true],
    ['PUBLIC_URL', 'https://notify.example.com/belfry', false],
    ['PUBLIC_URL', 'ftp://notify.example.com', false],
    ['BOOTSTRAP_API_KEY', 'a1b2c3d4e5f6g7h8', true],
    ['BOOTSTRAP_API_KEY', 'with a blank in it', false],
    ['OUTBOUND_ALLOW', '10.0.0.0/8, ::1, smtp.internal', true],
    ['OUTBOUND_ALLOW', '10.0.0.0/64', false],
    ['TRUST_PROXY', '1', true],
    ['TRUST_PROXY', 'true', false],
    ['DEMO_DATA', 'yes', false],
  ])('%s=%s', (name, value, valid) => {
    expect(problemsOf({ [name]: value })).toHaveLength(valid ? 0 : 1);
  });
});
