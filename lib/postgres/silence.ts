/**
 * Settings of connections that notice a silent server: a machine that died, a cut network, or a frozen PostgreSQL. TCP
 * alone would wait for an acknowledgement for up to 15 minutes, and for data without end.
 */
export const NOTICES_SILENCE = {
  keepAlive: true,
  /** A machine that does not respond for 10 s more is dead. */
  keepAliveInitialDelayMillis: 10_000,
  connectionTimeoutMillis: 10_000,
};
