import type { Source } from './import-graph.ts';

/** Files that need no reason: tests, and files that only run the statements of other files. */
const EXEMPT = /^(?!(?:lib|app)\/)|^lib\/postgres\/(?:db|transaction-pool)\.ts$|\.test\.tsx?$/;

const verbs = String.raw`SELECT\s|INSERT INTO\s|UPDATE\s+\S+\s+(?:\w+\s+)?SET\s|DELETE FROM\s|WITH\s+\w+\s+AS\s|(?:UN)?LISTEN\s|LOCK TABLE\s|(?:CREATE|ALTER|DROP|TRUNCATE)\s+TABLE\s`;
const statement = new RegExp(`(['"\`])\\s*(?:${verbs})`);

/** Returns the problem of a file with raw statements whose first comment gives no reason for them. */
export function unexplainedStatements({ path, text }: Pick<Source, 'path' | 'text'>): string | undefined {
  if (EXEMPT.test(path) || !statement.test(text)) return undefined;
  const [, comment = ''] = /^\/\*\*([\s\S]*?)\*\//.exec(text) ?? [];
  return /\braw\s+(\* )?statements?\b/i.test(comment)
    ? undefined
    : 'does not begin with a comment that gives the reason for its raw statements';
}

/**
 * Returns the problem of a file in which `ON CONFLICT` of an `INSERT … SELECT` contains a parameter. A router that
 * sends statements to nodes cannot determine the type of that parameter.
 */
export function parametersInConflict({ path, text }: Pick<Source, 'path' | 'text'>): string | undefined {
  if (EXEMPT.test(path)) return undefined;
  const inserts = text.split(/\bINSERT INTO\b/).slice(1);
  const found = inserts.some((insert) => {
    const [head = '', tail = ''] = insert.split(/\bON CONFLICT\b/);
    return !/\bVALUES\s*\(/.test(head) && /^[^`;]*?\$\d/.test(tail.split('RETURNING')[0] ?? '');
  });
  return found ? 'has a parameter in the ON CONFLICT of an INSERT … SELECT' : undefined;
}
