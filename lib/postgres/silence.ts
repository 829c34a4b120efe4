/**
 * Connection settings that detect a silent server: a dead machine, a cut network, or a frozen PostgreSQL. TCP alone
 * would wait up to 15 minutes for an acknowledgement, and forever for data.
 */
export const NOTICES_SILENCE = {
  keepAlive: true,
  /** After this silence, the system probes the machine. It counts as dead if it does not respond for another 10 s. */
  keepAliveInitialDelayMillis: 10_000,
  connectionTimeoutMillis: 10_000,
};
