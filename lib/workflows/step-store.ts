/** The rows of a workflow's steps. A save writes only the columns that changed. */
import { isDeepStrictEqual } from 'node:util';
import { json, jsonOrNull, prisma } from '#lib/postgres/db.ts';
import type { Prisma } from '#prisma/generated/client.ts';
import type { ComputedIssues } from './analysis.ts';
import type { WorkflowDefinition } from './version-schema.ts';

export interface StepsWrite {
  environmentId: string;
  /** Workflow.id */
  id: string;
  definition: WorkflowDefinition;
  computed: ComputedIssues;
  at: Date;
}

interface StepPlace {
  environmentId: string;
  workflowId: string;
}

/** The columns of a step that a save sets. */
interface StepColumns {
  stepId: string;
  name: string;
  type: string;
  position: number;
  controlValues: object;
  controlIssues: object | null;
}

/**
 * Makes the stored steps equal to the definition's. Rows of unchanged steps are not written. Requires `lockWorkflow`.
 */
export async function saveSteps({ environmentId, id, definition, computed, at }: StepsWrite): Promise<void> {
  const place = { environmentId, workflowId: id };
  const wanted = definition.steps.map(({ _id, stepId, name, type, controlValues }, position) => {
    const controlIssues = issuesAt(computed, position);
    return { id: _id, columns: { stepId, name, type, position, controlValues, controlIssues } };
  });
  const stored = new Map((await readSteps(place)).map(({ id, ...columns }) => [id, columns]));
  const kept = new Set(wanted.map((step) => step.id));
  const gone = [...stored.keys()].filter((stepId) => !kept.has(stepId));
  if (gone.length > 0) await prisma().workflowStep.deleteMany({ where: { ...place, id: { in: gone } } });
  const changed = wanted.flatMap(({ id, columns }) => {
    const before = stored.get(id);
    return before ? [{ id, columns: difference(before, columns) }] : [];
  });
  await update(place, changed, at);
  const made = wanted
    .filter((step) => !stored.has(step.id))
    .map(({ id, columns }) => ({ ...place, id, ...forPrisma(columns), createdAt: at, updatedAt: at }));
  if (made.length > 0) await prisma().workflowStep.createMany({ data: made });
}

/** Stores newly computed issues of unchanged steps. Requires `lockWorkflow`. */
export async function saveStepIssues({ environmentId, id, definition, computed, at }: StepsWrite): Promise<void> {
  const place = { environmentId, workflowId: id };
  const stored = new Map((await readSteps(place)).map((step) => [step.id, step]));
  const changed = definition.steps.flatMap(({ _id }, position) => {
    const controlIssues = issuesAt(computed, position);
    const before = stored.get(_id);
    return before ? [{ id: _id, columns: difference(before, { controlIssues }) }] : [];
  });
  await update(place, changed, at);
}

/** Returns a step's issues in the form that they have after storing and reading. */
function issuesAt({ steps }: ComputedIssues, position: number): object | null {
  const issues = steps[position];
  return issues ? (JSON.parse(JSON.stringify(issues)) as object) : null;
}

const authored = { stepId: true, name: true, type: true, position: true, controlValues: true, controlIssues: true };

async function readSteps(place: StepPlace): Promise<(StepColumns & { id: string })[]> {
  const rows = await prisma().workflowStep.findMany({ where: place, select: { id: true, ...authored } });
  return rows as (StepColumns & { id: string })[];
}

function difference(before: StepColumns, after: Partial<StepColumns>): Partial<StepColumns> {
  const entries = Object.entries(after).filter(
    ([key, value]) => !isDeepStrictEqual(before[key as keyof StepColumns], value),
  );
  return Object.fromEntries(entries);
}

interface StepChange {
  id: string;
  columns: Partial<StepColumns>;
}

/**
 * Writes changed steps. They first get temporary stepIds, because steps may swap their stepIds, which must always be
 * unique.
 */
async function update(place: StepPlace, changes: StepChange[], at: Date): Promise<void> {
  const written = changes.filter(({ columns }) => Object.keys(columns).length > 0);
  for (const { id } of written.filter(({ columns }) => columns.stepId !== undefined))
    await prisma().workflowStep.updateMany({ where: { ...place, id }, data: { stepId: ` ${id}` } });
  for (const { id, columns } of written)
    await prisma().workflowStep.updateMany({ where: { ...place, id }, data: { ...forPrisma(columns), updatedAt: at } });
}

function forPrisma<Columns extends Partial<StepColumns>>({ controlValues, controlIssues, ...columns }: Columns) {
  return {
    ...columns,
    ...(controlValues !== undefined && { controlValues: json(controlValues) }),
    ...(controlIssues !== undefined && { controlIssues: jsonOrNull(controlIssues) }),
  };
}

/** The fields of a step that are not authored: its conditions, and its behaviour on failure. */
const UNAUTHORED = {
  active: true,
  shouldStopOnFail: true,
  filters: true,
} satisfies Prisma.WorkflowStepSelect;

/** Copies the fields that are not authored from the original's steps to the copy's steps with the same `stepId`. */
export async function copyStepsUnauthored(original: StepPlace, copy: StepPlace): Promise<void> {
  const select = { id: true, stepId: true, ...UNAUTHORED };
  const steps = ({ environmentId, workflowId }: StepPlace) =>
    prisma().workflowStep.findMany({ where: { environmentId, workflowId }, select });
  const originals = new Map((await steps(original)).map(({ id: _, stepId, ...rest }) => [stepId, rest]));
  for (const { id, stepId, ...present } of await steps(copy)) {
    const rest = originals.get(stepId);
    if (!rest || isDeepStrictEqual(rest, present)) continue;
    const { filters, ...plain } = rest;
    const data = { ...plain, filters: json(filters as object) };
    await prisma().workflowStep.updateMany({ where: { environmentId: copy.environmentId, id }, data });
  }
}
