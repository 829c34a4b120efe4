import type { Environment } from '#lib/environments/schema.ts';

/** Whether messages of the environment reach real people. Such an environment is marked wherever it is named. */
export function isProduction(environment: Pick<Environment, 'type'>): boolean {
  return environment.type === 'prod';
}
