import { query } from '#lib/db.ts';
import { containing } from '#lib/sql.ts';
import { STEPS } from '#lib/steps/index.ts';
import type { WorkflowUser } from '#lib/workflows/schema.ts';
import { layoutReference, namesLayout } from './reference.ts';
import type { LayoutContent, LayoutEditor, ListLayoutsQuery } from './schema.ts';

export interface LayoutRow {
  id: string;
  identifier: string;
  name: string;
  editorType: LayoutEditor;
  body: string;
  isDefault: boolean;
  isTranslationEnabled: boolean;
  /** Rises with every change of what the layout is; which one is the default is not part of it. */
  version: number;
  createdAt: Date;
  updatedAt: Date;
  updatedBy: (WorkflowUser & { email: string }) | null;
}

const COLUMNS = `l.id, l.identifier, l.name, l.editor_type AS "editorType", l.body, l.is_default AS "isDefault",
  l.is_translation_enabled AS "isTranslationEnabled", l.version, l.created_at AS "createdAt", l.updated_at AS "updatedAt",
  (SELECT json_build_object('_id', u.id, 'firstName', u.first_name, 'lastName', u.last_name,
     'externalId', u.external_id, 'email', u.email)
   FROM users u WHERE u.id = l.updated_by_id) AS "updatedBy"`;

/**
 * What an e-mail is wrapped in: the layout that a step names by `_id`, identifier or slug; without a name the
 * environment's default one. Undefined when there is none.
 */
export async function findLayoutBody(
  environmentId: string,
  layoutId: string | undefined,
): Promise<LayoutContent | undefined> {
  const row = layoutId ? await findLayout(environmentId, layoutId) : await findDefaultLayout(environmentId);
  return row && { editorType: row.editorType, body: row.body };
}

/** One layout by `_id`, identifier or slug. */
export async function findLayout(environmentId: string, layoutId: string): Promise<LayoutRow | undefined> {
  const { id, identifier } = layoutReference(layoutId);
  const [row] = await query<LayoutRow>(
    'layouts-find',
    `SELECT ${COLUMNS} FROM layouts l WHERE l.environment_id = $1 AND (l.id = $2 OR l.identifier = $3)`,
    [environmentId, id ?? null, identifier],
  );
  return row;
}

/** Those of `names`, in any of their forms, that name no layout of the environment. */
export async function selectUnknownLayouts(environmentId: string, names: readonly string[]): Promise<Set<string>> {
  const references = names.map(layoutReference);
  const known = await query<{ id: string; identifier: string }>(
    'layouts-known',
    'SELECT l.id, l.identifier FROM layouts l WHERE l.environment_id = $1 AND (l.id = ANY ($2) OR l.identifier = ANY ($3))',
    [environmentId, references.flatMap(({ id }) => id ?? []), references.map(({ identifier }) => identifier)],
  );
  return new Set(names.filter((name) => !known.some((layout) => namesLayout(name, layout))));
}

/** The environment's default layout; there is one as soon as there is any. */
export async function findDefaultLayout(environmentId: string): Promise<LayoutRow | undefined> {
  const [row] = await query<LayoutRow>(
    'layouts-default',
    `SELECT ${COLUMNS} FROM layouts l WHERE l.environment_id = $1 AND l.is_default`,
    [environmentId],
  );
  return row;
}

const ORDER_COLUMNS = {
  createdAt: 'l.id',
  updatedAt: 'l.updated_at',
  name: 'lower(l.name)',
} as const satisfies Record<ListLayoutsQuery['orderBy'], string>;

/** One page of the environment's layouts, without their bodies, and how many match in all. */
export async function selectLayouts(
  environmentId: string,
  input: ListLayoutsQuery,
): Promise<{ rows: LayoutRow[]; totalCount: number }> {
  const { orderBy, orderDirection } = input;
  const term = input.query === undefined ? null : containing(input.query);
  const matching = 'l.environment_id = $1 AND ($2::text IS NULL OR l.name ILIKE $2 OR l.identifier ILIKE $2)';
  const rows = await query<LayoutRow>(
    `layouts-list ${orderBy} ${orderDirection}`,
    `SELECT ${COLUMNS.replace('l.body', `'' AS body`)} FROM layouts l WHERE ${matching}
     ORDER BY ${ORDER_COLUMNS[orderBy]} ${orderDirection}, l.id ${orderDirection} LIMIT $3 OFFSET $4`,
    [environmentId, term, input.limit, input.offset],
  );
  const [counted] = await query<{ count: number }>(
    'layouts-count',
    `SELECT count(*)::int AS count FROM layouts l WHERE ${matching}`,
    [environmentId, term],
  );
  return { rows, totalCount: counted?.count ?? 0 };
}

