/**
 * The rows of layouts. Raw statements: the list, whose order ignores case, and the layouts that workflow steps name inside
 * their JSON.
 */
import { findUsers, type NamedUser } from '#lib/auth/users.ts';
import { lock, prisma, query } from '#lib/postgres/db.ts';
import { containing } from '#lib/postgres/sql.ts';
import { STEPS } from '#lib/steps/index.ts';
import type { Layout, Prisma } from '#prisma/generated/client.ts';
import { layoutReference, namesLayout } from './reference.ts';
import type { LayoutContent, LayoutEditor, ListLayoutsQuery } from './schema.ts';

/** The columns of a layout in lists, with the user who changed it last. */
export type ListedLayout = Pick<
  Layout,
  'id' | 'identifier' | 'name' | 'isDefault' | 'isTranslationEnabled' | 'createdAt' | 'updatedAt'
> & { updatedBy: NamedUser | null };

const LISTED = `l.id, l.identifier, l.name, l.is_default AS "isDefault", l.is_translation_enabled AS "isTranslationEnabled",
  l.created_at AS "createdAt", l.updated_at AS "updatedAt",
  (SELECT json_build_object('id', u.id, 'email', u.email, 'firstName', u.first_name, 'lastName', u.last_name)
   FROM users u WHERE u.id = l.updated_by_id) AS "updatedBy"`;

export type LayoutRow = ListedLayout & LayoutContent & Pick<Layout, 'version'>;

/**
 * Finds the layout for an email: the layout that a step names by `_id`, identifier or slug, otherwise the environment's
 * default. Undefined if there is none.
 */
export async function findLayoutBody(
  environmentId: string,
  layoutId: string | undefined,
): Promise<LayoutContent | undefined> {
  const where = { environmentId, ...(layoutId ? named(layoutId) : { isDefault: true }) };
  const row = await prisma().layout.findFirst({ where, select: { editorType: true, body: true } });
  return row ? { editorType: row.editorType as LayoutEditor, body: row.body } : undefined;
}

/** Finds one layout by `_id`, identifier or slug. */
export async function findLayout(environmentId: string, layoutId: string): Promise<LayoutRow | undefined> {
  const row = await prisma().layout.findFirst({ where: { environmentId, ...named(layoutId) } });
  return row ? withAuthor(row) : undefined;
}

function named(layoutId: string): Prisma.LayoutWhereInput {
  const { id, identifier } = layoutReference(layoutId);
  return { OR: [{ identifier }, ...(id === undefined ? [] : [{ id }])] };
}

/** Returns the given names, in any form, that match no layout of the environment. */
export async function selectUnknownLayouts(environmentId: string, names: readonly string[]): Promise<Set<string>> {
  const where = { environmentId, OR: names.map(named) };
  const known = await prisma().layout.findMany({ where, select: { id: true, identifier: true } });
  return new Set(names.filter((name) => !known.some((layout) => namesLayout(name, layout))));
}

async function withAuthor(row: Layout): Promise<LayoutRow> {
  const users = await findUsers([row.updatedById]);
  return { ...row, editorType: row.editorType as LayoutEditor, updatedBy: users.get(row.updatedById) ?? null };
}

const ORDER_COLUMNS = {
  createdAt: 'l.id',
  updatedAt: 'l.updated_at',
  name: 'lower(l.name)',
} as const satisfies Record<ListLayoutsQuery['orderBy'], string>;

/** Reads one page of the environment's layouts, and the total number of matches. */
export async function selectLayouts(
  environmentId: string,
  input: ListLayoutsQuery,
): Promise<{ rows: ListedLayout[]; totalCount: number }> {
  const { orderBy, orderDirection, limit, offset } = input;
  const matching = 'l.environment_id = $1 AND ($2::text IS NULL OR l.name ILIKE $2 OR l.identifier ILIKE $2)';
  const values = [environmentId, input.query === undefined ? null : containing(input.query)];
  const [rows, [counted]] = await Promise.all([
    query<ListedLayout>(
      `layouts-list ${orderBy} ${orderDirection}`,
      `SELECT ${LISTED} FROM layouts l WHERE ${matching}
       ORDER BY ${ORDER_COLUMNS[orderBy]} ${orderDirection}, l.id ${orderDirection} LIMIT $3 OFFSET $4`,
      [...values, limit, offset],
    ),
    query<{ count: number }>('layouts-count', `SELECT count(*)::int AS count FROM layouts l WHERE ${matching}`, values),
  ]);
  return { rows, totalCount: counted?.count ?? 0 };
}

