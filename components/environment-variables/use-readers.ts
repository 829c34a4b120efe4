import { useQuery } from '@tanstack/react-query';
import { environmentVariableQueries } from '#lib/environment-variables/client.ts';
import type { EnvironmentVariableReaders } from '#lib/environment-variables/schema.ts';

export type Readers = EnvironmentVariableReaders | 'loading' | undefined;

/** Returns the readers of a variable. Undefined if they could not be read. */
export function useReaders(key: string): Readers {
  const { data, isPending } = useQuery(environmentVariableQueries.withReaders());
  return isPending ? 'loading' : data?.find((variable) => variable.key === key)?.readers;
}

export function loaded(readers: Readers): EnvironmentVariableReaders | undefined {
  return readers === 'loading' ? undefined : readers;
}
