/** Finds the API keys that triggered transactions. */
import { idCeil, idFloor } from '#lib/id.ts';
import { parseJson } from '#lib/json/values.ts';
import { prisma } from '#lib/postgres/db.ts';
import { TRIGGERS, unsealed } from './details.ts';
import { findRequests } from './query.ts';
import { transactionsIn } from './read.ts';

export interface CallingKey {
  apiKeyId: string;
  /** The transactions of `transactionIds` that the key triggered. */
  transactionIds: string[];
  lastAt: Date;
}

/** The largest number of calls of each operation whose details are read, the newest first. */
const MAX_CALLS = 300;

/**
 * Returns the API keys whose logged calls since `since` triggered one of the transactions, the most active first. Calls that
 * are no longer logged, or whose response was too large for the log, are not found.
 */
export async function keysThatTriggered(
  environmentId: string,
  transactionIds: ReadonlySet<string>,
  since: Date,
): Promise<CallingKey[]> {
  const keys = new Map<string, CallingKey>();
  for (const { apiKeyId, createdAt, details, id } of await triggerCalls(environmentId, since)) {
    if (apiKeyId === null) continue;
    const answer = parseJson(unsealed(environmentId, id, details).a ?? '');
    const own = transactionsIn(answer).filter((transaction) => transactionIds.has(transaction));
    if (own.length === 0) continue;
    const known = keys.get(apiKeyId) ?? { apiKeyId, transactionIds: [], lastAt: createdAt };
    known.transactionIds.push(...own);
    keys.set(apiKeyId, known);
  }
  return [...keys.values()].sort((one, other) => other.transactionIds.length - one.transactionIds.length);
}

/** Returns the newest accepted triggers by API keys, newest first. */
async function triggerCalls(environmentId: string, since: Date) {
  const nothing = { requestId: undefined, apiKeyId: undefined, userId: undefined, method: undefined, path: undefined };
  const range = { floor: idFloor(since), ceiling: idCeil(new Date()), status: { from: 200, to: 299 } };
  const found = await Promise.all(
    [...TRIGGERS].map((operationId) =>
      findRequests({ environmentId, ...range, ...nothing, operationId, limit: MAX_CALLS }),
    ),
  );
  const ids = found.flat().map(({ id }) => id);
  const select = { id: true, apiKeyId: true, createdAt: true, details: true } as const;
  return prisma().requestLogEntry.findMany({
    where: { environmentId, id: { in: ids } },
    orderBy: { id: 'desc' },
    select,
  });
}
