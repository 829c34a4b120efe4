import { isIP } from 'node:net';
import { z } from 'zod';
import { parseRateLimits } from './api/rate-limits.ts';
import { setServiceName, vendorIdFormedBy } from './providers/service-name.ts';

// Dates of templates, logs and libraries must not depend on the machine's time zone.
process.env.TZ = 'UTC';

/** Invalid configuration, with one message per problem. */
export class EnvError extends Error {
  override name = 'EnvError';
  readonly problems: string[];

  constructor(problems: string[]) {
    super(problems.join('\n'));
    this.problems = problems;
  }
}

const flag = z
  .enum(['true', 'false', '1', '0'], 'must be true or false')
  .transform((text) => text === 'true' || text === '1');

const integer = (least: number, most: number) =>
  z
    .string()
    .regex(/^\d{1,15}$/, `must be a whole number from ${least} to ${most}`)
    .transform(Number)
    .refine((number) => number >= least && number <= most, `must be a whole number from ${least} to ${most}`);

const visibleAscii = (least: number, most: number) =>
  z
    .string()
    .regex(new RegExp(`^[\\x21-\\x7e]{${least},${most}}$`), `must be ${least} to ${most} visible ASCII characters`);

const origin = z
  .string()
  .refine(isOrigin, 'must be an http or https origin without a path, such as https://notify.example.com')
  .transform((text) => new URL(text).origin);

const pageUrls = z
  .string()
  .refine(
    (text) => splitList(text).every((each) => isOrigin(each) && each.startsWith('https://')),
    'must be https origins without a path, separated by commas, such as https://mail.example.com',
  )
  .transform((text) => splitList(text).map((each) => new URL(each).origin));

const databaseUrl = z
  .string()
  .refine(isDatabaseUrl, 'must be a URL such as postgresql://user:password@host:5432/database');

const keyring = z
  .string()
  .refine(isKeyring, 'must be id:key[,id:key…], each key 32 bytes in base64, such as k1:$(openssl rand -base64 32)');

const addressList = z
  .string()
  .refine(
    (text) => splitList(text).every(isAddress),
    'must be addresses, ranges (10.0.0.0/8) or host names, separated by commas',
  )
  .transform(splitList);

const rateLimits = z.string().transform((text, ctx) => {
  const limits = parseRateLimits(text);
  if (limits !== undefined) return limits;
  ctx.addIssue({
    code: 'custom',
    message: 'must be true, false or requests per second such as trigger=240,configuration=80,global=120',
  });
  return z.NEVER;
});

const collector = z.string().refine(isHttpUrl, 'must be an http or https URL, such as http://127.0.0.1:4318');

const pairs = z
  .string()
  .refine(
    (text) => splitList(text).every((pair) => /^[^=]+=/.test(pair) && decodes(pair)),
    'must be name=value pairs, separated by commas, with percent-encoded values',
  )
  .transform((text) =>
    Object.fromEntries(
      splitList(text).map((pair) => [
        pair.slice(0, pair.indexOf('=')).trim(),
        decodeURIComponent(pair.slice(pair.indexOf('=') + 1).trim()),
      ]),
    ),
  );

const SAMPLERS = ['always_on', 'always_off', 'traceidratio'] as const;

