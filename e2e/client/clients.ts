import { createRequire } from 'node:module';
import type * as current from '@novu/api';
import type * as errorsOf from '@novu/api/models/errors';

/** The origin's vendor prefix, which its client expects inside identifiers. */
export const ORIGIN_NAME = 'novu';

/** The packages of the official client, in the two supported versions. */
export const packages = { '3.19.1': '@novu/api', '3.17.0': 'novu-api-3-17' } as const;

export type Version = keyof typeof packages;
export type Client = current.Novu;
export type Errors = typeof errorsOf;

const load = createRequire(import.meta.url);

/** Returns a client without retries, which would continue for an hour when a test should fail. */
export function clientOf(version: Version, origin: string, secretKey: string): Client {
  const { Novu } = load(packages[version]) as typeof current;
  return new Novu({ secretKey, serverURL: `${origin}/api`, retryConfig: { strategy: 'none' } });
}

/** Returns the error classes of that version. */
export function errorsIn(version: Version): Errors {
  return load(`${packages[version]}/models/errors`) as Errors;
}
