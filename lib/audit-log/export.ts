import type { Ctx } from '#lib/api/context.ts';
import { BYTE_ORDER_MARK, CSV_TYPE, fileStream } from '#lib/api/file-stream.ts';
import { prisma, transaction } from '#lib/postgres/db.ts';
import { csvLines } from '#lib/text/csv.ts';
import { changesOf } from './changes.ts';
import { listAudit } from './list.ts';
import { readPages } from './list-export.ts';
import type { AuditEntry, ExportAuditQuery } from './schema.ts';
import { audit } from './service.ts';
import { summaryText } from './summary.ts';
import { pathText, valueText } from './value-text.ts';

/** The number of entries that are read and held in memory at a time. */
const BATCH = 500;

/** The largest number of characters of a value. Spreadsheets reject cells of more than 32,767 characters. */
const MAX_VALUE = 500;
const MAX_CELL = 20_000;

/**
 * Streams the entries that match the filters, newest first, as CSV. The stream reads only as fast as the client does, so its
 * memory does not depend on the number of entries. The export is audited.
 */
export async function exportAudit(ctx: Ctx, input: ExportAuditQuery): Promise<Response> {
  const environments = await environmentNames(ctx);
  const { limit, ...filters } = input;
  await auditExport(ctx, input);
  return fileStream({
    ...{ name: 'audit-log', extension: 'csv', type: CSV_TYPE },
    head: BYTE_ORDER_MARK + csvLines([COLUMNS.map(([title]) => title)]),
    batches: readPages({ limit, batch: BATCH }, (page) => listAudit(ctx, { ...filters, ...page })),
    lines: (entries) => csvLines(entries.map((entry) => COLUMNS.map(([, read]) => read(entry, environments)))),
  });
}

/** Names by ID, including environments that were deleted. */
async function environmentNames({ organizationId }: Ctx): Promise<ReadonlyMap<string, string>> {
  const select = { id: true, name: true };
  const deleted = await prisma().deletedEnvironment.findMany({ where: { organizationId }, select });
  const existing = await prisma().environment.findMany({ where: { organizationId }, select });
  return new Map([...deleted, ...existing].map(({ id, name }) => [id, name]));
}

async function auditExport(ctx: Ctx, { limit: _, ...filters }: ExportAuditQuery): Promise<void> {
  const given = Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== undefined));
  await transaction(() =>
    audit(ctx, {
      action: 'audit-log.export',
      resourceType: 'audit-log',
      resourceId: ctx.organizationId,
      after: { format: 'csv', ...given },
    }),
  );
}

type Column = [
  title: string,
  read: (entry: AuditEntry, environments: ReadonlyMap<string, string>) => string | undefined,
];

const COLUMNS: Column[] = [
  ['Time', ({ createdAt }) => createdAt],
  ['Who', ({ actor }) => actor.label],
  ['Kind', ({ actor }) => actor.type],
  ['What', summaryText],
  ['Environment', ({ _environmentId: id = '' }, environments) => environments.get(id) ?? id],
  ['Changes', changesText],
  ['Action', ({ action }) => action],
  ['Resource ID', ({ resource }) => resource._id],
  ['Address', ({ address }) => address],
  ['Request', ({ requestId }) => requestId],
  ['Entry', ({ _id }) => _id],
];

/** Returns the changes with the old and new values: "Name: Mail → Mail EU; Active: yes → no". */
function changesText({ before, after }: AuditEntry): string {
  const isBoth = before != null && after != null;
  const text = (path: string, value: unknown) => cut(valueText(path, value) ?? 'nothing', MAX_VALUE);
  const texts = changesOf(before, after).map(({ path, before: old, after: now }) =>
    isBoth
      ? `${pathText(path)}: ${text(path, old)} → ${text(path, now)}`
      : `${pathText(path)}: ${text(path, old ?? now)}`,
  );
  return cut(texts.join('; '), MAX_CELL);
}

function cut(text: string, length: number): string {
  return text.length > length ? `${text.slice(0, length)}…` : text;
}
