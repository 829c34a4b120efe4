import { asObject } from '#lib/json.ts';
import { prisma } from '#lib/postgres/db.ts';

/** The keys of an organization's environment variables, as one of its environments has them. */
export interface KnownVariables {
  /** Those that have a value in the environment. */
  set: readonly string[];
  /** Those that have a value in other environments at most. */
  unset: readonly string[];
}

export async function knownVariables(environmentId: string): Promise<KnownVariables> {
  const environment = await prisma().environment.findFirst({
    where: { id: environmentId },
    select: { organizationId: true },
  });
  if (!environment) return { set: [], unset: [] };
  const rows = await prisma().environmentVariable.findMany({
    where: { organizationId: environment.organizationId },
    orderBy: { key: 'asc' },
    select: { key: true, values: true },
  });
  const hasValue = ({ values }: (typeof rows)[number]) => Object.hasOwn(asObject(values), environmentId);
  const keysOf = (some: typeof rows) => some.map(({ key }) => key);
  return { set: keysOf(rows.filter(hasValue)), unset: keysOf(rows.filter((row) => !hasValue(row))) };
}
