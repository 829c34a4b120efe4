import type { Ctx } from '#lib/api/context.ts';
import { ApiError } from '#lib/api/errors.ts';
import { asObject, isObject, parseJson } from '#lib/json/values.ts';
import { prisma } from '#lib/postgres/db.ts';
import { contentsOf, errorOf, masked, withoutContent } from './content.ts';
import type { RequestLogDetails } from './schema.ts';
import { entriesOf } from './service.ts';

/**
 * Returns one call with its details. Secrets are masked. The content of triggers is omitted if their workflow is
 * sensitive, or does not exist and may have been sensitive.
 *
 * @throws ApiError `not_found`.
 */
export async function getRequest(ctx: Ctx, id: string): Promise<RequestLogDetails> {
  const { environmentId } = ctx;
  const row = await prisma().requestLogEntry.findFirst({ where: { environmentId, id } });
  const [entry] = row ? await entriesOf([row]) : [];
  const content = row && (await contentsOf(environmentId, [row])).get(row.id);
  if (!row || !entry || !content) throw new ApiError('not_found', 'Call not found in the request log');
  const { stored, body, isHidden } = content;
  const isMalformed = stored.b !== undefined && body === undefined;
  const omitted = stored.o ?? (isMalformed ? 'malformed' : isHidden ? 'sensitive' : undefined);
  const error = row.status >= 400 ? errorOf(content) : undefined;
  return {
    ...entry,
    ...(stored.q !== undefined && { query: stored.q }),
    ...(body !== undefined && { body: masked(isHidden ? withoutContent(body) : body) }),
    ...(omitted && { omitted }),
    ...(error && { error }),
    transactionIds: row.status < 400 ? transactionsIn(stored.a === undefined ? undefined : parseJson(stored.a)) : [],
  };
}

/** Returns the transaction IDs in the response to a trigger (one result) or to a bulk trigger (a list of results). */
export function transactionsIn(answer: unknown): string[] {
  const results: unknown[] = Array.isArray(answer) ? answer : [answer];
  return results
    .map((result) => (isObject(result) ? (result.data ?? result) : undefined))
    .flatMap((result) => (Array.isArray(result) ? result : [result]))
    .map((result: unknown) => asObject(result).transactionId)
    .filter((id) => typeof id === 'string');
}
