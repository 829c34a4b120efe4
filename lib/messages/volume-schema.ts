import type { z } from 'zod';
import { VolumeQuery } from '#lib/notifications/counts/volume-schema.ts';
import { ListMessagesQuery } from './schema.ts';

/**
 * Query of GET /v1/messages/volume, an extension: the filters of spec 4.6, and the time zone whose midnight starts a
 * day.
 */
export const MessageVolumeQuery = ListMessagesQuery.omit({ page: true, limit: true }).extend({
  zone: VolumeQuery.shape.zone,
});
export type MessageVolumeQuery = z.infer<typeof MessageVolumeQuery>;