/** The layouts that one workflow's email steps use. */
export interface LayoutUse {
  workflowId: string;
  name: string;
  /** The names of layouts in the steps, in any form. */
  named: string[];
  /** Whether a step uses the default layout. */
  usesDefault: boolean;
}

/** The step types whose controls name a layout as `layoutId`. */
export const LAYOUT_STEPS: readonly string[] = Object.values(STEPS).flatMap(({ type, controls }) =>
  'layoutId' in controls.shape ? [type] : [],
);

/** Reads every workflow of the environment that uses a layout, ordered by name. An empty name does not count. */
export async function selectLayoutUses(environmentId: string): Promise<LayoutUse[]> {
  return query<LayoutUse>(
    'layouts-uses',
    `SELECT w.identifier AS "workflowId", w.name,
       coalesce(array_agg(DISTINCT u.named) FILTER (WHERE u.named <> ''), '{}') AS named,
       bool_or(NOT u.has_name OR u.named = '') AS "usesDefault"
     FROM workflows w, LATERAL (
       SELECT s.control_values->>'layoutId' AS named, s.control_values ? 'layoutId' AS has_name
       FROM workflow_steps s WHERE s.environment_id = $1 AND s.workflow_id = w.id AND s.type = ANY ($2)) u
     WHERE w.environment_id = $1 AND w.deleted_at IS NULL
     GROUP BY w.environment_id, w.id ORDER BY lower(w.name), w.id`,
    [environmentId, LAYOUT_STEPS],
  );
}

/**
 * Locks the layouts of the environment, and their use in steps, until the end of the transaction. This keeps exactly one
 * default, and prevents the deletion of a layout that a step names.
 */
export async function lockLayouts(environmentId: string): Promise<void> {
  await lock(`layouts ${environmentId}`);
}

interface LayoutWrite extends LayoutContent {
  name: string;
  isTranslationEnabled: boolean;
  userId: string | null;
  at: Date;
}

/**
 * Inserts the layout, as the default if it is the first. Inserts nothing if the identifier is taken. Requires
 * `lockLayouts`.
 */
export async function insertLayout(
  environmentId: string,
  { id, identifier, ...write }: LayoutWrite & { id: string; identifier: string },
): Promise<LayoutRow | undefined> {
  if (await prisma().layout.findFirst({ where: { environmentId, identifier } })) return undefined;
  const isDefault = !(await prisma().layout.findFirst({ where: { environmentId, isDefault: true } }));
  const made = { environmentId, id, identifier, isDefault, version: 1, createdById: write.userId, createdAt: write.at };
  return withAuthor(await prisma().layout.create({ data: { ...made, ...saved(write) } }));
}

export async function updateLayoutRow(environmentId: string, id: string, write: LayoutWrite): Promise<LayoutRow> {
  const data = { ...saved(write), version: { increment: 1 } };
  return withAuthor(await prisma().layout.update({ where: { environmentId_id: { environmentId, id } }, data }));
}

function saved({ userId, at, ...content }: LayoutWrite) {
  return { ...content, updatedById: userId, updatedAt: at };
}

/** Returns the name of the default layout. */
export async function defaultName(environmentId: string): Promise<string | undefined> {
  const row = await prisma().layout.findFirst({ where: { environmentId, isDefault: true }, select: { name: true } });
  return row?.name;
}

/** Makes this the default layout instead of the current one. Requires `lockLayouts`. */
export async function moveDefault(environmentId: string, id: string): Promise<LayoutRow> {
  await prisma().layout.updateMany({ where: { environmentId, isDefault: true }, data: { isDefault: false } });
  const where = { environmentId_id: { environmentId, id } };
  return withAuthor(await prisma().layout.update({ where, data: { isDefault: true } }));
}

/** Whether the environment has another layout. */
export async function hasOtherLayouts(environmentId: string, id: string): Promise<boolean> {
  return (await prisma().layout.findFirst({ where: { environmentId, id: { not: id } } })) !== null;
}
