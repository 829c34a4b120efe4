/**
 * Connections that providers keep open between messages. Providers register here, so that the end of the process closes
 * their connections without loading the code of providers that sent nothing.
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
