/** Returns the part of the URL's query that a view saves: without the open run and the place in the list. */
export function viewQuery(search: string): string {
  const query = new URLSearchParams(search);
  for (const name of ['run', 'pane', 'page', 'before', 'after', 'dialog']) query.delete(name);
  return query.toString();
}
