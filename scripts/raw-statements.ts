import type { Source } from './import-graph.ts';

/** The most raw statements there may be; the engine's own are not among them. */
const MOST = 70;

/** The files that run statements for the others. */
const MECHANISM = /^lib\/(db|transaction-pool)\.ts$/;

const verbs = String.raw`SELECT\s|INSERT INTO\s|UPDATE\s+\S+\s+(?:\w+\s+)?SET\s|DELETE FROM\s|WITH\s+\w+\s+AS\s|(?:UN)?LISTEN\s|LOCK TABLE\s|(?:CREATE|ALTER|DROP|TRUNCATE)\s+TABLE\s`;
const statement = new RegExp(`(['"\`])\\s*(?:${verbs})`, 'g');

/** How many texts in a source begin as a statement does: statements, and the queries that others are put together from. */
export function countStatements({ path, text }: Pick<Source, 'path' | 'text'>): number {
  if (!/^(lib|app)\//.test(path) || /\.(test|cases|arbitrary|sample)\.tsx?$/.test(path) || MECHANISM.test(path))
    return 0;
  return [...text.matchAll(statement)].length;
}

/** Told once, of lib/db.ts: what is too many. */
export function tooManyStatements({ path }: Source, all: Map<string, Source>): string | undefined {
  if (path !== 'lib/db.ts') return undefined;
  const counted = [...all.values()].filter((source) => !source.path.startsWith('lib/engine/'));
  const count = counted.reduce((sum, source) => sum + countStatements(source), 0);
  return count > MOST ? `${count} raw statements: write ordinary reads and writes with prisma()` : undefined;
}

/** A file with raw statements whose first comment does not say why. */
export function unexplainedStatements(source: Source): string | undefined {
  if (countStatements(source) === 0) return undefined;
  const [, comment = ''] = /^\/\*\*([\s\S]*?)\*\//.exec(source.text) ?? [];
  return /\braw\s+(\* )?statements?\b/i.test(comment) ? undefined : 'begins with no line on why its statements are raw';
}
