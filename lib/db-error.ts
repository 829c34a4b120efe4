/** What the database said went wrong, whether a statement of ours or Prisma met it. */
export interface DatabaseProblem {
  /** SQLSTATE where PostgreSQL gave one, else Prisma's code (`P2025`) or that of a socket (`ECONNREFUSED`). */
  code: string;
  /** The constraint that was violated. */
  constraint: string | undefined;
}

interface Coded {
  code?: unknown;
  constraint?: unknown;
}

/** adapter-pg's own error, which Prisma's carry in `meta`. */
interface DriverError {
  cause?: { originalCode?: unknown; constraint?: { index?: unknown } };
}

/** Told by shape, not by class: the front server and Next each load their own copy of the classes. */
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
