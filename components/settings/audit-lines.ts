import type { AuditEntry } from '#lib/audit-log/schema.ts';
import { counted } from '#lib/text/counted.ts';
import { isSameDay } from '#lib/time/day-time.ts';

/** One line of the log: an entry, and earlier entries of the same kind. */
export interface AuditLine {
  entry: AuditEntry;
  folded: readonly AuditEntry[];
  /** The other entries of the same request, which the line shows when it is unfolded. */
  parts: readonly AuditEntry[];
  /** Whether the line is a part of the unfolded line above. */
  isPart?: boolean;
}

/** Actions that share one line when repeated, because repetitions add no information. */
const REPEATED = new Set(['sessions.signIn', 'sessions.signOut']);

/** Actions whose line includes the other entries of the same request as its parts. */
const LEADING = new Set(['environments.publish', 'environments.undoPublish']);

/**
 * Groups entries into lines, newest first. Repeated actions of one user on one day share a line, and so do the changes of
 * a publication or its undo. Lines whose entry is in `unfolded` (an `_id`) are followed by their parts.
 */
export function linesOf(entries: readonly AuditEntry[], unfolded: ReadonlySet<string> = new Set()): AuditLine[] {
  const leaders = new Map(entries.filter(({ action }) => LEADING.has(action)).map((entry) => [keyOf(entry), entry]));
  const led = new Map<AuditEntry, AuditEntry[]>();
  const lines: (AuditLine & { folded: AuditEntry[] })[] = [];
  for (const entry of entries) {
    const leader = leaders.get(keyOf(entry));
    const last = lines.at(-1);
    if (leader) {
      const parts = led.get(leader) ?? [];
      if (!led.has(leader)) lines.push({ entry: leader, folded: [], parts });
      led.set(leader, parts);
      if (entry !== leader) parts.push(entry);
    } else if (last && isRepeated(last.entry, entry)) last.folded.push(entry);
    else lines.push({ entry, folded: [], parts: [] });
  }
  return lines.flatMap((line) => {
    const shown = unfolded.has(line.entry._id) ? line.parts : [];
    return [line, ...shown.map((entry) => ({ entry, folded: [], parts: [], isPart: true }))];
  });
}

/** Returns the kinds of the parts with their numbers: "12 workflows, 1 layout". */
export function partsText(parts: readonly AuditEntry[]): string {
  const counts = new Map<string, number>();
  for (const { resource } of parts) counts.set(resource.type, (counts.get(resource.type) ?? 0) + 1);
  return [...counts].map(([type, count]) => counted(count, type.replace(/s$/, '').replaceAll('-', ' '))).join(', ');
}

/** The entries of one request of one actor have one key. */
function keyOf({ requestId, actor }: AuditEntry): string {
  return `${requestId} ${actor._id}`;
}

function isRepeated(one: AuditEntry, other: AuditEntry): boolean {
  return (
    REPEATED.has(one.action) &&
    one.action === other.action &&
    one.actor._id === other.actor._id &&
    isSameDay(one.createdAt, other.createdAt)
  );
}
