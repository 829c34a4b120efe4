import { ANALYSER_VERSION } from '#lib/analyser/analyse.ts';
import { execute, query, transaction } from '#lib/db.ts';
import { env } from '#lib/env.ts';
import { logger } from '#lib/logger.ts';
import { computeIssues } from './analysis.ts';
import { definitionOf } from './definition.ts';
import { type FoundWorkflow, findWorkflow } from './query.ts';
import { lockWorkflow } from './store.ts';

const SETTING = 'analyser';
const BATCH = 100;

/**
 * Computes the stored issues of every workflow again when another version of the analyser, or another limit, computed them. Workflows
 * are locked one by one, so that services may run meanwhile; one that is interrupted begins again at the next start.
 */
export async function recomputeIssues(): Promise<void> {
  const wanted = JSON.stringify({ version: ANALYSER_VERSION, maxSpanDays: env().MAX_SPAN_DAYS });
  const [known] = await execute('SELECT 1 FROM settings WHERE key = $1 AND value = $2::jsonb', [SETTING, wanted]);
  if (known) return;
  let count = 0;
  for (let ids = await idsAfter(); ids.length > 0; ids = await idsAfter(ids.at(-1))) {
    for (const { id, environment_id } of ids) await recompute(environment_id, id);
    count += ids.length;
  }
  await execute(
    'INSERT INTO settings (key, value) VALUES ($1, $2::jsonb) ON CONFLICT (key) DO UPDATE SET value = EXCLUDED.value',
    [SETTING, wanted],
  );
  if (count > 0) logger().info({ workflows: count }, 'Computed the issues of all workflows');
}

interface WorkflowKey {
  environment_id: string;
  id: string;
}

function idsAfter({ environment_id, id }: WorkflowKey = { environment_id: '', id: '' }): Promise<WorkflowKey[]> {
  return query(
    'workflows-all-ids',
    `SELECT w.environment_id, w.id FROM workflows w WHERE (w.environment_id, w.id) > ($1, $2) AND w.deleted_at IS NULL
     ORDER BY w.environment_id, w.id LIMIT $3`,
    [environment_id, id, BATCH],
  );
}

async function recompute(environmentId: string, id: string): Promise<void> {
  await transaction(async () => {
    const reference = { id, identifier: '' };
    if (!(await lockWorkflow(environmentId, reference))) return;
    const found = await findWorkflow(environmentId, reference);
    if (found === undefined) return;
    const definition = definitionOf((JSON.parse(found) as FoundWorkflow).workflow);
    const { issues, steps } = computeIssues(definition);
    const stepIssues = definition.steps.map((step, at) => ({ id: step._id, issues: steps[at] ?? null }));
    await query(
      'workflows-set-issues',
      'UPDATE workflows SET issues = $3::jsonb WHERE environment_id = $1 AND id = $2',
      [environmentId, id, issues ? JSON.stringify(issues) : null],
    );
    await query(
      'workflows-set-step-issues',
      `UPDATE workflow_steps s SET control_issues = nullif(new.issues, 'null'::jsonb)
       FROM jsonb_to_recordset($3::jsonb) AS new (id text, issues jsonb)
       WHERE s.environment_id = $1 AND s.workflow_id = $2 AND s.id = new.id`,
      [environmentId, id, JSON.stringify(stepIssues)],
    );
  });
}
