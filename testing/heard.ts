import { listenTo } from '#lib/postgres/announcements.ts';

/**
 * Listens to a PostgreSQL channel. @returns the messages received so far, once the connection is open. The array grows
 * with each message.
 */
export async function listening(channel: string): Promise<readonly string[]> {
  const heard: string[] = [];
  const { promise: connected, resolve } = Promise.withResolvers<void>();
  listenTo(channel, { onMessage: (payload) => heard.push(payload), onConnect: resolve });
  await connected;
  return heard;
}
