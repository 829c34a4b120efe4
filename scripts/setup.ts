import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { disconnect } from '#lib/db.ts';
import { env } from '#lib/env.ts';
import { migrate } from './migrate.ts';
import { root } from './sources.ts';

export interface Workspace {
  /** Whether ADMIN_PASSWORD still signs ADMIN_EMAIL in, and BOOTSTRAP_API_KEY is still accepted. */
  passwordIsInitial: boolean;
  apiKeyIsActive: boolean;
}

/**
 * Brings the database of this process's environment up to date: migrations, the first workspace and, where asked for,
 * the demo data, all under one lock. Doing it again changes nothing.
 */
export async function setUp(): Promise<{ migrations: string[]; workspace: Workspace }> {
  let workspace: Workspace = { passwordIsInitial: true, apiKeyIsActive: true };
  const url = env().DATABASE_URL ?? '';
  try {
    const migrations = await migrate(url, async () => {
      workspace = await firstWorkspace(workspace);
      if (env().DEMO_DATA) await demoData();
    });
    return { migrations, workspace };
  } finally {
    await disconnect();
  }
}

async function firstWorkspace(fallback: Workspace): Promise<Workspace> {
  if (!existsSync(join(root, 'lib/workspaces/bootstrap.ts'))) return fallback;
  const { bootstrapWorkspace } = await import('#lib/workspaces/bootstrap.ts');
  return bootstrapWorkspace();
}

async function demoData(): Promise<void> {
  if (!existsSync(join(root, 'prisma/demo/seed.ts'))) return;
  const { seedDemoData } = await import('#prisma/demo/seed.ts');
  await seedDemoData();
}
