/** Less than this after its creation, a record was not changed: one request stores both times. */
const SAME_MS = 1000;

/** Whether a record was changed after its creation. */
export function wasChanged({ createdAt, updatedAt }: { createdAt: string; updatedAt: string }): boolean {
  return Date.parse(updatedAt) - Date.parse(createdAt) >= SAME_MS;
}
