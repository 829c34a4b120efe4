import { databaseProblem } from './db-error.ts';

/**
 * Temporary SQLSTATEs: statement timeout, deadlock, terminated connection, a server that is starting or stopping, a
 * server that is read-only after a failover. 26000 is temporary on a shared connection: an earlier statement that
 * should have prepared this one failed.
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
/**
 * Temporary classes of SQLSTATEs: 08 (connection failure), 53 (disk full, out of memory, too many connections), 58
 * (disk failure).
 */
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

/** Whether the database server or the network caused an error, so that the same statement may succeed later. */
export function isPassing(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = databaseProblem(error)?.code ?? '';
  return (
    transient.has(code) || unreachable.has(code) || transientClass.test(code) || lostConnection.test(error.message)
  );
}
