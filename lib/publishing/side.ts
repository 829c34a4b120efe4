/** Reads all data that the comparison of two environments needs. */
import { type KnownVariables, knownVariables } from '#lib/environment-variables/known.ts';
import { prisma } from '#lib/postgres/db.ts';
import { INBOX_TEST } from '#lib/workflows/inbox-test.ts';
import type { ActiveIntegration } from '#lib/workflows/integration-issues.ts';
import { selectActiveIntegrations, selectWorkflows, type WorkflowRecord } from '#lib/workflows/query.ts';
import type { Environment, Layout } from '#prisma/generated/client.ts';

export type SideLayout = Pick<
  Layout,
  'id' | 'identifier' | 'name' | 'isDefault' | 'editorType' | 'body' | 'isTranslationEnabled' | 'version'
>;

/** One of two environments that are compared. */
export interface Side {
  environment: Pick<Environment, 'id' | 'name' | 'slug' | 'type'>;
  /** The workflows, sorted by name, without the workflow of inbox test messages, which the dashboard creates itself. */
  workflows: readonly WorkflowRecord[];
  layouts: readonly SideLayout[];
  variables: KnownVariables;
  /** The active integrations. */
  integrations: readonly ActiveIntegration[];
}

/** A page size above the number of workflows in any environment. */
const ALL = 100_000;

export async function readSide(environment: Side['environment']): Promise<Side> {
  const { id: environmentId } = environment;
  const everything = { limit: ALL, offset: 0, orderBy: 'name', orderDirection: 'ASC' } as const;
  const { workflows } = await selectWorkflows(environmentId, everything);
  const layouts = await prisma().layout.findMany({
    where: { environmentId },
    orderBy: [{ name: 'asc' }, { id: 'asc' }],
  });
  const variables = await knownVariables(environmentId);
  const integrations = await selectActiveIntegrations(environmentId);
  return {
    ...{ environment, layouts, variables, integrations },
    workflows: workflows.filter(({ identifier }) => identifier !== INBOX_TEST),
  };
}
