import { databaseProblem } from './db-error.ts';

/**
 * SQLSTATEs that are temporary: statement timeout, deadlock, a terminated connection, a server that is starting or
 * stopping, or read-only after a failover. 26000: on a shared connection, the earlier statement that should have
 * prepared this one failed.
 */
const transient = new Set([
  '57014',
  '40001',
  '40P01',
  '55P03',
  '57P01',
  '57P02',
  '57P03',
  '57P05',
  '25P03',
  '25006',
  '26000',
]);
/** Temporary classes: connection failure (08); full disk, no memory, too many connections (53); disk failure (58). */
const transientClass = /^(08|53|58)...$/;
const unreachable = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOTFOUND',
  'ETIMEDOUT',
  'EPIPE',
  'EAI_AGAIN',
  'P1001',
  'P1008',
  'P1011',
  'P1017',
  'P2024',
  'P2028',
  'P2037',
]);
const lostConnection =
  /^(timeout exceeded when trying to connect|Connection terminated|Client has encountered a connection error|Query read timeout)/;

/** Whether an error is caused by the database server or the network, so that the same statement can succeed later. */
export function isPassing(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = databaseProblem(error)?.code ?? '';
  return (
    transient.has(code) || unreachable.has(code) || transientClass.test(code) || lostConnection.test(error.message)
  );
}
