import type { Ctx } from '#lib/api/context.ts';
import { ApiError, fieldError } from '#lib/api/errors.ts';
import { audit } from '#lib/audit-log/service.ts';
import { newId } from '#lib/id.ts';
import { json, prisma, transaction } from '#lib/postgres/db.ts';
import { literal } from '#lib/postgres/sql.ts';
import { recompute } from '#lib/workflows/recompute.ts';
import { lockVariables } from './lock.ts';
import type {
  CreateEnvironmentVariableBody,
  EnvironmentVariable,
  EnvironmentVariableReaders,
  EnvironmentVariableUsage,
  EnvironmentVariableValue,
  ListEnvironmentVariablesQuery,
  UpdateEnvironmentVariableBody,
} from './schema.ts';
import { isReadBy, type Reader, variableReaders, workflowsThatRead } from './usage.ts';
import { storedValue, VARIABLE_MASK } from './values.ts';

/** Maximum variables of an organization. */
const MAX_VARIABLES = 500;

interface Variable {
  id: string;
  organizationId: string;
  key: string;
  isSecret: boolean;
  createdAt: Date;
  updatedAt: Date;
  /** The stored values by environment. */
  values: Stored;
}

type Stored = Readonly<Record<string, string>>;

/**
 * Lists the organization's variables, sorted by key, with the values that the caller may see. Secrets are masked for
 * every caller.
 */
export async function listEnvironmentVariables(
  ctx: Ctx,
  { search, readers = false }: ListEnvironmentVariablesQuery = {},
): Promise<EnvironmentVariable[]> {
  const { organizationId } = ctx;
  const key = search === undefined ? {} : { key: { contains: literal(search), mode: 'insensitive' as const } };
  const where = { organizationId, ...key };
  const rows = await prisma().environmentVariable.findMany({ where, orderBy: { key: 'asc' } });
  const variables = rows.map((row) => wire(ctx, row as Variable));
  if (!readers) return variables;
  const found = await variableReaders(await ownEnvironments(ctx));
  return variables.map((variable) => ({ ...variable, readers: readersOf(variable.key, found) }));
}

function readersOf(key: string, found: readonly Reader[]): EnvironmentVariableReaders {
  const those = (wanted: Reader['type']) => found.filter((reader) => reader.type === wanted && isReadBy(reader, key));
  return {
    workflows: those('workflow').map(({ environmentId, name, identifier }) => ({
      ...{ _environmentId: environmentId, name, workflowId: identifier },
    })),
    layouts: those('layout').map(({ environmentId, name, identifier }) => ({
      ...{ _environmentId: environmentId, name, layoutId: identifier },
    })),
  };
}

/** @throws ApiError `not_found` for an unknown key. */
export async function getEnvironmentVariable(ctx: Ctx, key: string): Promise<EnvironmentVariable> {
  return wire(ctx, await requireVariable(ctx, key));
}

/**
 * Creates a variable of the organization.
 *
 * @throws ApiError `unprocessable` for a key that is taken, a mask as a value, or too many variables. `forbidden` for a
 * value of an environment that the caller may not change.
 */
export async function createEnvironmentVariable(
  ctx: Ctx,
  { key, isSecret, values }: CreateEnvironmentVariableBody,
): Promise<EnvironmentVariable> {
  const { organizationId } = ctx;
  const at = new Date();
  const id = newId(at);
  return transaction(async () => {
    await lockVariables(ctx.organizationId);
    await assertFree(ctx, key);
    if ((await prisma().environmentVariable.count({ where: { organizationId } })) >= MAX_VARIABLES) {
      throw fieldError('key', `exceeds the limit: an organization has at most ${MAX_VARIABLES} variables`);
    }
    await assertValues(ctx, values);
    const stored = storedValues({ id, isSecret }, values);
    const made = { id, organizationId, key, isSecret, values: stored, createdAt: at, updatedAt: at };
    await prisma().environmentVariable.create({ data: { ...made, values: json(stored) } });
    await recomputeReaders(ctx, [key]);
    const names = await environmentNames(ctx);
    await audit(ctx, { ...auditOf('environment-variables.create', made), after: state(made, names) });
    return wire(ctx, made);
  });
}