const values = z.object({
  NODE_ENV: z
    .enum(['development', 'production', 'test'], 'must be development, production or test')
    .default('development'),
  PORT: integer(1, 65535).default(3000),
  HOST: z
    .string()
    .regex(/^[A-Za-z0-9.:_-]+$/, 'must be an address or host name to listen on')
    .default('127.0.0.1'),
  PUBLIC_URL: origin.optional(),
  PAGE_URLS: pageUrls.default([]),
  DATABASE_URL: databaseUrl.optional(),
  DATABASE_DIRECT_URL: databaseUrl.optional(),
  DATABASE_READ_URL: databaseUrl.optional(),
  DATABASE_POOL_SIZE: integer(2, 200).default(10),
  DATABASE_HOT_POOL_SIZE: integer(2, 200).default(10),
  DATA_DIR: z.string().default('.data'),
  ADMIN_EMAIL: z.email('must be an email address').default('admin@example.com'),
  ADMIN_PASSWORD: z
    .string()
    .min(8, 'must have 8 to 128 characters')
    .max(128, 'must have 8 to 128 characters')
    .optional(),
  BOOTSTRAP_API_KEY: visibleAscii(16, 200).optional(),
  DEMO_DATA: flag.optional(),
  SERVICE_NAME: z
    .string()
    .regex(/^[a-z][a-z0-9]{1,15}$/, 'must be 2 to 16 lower-case letters and digits, a letter first')
    .refine((name) => !vendorIdFormedBy(name), 'would form the identifier of another provider')
    .default('svc'),
  ENCRYPTION_KEYS: keyring.optional(),
  AUTH_SECRET: z.string().min(32, 'must have at least 32 characters').optional(),
  TRUST_PROXY: integer(0, 10).default(0),
  METRICS_TOKEN: visibleAscii(16, 200).optional(),
  WORKER_METRICS_PORT: integer(1, 65535).optional(),
  OUTBOUND_ALLOW: addressList.default([]),
  RETENTION_DAYS: integer(1, 3650).default(90),
  REQUEST_LOG_RETENTION_DAYS: integer(1, 3650).default(30),
  MAX_SPAN_DAYS: integer(1, 3650).default(180),
  RATE_LIMITS: rateLimits.default(false),
  BODY_LIMIT_BYTES: integer(1024, 104_857_600).default(1_048_576),
  LOG_LEVEL: z
    .enum(
      ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'],
      'must be fatal, error, warn, info, debug, trace or silent',
    )
    .default('info'),
  OTEL_EXPORTER_OTLP_ENDPOINT: collector.optional(),
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: collector.optional(),
  OTEL_EXPORTER_OTLP_PROTOCOL: z
    .literal('http/protobuf', 'must be http/protobuf, the only supported protocol')
    .default('http/protobuf'),
  OTEL_EXPORTER_OTLP_HEADERS: pairs.optional(),
  OTEL_EXPORTER_OTLP_TIMEOUT: integer(100, 60_000).default(10_000),
  OTEL_SERVICE_NAME: z.string().optional(),
  OTEL_RESOURCE_ATTRIBUTES: pairs.optional(),
  OTEL_TRACES_SAMPLER: z
    .enum(
      [...SAMPLERS, ...SAMPLERS.map((name) => `parentbased_${name}` as const)],
      'must be always_on, always_off or traceidratio, with or without parentbased_ before the name',
    )
    .default('parentbased_always_on'),
  OTEL_TRACES_SAMPLER_ARG: z
    .string()
    .regex(/^(0|1|0?\.\d{1,15}|1\.0{1,15})$/, 'must be a number from 0 to 1')
    .transform(Number)
    .default(1),
  OTEL_SDK_DISABLED: flag.default(false),
});

/**
 * The variables that are required with an external database. Belfry does not generate them in this case, because they
 * must outlive the machine.
 */
export const requiredWithDatabase = ['ENCRYPTION_KEYS', 'AUTH_SECRET'] as const;

const Environment = values.transform((env) => ({
  ...env,
  DATABASE_DIRECT_URL: env.DATABASE_DIRECT_URL ?? env.DATABASE_URL,
  DEMO_DATA: env.DEMO_DATA ?? env.DATABASE_URL === undefined,
}));

export type Env = z.infer<typeof Environment>;

/** Every variable of Belfry, in the order of `.env.example`. */
export const variableNames = Object.keys(values.shape) as (keyof Env)[];

/** Returns the default of a variable as in `.env.example`. Undefined for variables without a default. */
export function defaultOf(name: keyof Env): string | undefined {
  const result = values.shape[name].safeParse(undefined);
  return result.success && result.data !== undefined ? String(result.data) : undefined;
}

