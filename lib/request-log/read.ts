import type { Ctx } from '#lib/api/context.ts';
import { ApiError } from '#lib/api/errors.ts';
import { maskSecrets } from '#lib/audit-log/mask.ts';
import { idFloor } from '#lib/id.ts';
import { asObject, isObject, parseJson } from '#lib/json.ts';
import { isSensitiveRun } from '#lib/notifications/sensitive-mark.ts';
import { prisma } from '#lib/postgres/db.ts';
import { unsealed } from './details.ts';
import type { RequestLogDetails } from './schema.ts';
import { entriesOf } from './service.ts';

/** Fields of an event that may contain sensitive content. */
const CONTENT = ['payload', 'overrides'];

/**
 * Returns one call with its details. Secrets are masked. The content of triggers of a sensitive workflow is left out,
 * and so is the content of a workflow that does not exist, because it may have been sensitive.
 *
 * @throws ApiError `not_found`.
 */
export async function getRequest(ctx: Ctx, id: string): Promise<RequestLogDetails> {
  const { environmentId } = ctx;
  const row = await prisma().requestLogEntry.findFirst({ where: { environmentId, id } });
  const [entry] = row ? await entriesOf([row]) : [];
  if (!row || !entry) throw new ApiError('not_found', 'Call not found in the request log');
  const { q, b, o, a } = unsealed(environmentId, id, row.details);
  const body = b === undefined ? undefined : parseJson(b);
  const isHidden = await isSensitive(environmentId, body, idFloor(new Date(row.createdAt.getTime() - row.durationMs)));
  const answer = a === undefined ? undefined : parseJson(a);
  const omitted = o ?? (b !== undefined && body === undefined ? 'malformed' : isHidden ? 'sensitive' : undefined);
  return {
    ...entry,
    ...(q !== undefined && { query: q }),
    ...(body !== undefined && { body: masked(isHidden ? withoutContent(body) : body) }),
    ...(omitted && { omitted }),
    ...(row.status >= 400 && isObject(answer) && { error: errorOf(answer, isHidden) }),
    transactionIds: row.status < 400 ? transactionsIn(answer) : [],
  };
}

/** Whether a body with content names a workflow whose runs with this ID, or later ones, are sensitive, or which does not exist. */
async function isSensitive(environmentId: string, body: unknown, runId: string): Promise<boolean> {
  const events = eventsIn(body).filter((event) => CONTENT.some((field) => event[field] !== undefined));
  const names = [...new Set(events.map(({ name }) => name).filter((name) => typeof name === 'string'))];
  if (events.length === 0) return false;
  const workflows = await prisma().workflow.findMany({
    where: { environmentId, identifier: { in: names } },
    select: { identifier: true, isSensitive: true, sensitiveUntil: true },
  });
  const open = workflows.filter((workflow) => !isSensitiveRun(workflow, runId)).map(({ identifier }) => identifier);
  return events.some(({ name }) => typeof name !== 'string' || !open.includes(name));
}

/** Returns the events of a trigger, a bulk trigger or a dry run. */
function eventsIn(body: unknown): Record<string, unknown>[] {
  if (!isObject(body)) return [];
  const events = Array.isArray(body.events) ? body.events : [body];
  return events.filter((event) => isObject(event));
}

function withoutContent(body: unknown): unknown {
  if (Array.isArray(body)) return body.map(withoutContent);
  if (!isObject(body)) return body;
  const kept = Object.entries(body).filter(([field]) => !CONTENT.includes(field));
  return Object.fromEntries(kept.map(([field, value]) => [field, field === 'events' ? withoutContent(value) : value]));
}

/** Returns the error, without problems by field if the content is hidden, because they may quote it. */
function errorOf({ message, code, errors }: Record<string, unknown>, isHidden: boolean) {
  const hasErrors = errors !== undefined && !isHidden && Object.keys(errors ?? {}).length > 0;
  return {
    ...(typeof message === 'string' && { message }),
    ...(typeof code === 'string' && { code }),
    ...(hasErrors && { errors: masked(errors) }),
  };
}

function masked(value: unknown): unknown {
  return maskSecrets(undefined, value).after;
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
