import { randomBytes } from 'node:crypto';
import { accessSync, constants, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Env, parseEnv, variableNames } from '#lib/env.ts';
import { CliError, errorCode } from './cli-error.ts';
import { takeLock } from './lock.ts';
import { type Postgres, runningUrl, startPostgres } from './postgres.ts';
import { root } from './sources.ts';

export type Variables = Record<string, string | undefined>;

export interface DataFolder {
  path: string;
  /**
   * The complete environment variables, including the secrets of the data folder. DATABASE_URL is added once the
   * database runs.
   */
  env: Variables;
  parsed: Env;
  /** Secrets that Belfry generated, in files of the data folder. They are shown only on creation. */
  generated: { adminPassword?: Kept; apiKey?: Kept };
  release(): void;
}

export interface Kept {
  secret: string;
  file: string;
  isNew: boolean;
}

/** Returns the process's variables, completed by the variables of the optional file `.env`. */
export function readEnvironment(): Variables {
  if (existsSync(join(root, '.env'))) process.loadEnvFile(join(root, '.env'));
  return process.env;
}

/**
 * Whether a command needs a data folder: for the embedded database, or because one exists and contains the secrets of
 * earlier starts.
 *
 * @throws EnvError
 */
export function needsDataFolder(source: Variables): boolean {
  const given = parseEnv(source);
  return given.DATABASE_URL === undefined || existsSync(resolve(root, given.DATA_DIR));
}

/**
 * Checks the configuration, opens the data folder, locks it for this process and reads its secrets.
 *
 * @throws EnvError, CliError: one message per problem. After an error, nothing has been changed.
 */
export async function openDataFolder(source: Variables): Promise<DataFolder> {
  const given = parseEnv(source);
  const path = resolve(root, given.DATA_DIR);
  makeReadable(path);
  const release = await takeLock(join(path, 'lock'));
  if (!release) {
    throw new CliError(
      `The data folder ${path} is in use by another Belfry process: stop that process, or set DATA_DIR and PORT for this one.`,
    );
  }
  try {
    return { path, release, ...fillIn(source, given, path) };
  } catch (error) {
    release();
    throw error;
  }
}

/**
 * Sets the variables of a running Belfry in this process, for commands that run next to it. If DATABASE_URL is set, no
 * data folder is needed, and none is created.
 *
 * @throws EnvError, CliError if the embedded PostgreSQL does not run.
 */
export function adoptRunning(source: Variables): Env {
  const given = parseEnv(source);
  const path = resolve(root, given.DATA_DIR);
  const url = given.DATABASE_URL ?? (existsSync(path) ? runningUrl(path) : undefined);
  if (!url)
    throw new CliError(
      'Belfry is not running here: start Belfry with npm start, then repeat this command in another terminal.',
    );
  const env = withSecrets(source, given, path);
  adopt({ env: { ...env, DATABASE_URL: url } });
  return parseEnv({ ...env, DATABASE_URL: given.DATABASE_URL });
}

/**
 * Starts the database of an open data folder: the database at DATABASE_URL, otherwise the embedded database with
 * `settings` instead of the usual settings.
 */
export async function startDatabase(
  folder: DataFolder,
  settings: readonly string[] = [],
): Promise<Postgres | undefined> {
  if (folder.parsed.DATABASE_URL) return undefined;
  const postgres = await startPostgres(folder.path, settings);
  folder.env.DATABASE_URL = postgres.url;
  return postgres;
}

/** Sets an opened folder's variables in this process, for code that calls `env()`. */
export function adopt({ env }: Pick<DataFolder, 'env'>): void {
  for (const [name, value] of Object.entries(env)) if (value !== undefined) process.env[name] = value;
}

/** Milliseconds to wait for the processes of a killed instance to exit. */
const PORT_TIMEOUT_MS = 2000;

/**
 * Checks that the port is free. @throws CliError if another process listens on the port, or if listening is not
 * allowed.
 */
