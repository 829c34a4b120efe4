import type { Change, VersionAuthor, WorkflowVersion } from './schema.ts';

/** The columns of a version of a workflow or layout that do not depend on what was saved. */
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

/** Above every version number. */
export const NEWEST = 2_147_483_647;

/** Returns the version number in a cursor. Undefined if the cursor is malformed. */
export function readVersionCursor(after: string | undefined): number | undefined {
  if (after === undefined) return NEWEST;
  return /^\d{1,9}$/.test(after) ? Number(after) : undefined;
}
