import type { Source } from './import-graph.ts';

/** The most raw statements that the code may have, without those of the engine. */
const MOST = 80;

/** The files that run statements for others. */
const MECHANISM = /^lib\/postgres\/(db|transaction-pool)\.ts$/;

const verbs = String.raw`SELECT\s|INSERT INTO\s|UPDATE\s+\S+\s+(?:\w+\s+)?SET\s|DELETE FROM\s|WITH\s+\w+\s+AS\s|(?:UN)?LISTEN\s|LOCK TABLE\s|(?:CREATE|ALTER|DROP|TRUNCATE)\s+TABLE\s`;
const statement = new RegExp(`(['"\`])\\s*(?:${verbs})`, 'g');

/** How many texts of a source start like a statement: statements, and subqueries that others are composed of. */
export function countStatements({ path, text }: Pick<Source, 'path' | 'text'>): number {
  if (!/^(lib|app)\//.test(path) || /\.test\.tsx?$/.test(path) || MECHANISM.test(path)) return 0;
  return [...text.matchAll(statement)].length;
}

/** Reported once, for lib/postgres/db.ts: how many statements are too many. */
export function tooManyStatements({ path }: Source, all: Map<string, Source>): string | undefined {
  if (path !== 'lib/postgres/db.ts') return undefined;
  const counted = [...all.values()].filter((source) => !source.path.startsWith('lib/engine/'));
  const count = counted.reduce((sum, source) => sum + countStatements(source), 0);
  return count > MOST ? `${count} raw statements: write ordinary reads and writes with prisma()` : undefined;
}

/** A file with raw statements whose first comment does not give the reason. */
export function unexplainedStatements(source: Source): string | undefined {
  if (countStatements(source) === 0) return undefined;
  const [, comment = ''] = /^\/\*\*([\s\S]*?)\*\//.exec(source.text) ?? [];
  return /\braw\s+(\* )?statements?\b/i.test(comment) ? undefined : 'begins with no line on why its statements are raw';
}
