import { z } from 'zod';
import { queryInt } from '#lib/api/query.ts';
import { LIST_FORMATS } from '#lib/audit-log/list-formats.ts';
import { MAX_EXPORTED } from '#lib/notifications/list/export-schema.ts';
import { SearchSubscribersQuery } from './schema.ts';

/** Query of GET /v1/subscribers/export, an extension: the filters of spec 4.3, the file format and a limit. */
export const ExportSubscribersQuery = SearchSubscribersQuery.pick({
  email: true,
  name: true,
  phone: true,
  subscriberId: true,
  q: true,
  topicKey: true,
  contextKey: true,
  language: true,
  missing: true,
}).extend({
  /** `ndjson`: a Subscriber per line. */
  format: z.enum(LIST_FORMATS).default('csv'),
  limit: queryInt({ min: 1, max: MAX_EXPORTED, default: MAX_EXPORTED }),
});
export type ExportSubscribersQuery = z.infer<typeof ExportSubscribersQuery>;
