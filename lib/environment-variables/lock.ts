import { lock, lockShared } from '#lib/postgres/db.ts';

const nameOf = (organizationId: string) => `environment-variables ${organizationId}`;

/**
 * Locks an organization's variables for changes. Changes run one after another, and wait for saves that read the
 * variables.
 */
export function lockVariables(organizationId: string): Promise<void> {
  return lock(nameOf(organizationId));
}

/**
 * Prevents changes of the organization's variables until the end of the transaction, so that computed issues are still
 * correct at the commit. Take this lock before any workflow's row, because a change of a variable locks the workflows
 * that read it.
 */
export function keepVariables(organizationId: string): Promise<void> {
  return lockShared(nameOf(organizationId));
}