/**
 * Changes a variable. `values` are merged by environment, and null removes a value. To make a secret readable, the
 * caller must set all values again.
 *
 * @throws ApiError `not_found`. `unprocessable` as in `createEnvironmentVariable`, and if stored secrets would become
 * readable. `forbidden` for an environment that the caller may not change, and if an API key would affect the values of
 * other environments.
 */
export async function updateEnvironmentVariable(
  ctx: Ctx,
  key: string,
  { key: newKey = key, isSecret, values = [] }: UpdateEnvironmentVariableBody,
): Promise<EnvironmentVariable> {
  return transaction(async () => {
    await lockVariables(ctx.organizationId);
    const before = await requireVariable(ctx, key);
    const next = { id: before.id, isSecret: isSecret ?? before.isSecret };
    if (newKey !== key || next.isSecret !== before.isSecret) assertNotShared(ctx, before);
    if (newKey !== key) await assertFree(ctx, newKey);
    await assertValues(ctx, values);
    const kept = keptValues(before, next, values);
    const { organizationId } = ctx;
    const stored = { ...kept, ...storedValues(next, values.filter(isGiven)) };
    const data = { key: newKey, isSecret: next.isSecret, values: json(stored), updatedAt: new Date() };
    await prisma().environmentVariable.updateMany({ where: { organizationId, id: before.id }, data });
    const after = await requireVariable(ctx, newKey);
    await recomputeReaders(ctx, [key, newKey]);
    const names = await environmentNames(ctx);
    await audit(ctx, {
      ...auditOf('environment-variables.update', after),
      before: state(before, names),
      after: state(after, names, before.values),
    });
    return wire(ctx, after);
  });
}

/**
 * Deletes a variable and its values. Steps that use it then get an empty value.
 *
 * @throws ApiError `not_found`. `forbidden` for an API key if other environments have a value.
 */
export async function deleteEnvironmentVariable(ctx: Ctx, key: string): Promise<void> {
  await transaction(async () => {
    await lockVariables(ctx.organizationId);
    const before = await requireVariable(ctx, key);
    assertNotShared(ctx, before);
    await prisma().environmentVariable.deleteMany({ where: { organizationId: ctx.organizationId, id: before.id } });
    await recomputeReaders(ctx, [key]);
    const names = await environmentNames(ctx);
    await audit(ctx, { ...auditOf('environment-variables.delete', before), before: state(before, names) });
  });
}

/**
 * Lists the workflows of the caller's environment that read the variable.
 *
 * @throws ApiError `not_found` for an unknown key.
 */
export async function getEnvironmentVariableUsage(ctx: Ctx, key: string): Promise<EnvironmentVariableUsage> {
  await requireVariable(ctx, key);
  const readers = await workflowsThatRead([ctx.environmentId], new Set([key]));
  return { workflows: readers.map(({ name, identifier }) => ({ name, workflowId: identifier })) };
}

/**
 * Recomputes the stored issues of steps that read the variables. Locks workflows in a fixed order, to avoid deadlocks.
 */
async function recomputeReaders({ organizationId }: Ctx, keys: readonly string[]): Promise<void> {
  const environments = await prisma().environment.findMany({ where: { organizationId }, select: { id: true } });
  const readers = await workflowsThatRead(
    environments.map(({ id }) => id),
    new Set(keys),
  );
  const inOrder = readers.toSorted((a, b) => (a.environmentId + a.id < b.environmentId + b.id ? -1 : 1));
  for (const { environmentId, id } of inOrder) await recompute(environmentId, id);
}

async function requireVariable({ organizationId }: Ctx, key: string): Promise<Variable> {
  const row = await prisma().environmentVariable.findFirst({ where: { organizationId, key } });
  if (row) return row as Variable;
  throw new ApiError('not_found', `Environment variable ${key} was not found`);
}

/**
 * Returns the stored values of the environments that the request does not contain. Encrypts or decrypts them if
 * `isSecret` changed.
 *
 * @throws ApiError `unprocessable` if a secret would become readable.
 */
