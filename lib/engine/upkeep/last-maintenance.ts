import { json, prisma } from '#lib/postgres/db.ts';
import type { MaintenanceDone } from './maintenance.ts';

/** The results of the last maintenance in the table `settings`, one row for a success and one for a failure. */
const KEYS = { success: 'maintenance', failure: 'maintenance_failure' } as const;

/** Maximum characters of a stored message, enough for a database error. */
const MAX_MESSAGE = 300;

export interface Maintenance extends MaintenanceDone {
  /** Jobs whose row in `work` was missing. */
  workRestored: number;
  durationMs: number;
  /** ISO 8601 */
  finishedAt: string;
}

export interface MaintenanceFailure {
  message: string;
  /** ISO 8601 */
  failedAt: string;
}

export async function recordMaintenance(done: Omit<Maintenance, 'finishedAt'>, now = new Date()): Promise<void> {
  await save(KEYS.success, { ...done, finishedAt: now.toISOString() } satisfies Maintenance);
}

export async function recordMaintenanceFailure(error: unknown, now = new Date()): Promise<void> {
  const message = (error instanceof Error ? error.message : String(error)).slice(0, MAX_MESSAGE);
  await save(KEYS.failure, { message, failedAt: now.toISOString() } satisfies MaintenanceFailure);
}

/** Returns the last successful run and the last failure, if any. */
export async function readLastMaintenance(): Promise<{
  success: Maintenance | undefined;
  failure: MaintenanceFailure | undefined;
}> {
  const rows = await prisma().setting.findMany({ where: { key: { in: Object.values(KEYS) } } });
  const storedAs = (key: string) => rows.find((row) => row.key === key)?.value;
  return {
    success: storedAs(KEYS.success) as Maintenance | undefined,
    failure: storedAs(KEYS.failure) as MaintenanceFailure | undefined,
  };
}

async function save(key: string, result: object): Promise<void> {
  const value = json(result);
  await prisma().setting.upsert({ where: { key }, create: { key, value }, update: { value } });
}
