/** A database error, from one of Belfry's statements or from Prisma. */
export interface DatabaseProblem {
  /**
   * The SQLSTATE if PostgreSQL returned one, otherwise the code of Prisma (`P2025`) or of a socket (`ECONNREFUSED`).
   */
  code: string;
  /** The violated constraint. On Citus, its name ends with the number of the shard. */
  constraint: string | undefined;
}

interface Coded {
  code?: unknown;
  constraint?: unknown;
}

/** The error of Prisma's driver `adapter-pg`, which Prisma stores in the `meta` of its own error. */
interface DriverError {
  cause?: { originalCode?: unknown; originalMessage?: unknown; constraint?: { index?: unknown } };
}

/**
 * Recognises a database error by shape, not by class, because the front server and Next load separate copies of the
 * classes.
 */
export function databaseProblem(error: unknown): DatabaseProblem | undefined {
  if (!(error instanceof Error)) return undefined;
  const { code, constraint } = error as Coded;
  const { meta } = error as { meta?: { driverAdapterError?: DriverError } };
  const driver = (meta?.driverAdapterError ?? (error as DriverError)).cause;
  if (typeof driver?.originalCode === 'string')
    return { code: driver.originalCode, constraint: text(driver.constraint?.index) ?? namedIn(driver.originalMessage) };
  return typeof code === 'string' ? { code, constraint: text(constraint) ?? namedIn(error.message) } : undefined;
}

/**
 * Returns the constraint that an error message names. Citus passes on a node's message without the field `constraint`.
 */
function namedIn(message: unknown): string | undefined {
  return text(message)?.split(' constraint "')[1]?.split('"')[0];
}

function text(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

const SHARD_NUMBER = /_\d+$/;

/**
 * Whether `error`, from a statement or from Prisma, is a unique violation. If `constraint` is given, only a violation
 * of this constraint counts. On Citus, the constraint's name ends with the number of the shard.
 */
export function isUniqueViolation(error: unknown, constraint?: string): boolean {
  const problem = databaseProblem(error);
  const names = [problem?.constraint, problem?.constraint?.replace(SHARD_NUMBER, '')];
  return problem?.code === '23505' && (constraint === undefined || names.includes(constraint));
}
