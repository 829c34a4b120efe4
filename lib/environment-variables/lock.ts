import { lock, lockShared } from '#lib/postgres/db.ts';

const nameOf = (organizationId: string) => `environment-variables ${organizationId}`;

/** Changes of an organization's variables run one after another, and after the saves that read them. */
export function lockVariables(organizationId: string): Promise<void> {
  return lock(nameOf(organizationId));
}

/**
 * Until the end of the transaction no variable of the organization changes, so that issues computed now are right when
 * they are committed. A change locks the workflows that read the variable, so take this lock before any workflow's row.
 */
export function keepVariables(organizationId: string): Promise<void> {
  return lockShared(nameOf(organizationId));
}
