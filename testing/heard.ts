import { listenTo } from '#lib/postgres/announcements.ts';

/** Listens to a channel of PostgreSQL. @returns the messages so far, once the connection is open. */
export async function listening(channel: string): Promise<readonly string[]> {
  const heard: string[] = [];
  const { promise: connected, resolve } = Promise.withResolvers<void>();
  listenTo(channel, { onMessage: (payload) => heard.push(payload), onConnect: resolve });
  await connected;
  return heard;
}
