import type { Suppression as Row } from '#prisma/generated/client.ts';
import type { Suppression } from './schema.ts';

export function suppressionWire({ id, channel, address, event, createdAt, ...row }: Row): Suppression {
  return {
    _id: id,
    channel: channel as Suppression['channel'],
    address,
    cause: event as Suppression['cause'],
    createdAt: createdAt.toISOString(),
    ...(row.messageId && { messageId: row.messageId }),
    ...(row.notificationId && { notificationId: row.notificationId }),
    ...(row.words && { words: row.words }),
    ...(row.note && { note: row.note }),
  };
}
