import { useQuery } from '@tanstack/react-query';
import { useSession } from '#components/layout/session.tsx';
import type { AuditEntry } from '#lib/audit-log/schema.ts';
import type { Environment } from '#lib/environments/schema.ts';
import { memberQueries } from '#lib/members/client.ts';

/** Returns the names of the members by user ID. */
export function useMemberNames(): ReadonlyMap<string, string> {
  const { data } = useQuery(memberQueries.list());
  return new Map(data?.map(({ _userId, name }) => [_userId, name]));
}

/** Returns the actor's name: the member's, the recorded address of a former member, the API key's, or Belfry. */
export function actorName({ type, _id, label }: AuditEntry['actor'], members: ReadonlyMap<string, string>): string {
  if (type === 'system') return 'Belfry';
  return type === 'apiKey' ? `API key ${label}` : (members.get(_id) ?? label);
}

/** Returns the environment of an entry. Undefined if the organization no longer has it. */
export function useEnvironmentOf({ _environmentId }: AuditEntry): Environment | undefined {
  return useSession().environments.find(({ _id }) => _id === _environmentId);
}
