/**
 * Connections that providers keep open between messages. A provider's code is loaded with its first message, so the
 * process that closes them at its end does not load it.
 */
const closers = new Set<() => void>();

/** Calls `close` at the end of the process. */
export function closeAtEnd(close: () => void): void {
  closers.add(close);
}

/** Closes all idle connections. */
export function closeConnections(): void {
  for (const close of closers) close();
}
