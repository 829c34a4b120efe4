/** Removes details of calls that may contain the content of a sensitive workflow, before people see them. */
import { maskSecrets } from '#lib/audit-log/mask.ts';
import { idFloor } from '#lib/id.ts';
import { isObject, parseJson } from '#lib/json/values.ts';
import { isSensitiveRun } from '#lib/notifications/sensitive-mark.ts';
import { prisma } from '#lib/postgres/db.ts';
import { type StoredDetails, unsealed } from './details.ts';
import { firstFieldError } from './field-error.ts';
import type { ListedRow } from './query.ts';
import type { RequestLogDetails } from './schema.ts';

/** Fields of an event that may contain sensitive content. */
const CONTENT = ['payload', 'overrides'];

/** The status of a call with an invalid field. */
const INVALID = 422;

type Call = Pick<ListedRow, 'id' | 'createdAt' | 'durationMs' | 'details'>;

export interface CallContent {
  stored: StoredDetails;
  /** Undefined if the body was not kept, or is not JSON. */
  body: unknown;
  /** Whether the body and the error messages of its fields may contain sensitive content. */
  isHidden: boolean;
}

/**
 * Returns the contents of calls by ID. For a workflow that does not exist, the content is hidden too, because the
 * workflow may have been sensitive.
 */
export async function contentsOf(environmentId: string, calls: readonly Call[]): Promise<Map<string, CallContent>> {
  const read = calls.map((call) => {
    const stored = unsealed(environmentId, call.id, call.details);
    const body = stored.b === undefined ? undefined : parseJson(stored.b);
    const runId = idFloor(new Date(call.createdAt.getTime() - call.durationMs));
    return { id: call.id, stored, body, runId, names: sensitiveNames(body) };
  });
  const marks = await marksOf(environmentId, new Set(read.flatMap(({ names }) => names)));
  return new Map(
    read.map(({ id, stored, body, runId, names }) => {
      const isOpen = (name: unknown) => {
        const mark = marks.get(name);
        return mark !== undefined && !isSensitiveRun(mark, runId);
      };
      return [id, { stored, body, isHidden: !names.every(isOpen) }];
    }),
  );
}

/** Returns the workflow names of those events in a body that have content. */
function sensitiveNames(body: unknown): unknown[] {
  return eventsIn(body)
    .filter((event) => CONTENT.some((field) => event[field] !== undefined))
    .map(({ name }) => name);
}

async function marksOf(environmentId: string, names: ReadonlySet<unknown>) {
  const identifiers = [...names].filter((name) => typeof name === 'string');
  if (identifiers.length === 0) return new Map<unknown, never>();
  const workflows = await prisma().workflow.findMany({
    where: { environmentId, identifier: { in: identifiers } },
    select: { identifier: true, isSensitive: true, sensitiveUntil: true },
  });
  return new Map<unknown, (typeof workflows)[number]>(workflows.map((workflow) => [workflow.identifier, workflow]));
}

/** Returns the events of a trigger, a bulk trigger or a dry run. */
function eventsIn(body: unknown): Record<string, unknown>[] {
  if (!isObject(body)) return [];
  const events = Array.isArray(body.events) ? body.events : [body];
  return events.filter((event) => isObject(event));
}

/** Returns a body without the fields that may contain sensitive content. */
export function withoutContent(body: unknown): unknown {
  if (Array.isArray(body)) return body.map(withoutContent);
  if (!isObject(body)) return body;
  const kept = Object.entries(body).filter(([field]) => !CONTENT.includes(field));
  return Object.fromEntries(kept.map(([field, value]) => [field, field === 'events' ? withoutContent(value) : value]));
}

/**
 * Returns the error of a call. If the content is hidden, the only messages per field are those about the name of the
 * workflow, because all others may quote the content.
 */
export function errorOf({ stored, isHidden }: Pick<CallContent, 'stored' | 'isHidden'>): RequestLogDetails['error'] {
  const answer = stored.a === undefined ? undefined : parseJson(stored.a);
  if (!isObject(answer)) return undefined;
  const { message, code, errors } = answer;
  const shown = isHidden ? aboutName(errors) : errors;
  const hasErrors = Object.keys(shown ?? {}).length > 0;
  return {
    ...(typeof message === 'string' && { message }),
    ...(typeof code === 'string' && { code }),
    ...(hasErrors && { errors: masked(shown) }),
  };
}

function aboutName(errors: unknown): unknown {
  return isObject(errors) && errors.name !== undefined ? { name: errors.name } : undefined;
}

export function masked(value: unknown): unknown {
  return maskSecrets(undefined, value).after;
}

/** Returns the error message of a failed call, without messages per field. Undefined for other calls. */
export function messageOf({ environmentId, id, status, details }: ListedRow): string | undefined {
  if (status < 400 || details === null) return undefined;
  return errorOf({ stored: unsealed(environmentId, id, details), isHidden: true })?.message;
}

/**
 * Returns the first message about an invalid field of each such call, by the call's ID, unless the message may contain
 * sensitive content. The calls belong to one environment.
 */
export async function fieldMessagesOf(calls: readonly ListedRow[]): Promise<Map<string, string>> {
  const invalid = calls.filter(({ status, details }) => status === INVALID && details !== null);
  const [first] = invalid;
  if (!first) return new Map();
  const contents = await contentsOf(first.environmentId, invalid);
  return new Map(
    [...contents].flatMap(([id, content]) => {
      const text = firstFieldError(errorOf(content)?.errors);
      return text === undefined ? [] : [[id, text] as const];
    }),
  );
}