export async function checkPort(host: string, port: number): Promise<void> {
  let error = await tryPort(host, port);
  for (const deadline = Date.now() + PORT_TIMEOUT_MS; errorCode(error) === 'EADDRINUSE' && Date.now() < deadline; ) {
    await sleep(100);
    error = await tryPort(host, port);
  }
  if (!error) return;
  const reasons: Record<string, string> = {
    EADDRINUSE: `Port ${port} of ${host} is taken: stop the program that listens there, or set PORT to another port.`,
    EACCES: `Port ${port} of ${host} is reserved for the administrator: set PORT to a port above 1023.`,
    EADDRNOTAVAIL: `HOST is ${host}, which is not an address of this machine.`,
    ENOTFOUND: `HOST is ${host}, which is not a name that can be resolved.`,
  };
  throw new CliError(reasons[errorCode(error) ?? ''] ?? `Port ${port} of ${host} cannot be used: ${error}.`);
}

function tryPort(host: string, port: number): Promise<Error | undefined> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', resolve);
    probe.listen(port, host, () => probe.close(() => resolve(undefined)));
  });
}

function makeReadable(path: string): void {
  try {
    mkdirSync(path, { recursive: true, mode: 0o700 });
    accessSync(path, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (error) {
    const why = {
      EACCES: 'permission denied',
      EEXIST: 'it is not a folder',
      ENOTDIR: 'it is not a folder',
      EROFS: 'it is read-only',
    };
    const reason = why[errorCode(error) as keyof typeof why] ?? String(error);
    throw new CliError(`Belfry cannot read and write the data folder ${path}: ${reason}.`);
  }
}

/**
 * Returns all variables, including the secrets for encrypting and signing. The secrets are in the data folder if the
 * database is there.
 */
function withSecrets(source: Variables, given: Env, path: string): Variables {
  const env: Variables = { ...Object.fromEntries(variableNames.map((name) => [name, source[name] ?? ''])) };
  env.DATA_DIR = path;
  env.DEMO_DATA = String(given.DEMO_DATA);
  if (!given.DATABASE_URL) {
    env.ENCRYPTION_KEYS ||= kept(path, 'encryption-keys', () => `k1:${randomBytes(32).toString('base64')}`).secret;
    env.AUTH_SECRET ||= kept(path, 'auth-secret', () => randomBytes(32).toString('base64url')).secret;
  }
  return env;
}

function fillIn(source: Variables, given: Env, path: string): Pick<DataFolder, 'env' | 'parsed' | 'generated'> {
  const env = withSecrets(source, given, path);
  const generated: DataFolder['generated'] = {};
  if (!env.ADMIN_PASSWORD)
    generated.adminPassword = kept(path, 'admin-password', () => randomBytes(12).toString('base64url'));
  if (!env.BOOTSTRAP_API_KEY) generated.apiKey = kept(path, 'api-key', () => `bf_${randomBytes(32).toString('hex')}`);
  env.ADMIN_PASSWORD ||= generated.adminPassword?.secret;
  env.BOOTSTRAP_API_KEY ||= generated.apiKey?.secret;
  const missing = { ...env, DATABASE_URL: given.DATABASE_URL };
  return { env, parsed: parseEnv(missing), generated };
}

/** Returns a secret of the data folder. The secret is created on first use, and only its owner can read it. */
function kept(path: string, name: string, make: () => string): Kept {
  const file = join(path, name);
  try {
    if (existsSync(file)) return { secret: readFileSync(file, 'utf8').trim(), file, isNew: false };
    const secret = make();
    writeFileSync(file, `${secret}\n`, { mode: 0o600, flag: 'wx' });
    return { secret, file, isNew: true };
  } catch (error) {
    throw new CliError(
      `Belfry cannot read and write the file ${file} of the data folder: ${errorCode(error) ?? error}.`,
    );
  }
}
