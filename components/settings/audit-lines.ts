import type { AuditEntry } from '#lib/audit-log/schema.ts';
import { isSameDay } from '#lib/time/day-time.ts';

/** One line of the log: an entry, and earlier entries of the same kind. */
export interface AuditLine {
  entry: AuditEntry;
  folded: readonly AuditEntry[];
}

/** Actions that share one line when repeated, because repetitions add no information. */
const REPEATED = new Set(['sessions.signIn', 'sessions.signOut']);

/** Groups entries into lines, newest first. Repeated actions of one user on one day share a line. */
export function linesOf(entries: readonly AuditEntry[]): AuditLine[] {
  const lines: { entry: AuditEntry; folded: AuditEntry[] }[] = [];
  for (const entry of entries) {
    const last = lines.at(-1);
    if (last && isRepeated(last.entry, entry)) last.folded.push(entry);
    else lines.push({ entry, folded: [] });
  }
  return lines;
}

function isRepeated(one: AuditEntry, other: AuditEntry): boolean {
  return (
    REPEATED.has(one.action) &&
    one.action === other.action &&
    one.actor._id === other.actor._id &&
    isSameDay(one.createdAt, other.createdAt)
  );
}
