import { asObject } from '#lib/json/values.ts';
import { prisma } from '#lib/postgres/db.ts';

/** The keys of an organization's environment variables, for one of its environments. */
export interface KnownVariables {
  /** Keys with a value in the environment. */
  set: readonly string[];
  /** Keys without a value in the environment. */
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
