import { useQuery } from '@tanstack/react-query';
import { useSession } from '#components/layout/session.tsx';
import type { AuditEntry } from '#lib/audit-log/schema.ts';
import type { Environment } from '#lib/environments/schema.ts';
import { memberQueries } from '#lib/members/client.ts';

/** The names of the members, by the id of their user. */
export function useMemberNames(): ReadonlyMap<string, string> {
  const { data } = useQuery(memberQueries.list());
  return new Map(data?.map(({ _userId, name }) => [_userId, name]));
}

/** A person by name, or by the address that was kept once they are no member; an API key by its name; or Belfry itself. */
export function actorName({ type, _id, label }: AuditEntry['actor'], members: ReadonlyMap<string, string>): string {
  if (type === 'system') return 'Belfry';
  return type === 'apiKey' ? `API key ${label}` : (members.get(_id) ?? label);
}

/** The environment in which it was done. Undefined when it is not one of the organization any more. */
export function useEnvironmentOf({ _environmentId }: AuditEntry): Environment | undefined {
  return useSession().environments.find(({ _id }) => _id === _environmentId);
}
