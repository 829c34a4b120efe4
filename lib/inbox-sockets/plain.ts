import { type Dialect, NOTHING } from './dialect.ts';

/** One JSON object for each event. The client sends `ping`, and connects again after every end. */
export const plain: Dialect = {
  name: 'plain',
  opens: '',
  greeting: () => undefined,
  hear: (text) => (text === 'ping' ? { type: 'reply', text: 'pong' } : NOTHING),
  opened: () => undefined,
  refused: () => undefined,
  ended: () => undefined,
  event: (_namespace, name, data) => `{"event":${JSON.stringify(name)},"data":${data}}`,
  ping: undefined,
};
