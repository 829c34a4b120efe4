/** A database error, from one of Belfry's statements or from Prisma. */
export interface DatabaseProblem {
  /**
   * The SQLSTATE if PostgreSQL returned one, otherwise the code of Prisma (`P2025`) or of a socket (`ECONNREFUSED`).
   */
  code: string;
  /** The violated constraint. */
  constraint: string | undefined;
}

interface Coded {
  code?: unknown;
  constraint?: unknown;
}

/** The error of adapter-pg, which Prisma stores in the `meta` of the Prisma error. */
interface DriverError {
  cause?: { originalCode?: unknown; constraint?: { index?: unknown } };
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
    return { code: driver.originalCode, constraint: text(driver.constraint?.index) };
  return typeof code === 'string' ? { code, constraint: text(constraint) } : undefined;
}

function text(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}