function keptValues(
  before: Variable,
  next: Pick<Variable, 'id' | 'isSecret'>,
  values: readonly Pick<EnvironmentVariableValue, '_environmentId'>[],
): Stored {
  const given = new Set(values.map(({ _environmentId }) => _environmentId));
  const kept = Object.entries(before.values).filter(([environmentId]) => !given.has(environmentId));
  if (before.isSecret === next.isSecret) return Object.fromEntries(kept);
  if (before.isSecret && kept.length > 0) {
    throw fieldError('isSecret', 'must stay true unless the request contains the values of all environments');
  }
  return storedValues(
    next,
    kept.map(([_environmentId, value]) => ({ _environmentId, value })),
  );
}

async function assertFree({ organizationId }: Ctx, key: string): Promise<void> {
  if (!(await prisma().environmentVariable.findFirst({ where: { organizationId, key } }))) return;
  throw fieldError('key', `Already in use: choose another key`);
}

type NewValue = NonNullable<UpdateEnvironmentVariableBody['values']>[number];

function isGiven(value: NewValue): value is EnvironmentVariableValue {
  return value.value !== null;
}

async function assertValues(ctx: Ctx, values: readonly NewValue[]): Promise<void> {
  const masked = values.findIndex(({ value }) => value?.includes(VARIABLE_MASK));
  if (masked >= 0) throw fieldError(`values.${masked}.value`, 'Must be the value itself, not the mask of a secret');
  const own = new Set(await ownEnvironments(ctx));
  if (values.every(({ _environmentId }) => own.has(_environmentId))) return;
  throw new ApiError('forbidden', 'You have no access to an environment in `values`');
}

/** Returns the environments whose values the caller may see and change. */
async function ownEnvironments({ organizationId, environmentId, actor }: Ctx): Promise<string[]> {
  const where = { organizationId, ...(actor.type === 'apiKey' && { id: environmentId }) };
  return (await prisma().environment.findMany({ where, select: { id: true } })).map(({ id }) => id);
}

/** @throws ApiError 403 if an API key would change the values of environments other than its own. */
function assertNotShared({ actor, environmentId }: Ctx, { values }: Variable): void {
  if (actor.type !== 'apiKey' || Object.keys(values).every((each) => each === environmentId)) return;
  throw new ApiError(
    'forbidden',
    'Other environments have a value of this variable: sign in to change the variable for all of them',
  );
}

function storedValues(
  { id, isSecret }: Pick<Variable, 'id' | 'isSecret'>,
  values: readonly EnvironmentVariableValue[],
): Stored {
  return Object.fromEntries(
    values.map(({ _environmentId, value }) => [_environmentId, storedValue(isSecret, value, _environmentId, id)]),
  );
}

function wire({ actor, environmentId }: Ctx, row: Variable): EnvironmentVariable {
  const seen = Object.entries(row.values).filter(([id]) => actor.type !== 'apiKey' || id === environmentId);
  return {
    _id: row.id,
    _organizationId: row.organizationId,
    key: row.key,
    type: 'string',
    isSecret: row.isSecret,
    values: seen.map(([_environmentId, value]) => ({ _environmentId, value: shown(row, value) })),
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  };
}

function shown({ isSecret }: Pick<Variable, 'isSecret'>, value: string): string {
  return isSecret ? VARIABLE_MASK : value;
}

function auditOf(action: string, { id, key }: Variable) {
  return { action, resourceType: 'environment-variables', resourceId: id, resourceLabel: key };
}

/** Returns the names of the organization's environments by ID. */
async function environmentNames({ organizationId }: Ctx): Promise<ReadonlyMap<string, string>> {
  const rows = await prisma().environment.findMany({ where: { organizationId }, select: { id: true, name: true } });
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/** Returns the fields of a variable for the audit log, with its values by the name of the environment. */
function state(variable: Variable, names: ReadonlyMap<string, string>, earlier: Stored = variable.values) {
  const { key, isSecret } = variable;
  const values = Object.entries(variable.values).map(([environmentId, value]) => {
    const isChanged = isSecret && earlier[environmentId] !== value;
    return [
      names.get(environmentId) ?? environmentId,
      isChanged ? `${VARIABLE_MASK} (changed)` : shown(variable, value),
    ];
  });
  return { key, isSecret, values: Object.fromEntries(values) };
}
