import { useSession } from '#components/layout/session.tsx';
import type { AuditEntry } from '#lib/audit-log/schema.ts';
import type { Environment } from '#lib/environments/schema.ts';

/** Returns the actor's name: the person's, the recorded address of a deleted person, the API key's, or Belfry. */
export function actorName({ type, label, name }: AuditEntry['actor']): string {
  if (type === 'system') return 'Belfry';
  return type === 'apiKey' ? `API key ${label}` : (name ?? label);
}

/** Returns the environment of an entry. Undefined if the organization no longer has it. */
export function useEnvironmentOf({ _environmentId }: AuditEntry): Environment | undefined {
  return useSession().environments.find(({ _id }) => _id === _environmentId);
}
