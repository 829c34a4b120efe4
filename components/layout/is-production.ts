import type { Environment } from '#lib/environments/schema.ts';

/** The environment whose messages reach real people; it is marked wherever it is named. */
export function isProduction(environment: Pick<Environment, 'type'>): boolean {
  return environment.type === 'prod';
}
