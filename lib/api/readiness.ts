/** A raw statement, because Prisma's schema does not contain the table of migrations. */
import { z } from 'zod';
import { env } from '#lib/env.ts';
import { logger } from '#lib/logger.ts';
import { query } from '#lib/postgres/db.ts';
import { migrationNames } from '#lib/postgres/migration-names.ts';
import { ApiError } from './errors.ts';

const Check = z.enum(['ok', 'failed']);
export const Readiness = z.object({
  status: z.literal('ok'),
  checks: z.object({ database: Check, migrations: Check, demoData: Check.optional() }),
});
export type Readiness = z.infer<typeof Readiness>;

/**
 * Checks whether this process can serve requests: the database responds and accepts writes, every migration of this
 * release is applied, and the demo data are loaded if they are configured.
 *
 * @throws ApiError 503 with the names of the failed checks. Their causes are only in the log.
 */
export async function checkReadiness(): Promise<Readiness> {
  const state = await databaseState();
  const checks: Readiness['checks'] = {
    database: state && !state.readOnly ? 'ok' : 'failed',
    migrations: state && migrationNames().every((name) => state.applied.includes(name)) ? 'ok' : 'failed',
    ...(env().DEMO_DATA && { demoData: state?.demoData ? ('ok' as const) : ('failed' as const) }),
  };
  if (Object.values(checks).includes('failed')) {
    throw new ApiError('unavailable', 'Not ready', { extra: { checks }, headers: { 'retry-after': '1' } });
  }
  return { status: 'ok', checks };
}

async function databaseState(): Promise<{ applied: string[]; readOnly: boolean; demoData: boolean } | undefined> {
  try {
    const [row] = await query<{ applied: string[]; readOnly: boolean; demoData: boolean }>(
      'readiness',
      `SELECT coalesce(array_agg(migration_name), '{}') AS applied,
              current_setting('transaction_read_only') = 'on' AS "readOnly",
              EXISTS (SELECT FROM settings WHERE key = 'demo_data') AS "demoData"
       FROM _prisma_migrations WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL`,
    );
    return row;
  } catch (error) {
    logger().warn({ error }, 'Readiness check of the database failed');
    return undefined;
  }
}
