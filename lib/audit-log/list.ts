import type { Ctx } from '#lib/api/context.ts';
import { isId } from '#lib/api/wire.ts';
import { findUsers } from '#lib/auth/users.ts';
import { idFloor } from '#lib/id.ts';
import { prisma } from '#lib/postgres/db.ts';
import { type AuditEntry as AuditRow, Prisma } from '#prisma/generated/client.ts';
import { failuresOf } from './failures.ts';
import { namedResources } from './named-resources.ts';
import { environmentOf } from './nouns.ts';
import { runsOf } from './runs.ts';
import type { AuditEntry, AuditPage, ListAuditQuery } from './schema.ts';

const { skip } = Prisma;

/** The largest number of entries that a search for words reads, because no index serves the search. */
const MAX_READ = 20_000;

/** Returns a page of the organization's audit log, newest first. */
export async function listAudit(ctx: Ctx, input: ListAuditQuery): Promise<AuditPage> {
  if (input.after !== undefined && !isId(input.after)) return { data: [], next: null };
  const named =
    input.q === undefined ? [] : await namedResources({ ...ctx, environmentId: input.environmentId }, input.q);
  const where = filterOf(ctx, input, named);
  const words = wordsOf(input);
  const searchedTo = words.length > 0 ? await lastRead(where) : undefined;
  const within = searchedTo === undefined ? where : { ...where, AND: { id: { gte: searchedTo } } };
  const rows = await prisma().auditEntry.findMany({
    where:
      words.length > 0 ? { AND: [within, { OR: [{ AND: words.map(holds) }, { resourceId: { in: named } }] }] } : within,
    orderBy: { id: 'desc' },
    take: input.limit + 1,
  });
  const shown = rows.slice(0, input.limit);
  const runs = await runsOf(shown);
  const failures = await failuresOf(ctx, shown, runs);
  const people = await findUsers(shown.map(({ actorType, actorId }) => (actorType === 'user' ? actorId : null)));
  const data = shown.map((row) =>
    toWire(
      { ...row, resourceLabel: row.resourceLabel ?? runs.get(row.resourceId)?.label ?? null },
      failures.get(row.id),
      people.get(row.actorId)?.name,
    ),
  );
  return { data, next: rows.length > input.limit ? (data.at(-1)?._id ?? null) : (searchedTo ?? null) };
}

/** Returns the conditions that indexes can serve, including a search for the ID of a resource. */
function filterOf({ organizationId }: Ctx, input: ListAuditQuery, named: string[]): Prisma.AuditEntryWhereInput {
  const { environmentId, resourceType, resourceId, actorId, action } = input;
  const id = idIn(input);
  return {
    organizationId,
    id: idRange(input),
    environmentId: environmentId ?? skip,
    resourceType: resourceType ?? skip,
    resourceId: resourceId ?? (id === undefined ? skip : { in: [id, ...named] }),
    actorId: actorId ?? skip,
    action: action ?? skip,
  };
}

/** Returns the ID in the search text. Undefined if the text is not an ID. */
function idIn({ q = '' }: ListAuditQuery): string | undefined {
  return isId(q.toLowerCase()) ? q.toLowerCase() : undefined;
}

/** Returns the words to search in names. */
function wordsOf(input: ListAuditQuery): string[] {
  return idIn(input) === undefined ? (input.q ?? '').split(/\s+/).filter(Boolean) : [];
}

/** Returns the ID of the last entry that a search reads. Undefined if the search reads all entries. */
async function lastRead(where: Prisma.AuditEntryWhereInput): Promise<string | undefined> {
  const select = { id: true };
  const [last] = await prisma().auditEntry.findMany({
    where,
    orderBy: { id: 'desc' },
    skip: MAX_READ - 1,
    take: 1,
    select,
  });
  return last?.id;
}

/**
 * Returns the condition that a word occurs in the names of an entry. The names of subscribers are in the stored states
 * of the entry.
 */
function holds(word: string): Prisma.AuditEntryWhereInput {
  const text = { contains: word, mode: 'insensitive' } as const;
  const states = ['before', 'after'] as const;
  const names = states.flatMap((state) =>
    ['firstName', 'lastName', 'email'].map((field) => ({
      resourceType: 'subscribers',
      [state]: { path: [field], string_contains: word, mode: 'insensitive' },
    })),
  );
  return { OR: [{ resourceLabel: text }, { actorLabel: text }, { resourceId: word }, ...names] };
}

/** Returns the page and the time range as bounds of the ID, which begins with the time. */
function idRange({ after, createdGte, createdLt }: ListAuditQuery) {
  const ends = [after?.toLowerCase(), createdLt && idFloor(new Date(createdLt))].filter((end) => end !== undefined);
  if (ends.length === 0 && createdGte === undefined) return skip;
  return {
    gte: createdGte === undefined ? skip : idFloor(new Date(createdGte)),
    lt: ends.sort()[0] ?? skip,
  };
}

function toWire(row: AuditRow, failure: string | undefined, name: string | undefined): AuditEntry {
  // Older organization-level records still have an environment ID.
  const environmentId = environmentOf(row, row.environmentId);
  return {
    _id: row.id,
    ...(environmentId !== null && { _environmentId: environmentId }),
    actor: {
      type: row.actorType as AuditEntry['actor']['type'],
      _id: row.actorId,
      label: row.actorLabel,
      ...(name !== undefined && { name }),
    },
    action: row.action,
    resource: {
      type: row.resourceType,
      _id: row.resourceId,
      ...(row.resourceLabel !== null && { label: row.resourceLabel }),
    },
    ...(failure !== undefined && { failure }),
    ...(row.before !== null && { before: row.before }),
    ...(row.after !== null && { after: row.after }),
    requestId: row.requestId,
    ...(row.address !== null && { address: row.address }),
    createdAt: row.createdAt.toISOString(),
  };
}
