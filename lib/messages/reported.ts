import { findReports } from '#lib/delivery-events/reports.ts';
import { withheldReason } from '#lib/notifications/withheld.ts';
import type { WireReason } from '#lib/reasons/schema.ts';
import type { MessageText } from './page.ts';
import type { Message } from './schema.ts';

/**
 * Returns what the providers reported about sent messages, by the ID of the message. The provider’s words are withheld
 * together with the content.
 */
export async function findReported(
  environmentId: string,
  messages: readonly Pick<MessageText, 'id' | 'notificationId' | 'isSensitive'>[],
): Promise<Map<string, Pick<Message, 'reported'>>> {
  const runIds = [...new Set(messages.map(({ notificationId }) => notificationId))];
  const reports = new Map((await findReports(environmentId, runIds)).map((report) => [report.messageId, report]));
  const found = messages.flatMap(({ id, isSensitive }) => {
    const reason = reports.get(id)?.reason as WireReason | undefined;
    return reason ? [[id, { reported: isSensitive ? withheldReason(reason) : reason }] as const] : [];
  });
  return new Map(found);
}
