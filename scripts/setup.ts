import { env } from '#lib/env.ts';
import { disconnect } from '#lib/postgres/db.ts';
import { recomputeIssues } from '#lib/workflows/recompute.ts';
import { bootstrapWorkspace, type Workspace } from '#lib/workspaces/bootstrap.ts';
import { seedDemoData } from '#prisma/demo/seed.ts';
import { migrate } from './migrate.ts';

/**
 * Brings the database of this process's environment up to date, under one lock: migrations, the first workspace, the
 * demo data if configured, and the issues of workflows. A repeated call changes nothing.
 */
export async function setUp(): Promise<{ migrations: string[]; workspace: Workspace }> {
  let workspace: Workspace = { adminEmail: '', passwordIsInitial: false, apiKeyIsActive: false };
  const url = env().DATABASE_DIRECT_URL ?? '';
  try {
    const migrations = await migrate(url, async () => {
      workspace = await bootstrapWorkspace();
      if (env().DEMO_DATA) await seedDemoData();
      await recomputeIssues();
    });
    return { migrations, workspace };
  } finally {
    await disconnect();
  }
}
