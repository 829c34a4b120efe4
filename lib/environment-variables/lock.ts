import { lock, lockShared } from '#lib/postgres/db.ts';

const nameOf = (organizationId: string) => `environment-variables ${organizationId}`;

/** Locks an organization's variables: changes run one after another, and wait for saves that read the variables. */
export function lockVariables(organizationId: string): Promise<void> {
  return lock(nameOf(organizationId));
}

/**
 * Prevents changes of the organization's variables until the end of the transaction, so that issues are still correct when
 * committed. A change locks the workflows that read the variable, so take this lock before any workflow's row.
 */
export function keepVariables(organizationId: string): Promise<void> {
  return lockShared(nameOf(organizationId));
}
