/**
 * Connections that providers keep open between messages. A provider's code is loaded with its first message. Closing
 * the connections at the end of the process must not load that code.
 */
const closers = new Set<() => void>();

/** Registers `close` for the end of the process. */
export function closeAtEnd(close: () => void): void {
  closers.add(close);
}

/** Closes all idle connections. */
export function closeConnections(): void {
  for (const close of closers) close();
}
