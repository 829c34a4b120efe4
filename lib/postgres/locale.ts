/** Raw statement: a call of an extension's function. */

import { logger } from '#lib/logger.ts';
import { query } from './db.ts';

let known: Promise<boolean> | undefined;

/**
 * Whether the trigram indexes contain the letters of every language. pg_trgm recognises letters by the database's
 * LC_CTYPE. With LC_CTYPE C, it recognises only ASCII letters.
 */
export function canLookUpAllLetters(): Promise<boolean> {
  known ??= ask();
  known.catch(() => {
    known = undefined;
  });
  return known;
}

async function ask(): Promise<boolean> {
  const [row] = await query<{ all: boolean }>('locale-trigrams', `SELECT show_trgm('жук') <> '{}' AS all`);
  return row?.all ?? false;
}

const EFFECT = 'No index finds letters beyond ASCII: a search for them reads up to 50,000 subscribers one by one.';
const FIX =
  'Dump the database, and restore the dump into a database made with CREATE DATABASE belfry TEMPLATE template0 ' +
  `ENCODING 'UTF8' LC_COLLATE 'C' LC_CTYPE 'C.UTF-8'. For the embedded database, npm run db:reset creates an empty database.`;

/** Logs how to fix a database whose LC_CTYPE makes searches slow. */
export async function reportLocale(): Promise<void> {
  if (await canLookUpAllLetters()) return;
  logger().warn({ effect: EFFECT, fix: FIX }, 'Found a database with LC_CTYPE C');
}