/** What one workflow's e-mail steps say of layouts. */
export interface LayoutUse {
  workflowId: string;
  name: string;
  /** Names in any of their forms, as the steps have them. */
  named: string[];
  /** Whether a step takes the default layout. */
  usesDefault: boolean;
}

/** The step types whose controls name a layout, as `layoutId`. */
export const LAYOUT_STEPS: readonly string[] = Object.values(STEPS).flatMap(({ type, controls }) =>
  'layoutId' in controls.shape ? [type] : [],
);

/** Every workflow of the environment that wraps something in a layout, by name. An empty name is no name. */
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
 * Until the end of the transaction nobody else changes layouts of the environment: that there is exactly one default needs
 * one look at all of them.
 */
export async function lockLayouts(environmentId: string): Promise<void> {
  await query('layouts-lock', `SELECT pg_advisory_xact_lock(hashtextextended('layouts ' || $1, 0))`, [environmentId]);
}

export interface LayoutInsert extends LayoutContent {
  environmentId: string;
  id: string;
  identifier: string;
  name: string;
  isTranslationEnabled: boolean;
  userId: string | null;
  at: Date;
}

/** Inserts the layout, as the default one when it is the first; nothing when the identifier is taken. Under `lockLayouts`. */
export async function insertLayout(insert: LayoutInsert): Promise<LayoutRow | undefined> {
  const [row] = await query<LayoutRow>(
    'layouts-insert',
    `INSERT INTO layouts AS l (environment_id, id, identifier, name, editor_type, body, is_translation_enabled, created_by_id,
       updated_by_id, created_at, updated_at, is_default)
     SELECT $1, $2, $3, $4, $5, $6, $7, $8, $8, $9, $9,
       NOT EXISTS (SELECT 1 FROM layouts d WHERE d.environment_id = $1 AND d.is_default)
     ON CONFLICT (environment_id, identifier) DO NOTHING RETURNING ${COLUMNS}`,
    [
      insert.environmentId,
      insert.id,
      insert.identifier,
      insert.name,
      insert.editorType,
      insert.body,
      insert.isTranslationEnabled,
      insert.userId,
      insert.at,
    ],
  );
  return row;
}

export type LayoutUpdate = Pick<
  LayoutInsert,
  'environmentId' | 'id' | 'name' | 'editorType' | 'body' | 'isTranslationEnabled' | 'userId' | 'at'
>;

export async function updateLayoutRow(update: LayoutUpdate): Promise<LayoutRow | undefined> {
  const [row] = await query<LayoutRow>(
    'layouts-update',
    `UPDATE layouts l SET name = $3, editor_type = $4, body = $5, is_translation_enabled = $6, updated_by_id = $7,
       updated_at = $8, version = l.version + 1
     WHERE l.environment_id = $1 AND l.id = $2 RETURNING ${COLUMNS}`,
    [
      update.environmentId,
      update.id,
      update.name,
      update.editorType,
      update.body,
      update.isTranslationEnabled,
      update.userId,
      update.at,
    ],
  );
  return row;
}

/** Gives the mark of the default layout to this one. Under `lockLayouts`. */
export async function moveDefault(environmentId: string, id: string): Promise<LayoutRow | undefined> {
  await query(
    'layouts-demote',
    'UPDATE layouts SET is_default = false WHERE environment_id = $1 AND is_default AND id <> $2',
    [environmentId, id],
  );
  const [row] = await query<LayoutRow>(
    'layouts-promote',
    `UPDATE layouts l SET is_default = true WHERE l.environment_id = $1 AND l.id = $2 RETURNING ${COLUMNS}`,
    [environmentId, id],
  );
  return row;
}

/** Whether the environment has another layout than this one. */
export async function hasOtherLayouts(environmentId: string, id: string): Promise<boolean> {
  const rows = await query('layouts-others', 'SELECT 1 FROM layouts WHERE environment_id = $1 AND id <> $2 LIMIT 1', [
    environmentId,
    id,
  ]);
  return rows.length > 0;
}

export async function deleteLayoutRow(environmentId: string, id: string): Promise<void> {
  await query('layouts-delete', 'DELETE FROM layouts WHERE environment_id = $1 AND id = $2', [environmentId, id]);
}

/** The organization's name, which stands in what new layouts start with. */
export async function findSenderName(organizationId: string): Promise<string> {
  const [row] = await query<{ name: string }>('layouts-sender', 'SELECT name FROM organizations WHERE id = $1', [
    organizationId,
  ]);
  return row?.name ?? '';
}
