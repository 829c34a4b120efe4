import type { Environment } from '#lib/environments/schema.ts';

/** Whether it is the environment whose messages reach real people. It is marked wherever it is named. */
export function isProduction(environment: Pick<Environment, 'type'>): boolean {
  return environment.type === 'prod';
}
