import { contentsOf, errorOf } from './content.ts';
import { findRequests, type ListedRow, lastRead, type Search } from './query.ts';

/** The number of calls that are read and decrypted at a time. */
const BATCH = 500;

/**
 * Finds calls whose path or error contains the text, or whose request ID is the text, newest first. Errors are
 * encrypted, so the search decrypts the failed calls among the calls that a page reads.
 *
 * @returns up to `limit` calls, and the ID of the last call that was read if there may be more.
 */
export async function searchRequests(
  search: Search,
  text: string,
): Promise<{ rows: ListedRow[]; next: string | null }> {
  const named = await findRequests({ ...search, requestId: text, floor: '' });
  if (named.length > 0) return { rows: named, next: null };
  const end = await lastRead(search);
  const wanted = text.toLowerCase();
  const rows: ListedRow[] = [];
  let { ceiling } = search;
  for (let isLast = false; !isLast; ) {
    const batch = await findRequests({ ...search, text: wanted, floor: end ?? search.floor, ceiling, limit: BATCH });
    rows.push(...(await matching(search.environmentId, batch, wanted)));
    if (rows.length > search.limit)
      return { rows: rows.slice(0, search.limit), next: rows[search.limit - 1]?.id ?? null };
    isLast = batch.length < BATCH;
    ceiling = batch.at(-1)?.id ?? ceiling;
  }
  return { rows, next: end ?? null };
}

async function matching(environmentId: string, calls: ListedRow[], text: string): Promise<ListedRow[]> {
  const contents = await contentsOf(
    environmentId,
    calls.filter(({ path, details }) => details !== null && !has(path, text)),
  );
  return calls.filter(({ id, path }) => {
    const content = contents.get(id);
    return content === undefined ? has(path, text) : textsIn(errorOf(content)).some((each) => has(each, text));
  });
}

/** Returns all names and texts in a value. */
function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) =>
    Array.isArray(value) ? textsIn(inner) : [name, ...textsIn(inner)],
  );
}

const has = (value: string, text: string) => value.toLowerCase().includes(text);
