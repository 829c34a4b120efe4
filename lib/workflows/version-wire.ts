import { ApiError } from '#lib/api/errors.ts';
import { findUsers } from '#lib/auth/users.ts';
import type { Change, ListVersionsQuery, VersionAuthor, WorkflowVersion } from './version-schema.ts';

/** The columns that versions of workflows and of layouts share. */
interface SavedVersion {
  id: string;
  version: number;
  cause: string;
  actorLabel: string;
  userId: string | null;
  createdAt: Date;
}

/** Returns a version as wire shape. `current` is the number of the current version. */
export function versionWire(row: SavedVersion, current: number, changes: Change[]): WorkflowVersion {
  return {
    _id: row.id,
    version: row.version,
    cause: row.cause as WorkflowVersion['cause'],
    createdAt: row.createdAt.toISOString(),
    createdBy: authorOf(row),
    current: row.version === current,
    changes,
  };
}

export function authorOf({ actorLabel, userId }: Pick<SavedVersion, 'actorLabel' | 'userId'>): VersionAuthor {
  return { label: actorLabel, ...(userId !== null && { _id: userId }) };
}

/** Greater than every version number. */
export const NEWEST = 2_147_483_647;

/** Reads the newest versions below `before`, newest first. */
type SelectVersions<Row> = (slice: { before: number; limit: number }) => Promise<Row[]>;

/**
 * Returns a page of versions, newest first. `shown` also receives the previous version. `after` is the number of a
 * version.
 */
export async function versionPage<Row extends { version: number }>(
  { limit, after }: ListVersionsQuery,
  select: SelectVersions<Row>,
  shown: (row: Row, before: Row | undefined) => WorkflowVersion,
): Promise<{ data: WorkflowVersion[]; next: string | null }> {
  const before = readVersionCursor(after);
  if (before === undefined) return { data: [], next: null };
  const rows = await select({ before, limit: limit + 1 });
  const data = await named(rows.slice(0, limit).map((row, at) => shown(row, rows[at + 1])));
  return { data, next: rows.length > limit ? String(data.at(-1)?.version) : null };
}

/** Adds the names of the authors. */
async function named(versions: WorkflowVersion[]): Promise<WorkflowVersion[]> {
  const users = await findUsers(versions.map(({ createdBy }) => createdBy._id ?? null));
  return versions.map((version) => {
    const name = users.get(version.createdBy._id ?? null)?.name;
    return name === undefined ? version : { ...version, createdBy: { ...version.createdBy, name } };
  });
}

/**
 * Returns a version and the previous version.
 *
 * @param noun the kind of record, for the error message.
 * @throws ApiError `not_found`.
 */
export async function requireVersion<Row extends { version: number }>(
  noun: 'workflow' | 'layout',
  version: number,
  select: SelectVersions<Row>,
): Promise<[Row, Row | undefined]> {
  const [row, before] = await select({ before: version + 1, limit: 2 });
  if (row?.version === version) return [row, before];
  throw new ApiError('not_found', `The ${noun} has no version ${version}`);
}

/** Returns the version number in a cursor. Undefined if the cursor is malformed. */
function readVersionCursor(after: string | undefined): number | undefined {
  if (after === undefined) return NEWEST;
  return /^\d{1,9}$/.test(after) ? Number(after) : undefined;
}
