/**
 * A difference of up to this many milliseconds is not a change, because creating a record stores the two times one
 * after the other.
 */
const SAME_MS = 1000;

/** Whether a record was changed after its creation. */
export function wasChanged({ createdAt, updatedAt }: { createdAt: string; updatedAt: string }): boolean {
  return Date.parse(updatedAt) - Date.parse(createdAt) >= SAME_MS;
}