/** Returns the rule for the values of a variable, such as “must be true or false”. Undefined if every text is valid. */
export function ruleOf(name: keyof Env): string | undefined {
  return values.shape[name].safeParse('\0').error?.issues[0]?.message;
}

/**
 * Parses environment variables. An empty variable counts as absent.
 *
 * @throws EnvError with one message for each problem.
 */
export function parseEnv(source: Record<string, string | undefined>): Env {
  const given = Object.fromEntries(variableNames.flatMap((name) => (source[name] ? [[name, source[name]]] : [])));
  const result = Environment.safeParse(given);
  const problems = result.success
    ? []
    : result.error.issues.map((issue) => `${issue.path.join('.')} ${issue.message}.`);
  for (const name of requiredWithDatabase) {
    if (given.DATABASE_URL && !given[name]) problems.push(`${name} is required when DATABASE_URL is set.`);
  }
  for (const name of ['DATABASE_DIRECT_URL', 'DATABASE_READ_URL'] as const) {
    if (given[name] && !given.DATABASE_URL) problems.push(`${name} needs DATABASE_URL.`);
  }
  if (result.success && isOwnHost(result.data)) problems.push('PAGE_URLS must not contain the host of PUBLIC_URL.');
  if (problems.length > 0 || !result.success) throw new EnvError([...new Set(problems)]);
  return result.data;
}

let parsed: Env | undefined;

/**
 * Returns the configuration of this process, parsed on first use.
 *
 * @throws EnvError
 */
export function env(): Env {
  if (!parsed) {
    parsed = parseEnv(process.env);
    setServiceName(parsed.SERVICE_NAME);
  }
  return parsed;
}

/** The address at which a browser on this machine reaches the web process. */
export function localOrigin({ HOST, PORT }: Env): string {
  const host = HOST === '0.0.0.0' || HOST === '::' ? 'localhost' : HOST;
  return `http://${host.includes(':') ? `[${host}]` : host}:${PORT}`;
}

/** Whether `PAGE_URLS` contains the host of `PUBLIC_URL`, which would then serve neither API nor dashboard. */
function isOwnHost({ PUBLIC_URL, PAGE_URLS }: Env): boolean {
  return PUBLIC_URL !== undefined && PAGE_URLS.some((url) => new URL(url).hostname === new URL(PUBLIC_URL).hostname);
}

function isOrigin(text: string): boolean {
  const url = URL.parse(text);
  const plain = url !== null && url.pathname === '/' && !url.search && !url.hash && !url.username && !url.password;
  return plain && (url.protocol === 'http:' || url.protocol === 'https:');
}

function isHttpUrl(text: string): boolean {
  const url = URL.parse(text);
  return url !== null && (url.protocol === 'http:' || url.protocol === 'https:') && !url.search && !url.hash;
}

function decodes(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}

function isDatabaseUrl(text: string): boolean {
  const url = URL.parse(text);
  return url !== null && (url.protocol === 'postgresql:' || url.protocol === 'postgres:') && url.pathname.length > 1;
}

function isKeyring(text: string): boolean {
  const pairs = text.split(',').map((pair) => /^([A-Za-z0-9_-]{1,32}):([A-Za-z0-9+/_-]{43}=?)$/.exec(pair.trim()));
  const ids = pairs.map((pair) => pair?.[1]);
  return pairs.every((pair) => pair !== null) && new Set(ids).size === ids.length;
}

function splitList(text: string): string[] {
  return text
    .split(',')
    .map((entry) => entry.trim())
    .filter(Boolean);
}

function isAddress(text: string): boolean {
  const [address = '', bits] = text.split('/');
  const family = isIP(address);
  if (family === 0) return bits === undefined && /^[A-Za-z0-9.-]+$/.test(address);
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128));
}
