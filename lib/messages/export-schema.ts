import { z } from 'zod';
import { queryInt } from '#lib/api/query.ts';
import { LIST_FORMATS } from '#lib/audit-log/list-formats.ts';
import { MAX_EXPORTED } from '#lib/notifications/list/export-schema.ts';
import { ListMessagesQuery } from './schema.ts';

/** Query of GET /v1/messages/export, an extension: the filters of spec 4.6, the file format and a limit. */
export const ExportMessagesQuery = ListMessagesQuery.omit({ page: true, limit: true }).extend({
  /** `ndjson`: a Message per line. */
  format: z.enum(LIST_FORMATS).default('csv'),
  limit: queryInt({ min: 1, max: MAX_EXPORTED, default: MAX_EXPORTED }),
});
export type ExportMessagesQuery = z.infer<typeof ExportMessagesQuery>;
