import { jsonObject, jsonPlain, jsonValue } from '#lib/postgres/sql.ts';

/** Returns the JSON of a Sender in SQL. NULL if the column is NULL. `$1` is the environment. */
export function senderJson(column: string): string {
  const of = (what: string) => `(SELECT ${what} FROM integrations i WHERE i.environment_id = $1 AND i.id = ${column})`;
  const fields = {
    _id: jsonPlain(column),
    name: jsonValue(of('i.name')),
    identifier: jsonValue(of('CASE WHEN i.deleted_at IS NULL THEN i.identifier END')),
  };
  return `CASE WHEN ${column} IS NOT NULL THEN ${jsonObject(fields)} END`;
}
