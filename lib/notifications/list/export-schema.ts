import { z } from 'zod';
import { queryInt } from '#lib/api/query.ts';
import { LIST_FORMATS } from '#lib/audit-log/list-formats.ts';
import { ListNotificationsQuery } from '#lib/notifications/schema.ts';

/** The largest number of records in one file. */
export const MAX_EXPORTED = 100_000;

/** Query of GET /v1/notifications/export, an extension: the filters of spec 4.8, the file format and a limit. */
export const ExportQuery = ListNotificationsQuery.omit({ page: true, limit: true, view: true }).extend({
  /** `ndjson`: a RunSummary per line. */
  format: z.enum(LIST_FORMATS).default('csv'),
  limit: queryInt({ min: 1, max: MAX_EXPORTED, default: MAX_EXPORTED }),
});
export type ExportQuery = z.infer<typeof ExportQuery>;
