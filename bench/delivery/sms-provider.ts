import { fork } from 'node:child_process';
import { join } from 'node:path';
import type { SmsOrder, SmsTally } from './sms-server.ts';

export type { SmsTally };

/** The loopback provider of SMS, for the measuring program. */
export interface SmsProvider {
  url: string;
  tally(): Promise<SmsTally>;
  /** Deletes all counts. The duration of the responses stays. */
  reset(): Promise<void>;
  /** Sets the duration of each response. */
  setLatency(ms: number): Promise<void>;
  /** Returns the first arrival of each text, in milliseconds since the epoch. */
  arrivals(): Promise<Map<string, number>>;
  /** Called with the sender's port for a text that begins with `poison`, to which there is no response. */
  onPoison(react: (remotePort: number) => void): void;
  stop(): void;
}

type ServerMessage = { port: number } | { ask: number; answer: unknown } | { poison: number };

/** Starts the provider. @param host the address to listen on. */
export async function startSmsProvider(host = '127.0.0.1'): Promise<SmsProvider> {
  const child = fork(join(import.meta.dirname, 'sms-server.ts'), [host]);
  const started = Promise.withResolvers<number>();
  const waiting = new Map<number, (answer: unknown) => void>();
  let poisoned: (remotePort: number) => void = () => {};
  let requests = 0;
  child.on('message', (message: ServerMessage) => {
    if ('port' in message) started.resolve(message.port);
    else if ('poison' in message) poisoned(message.poison);
    else {
      waiting.get(message.ask)?.(message.answer);
      waiting.delete(message.ask);
    }
  });
  const order = <Answer>(what: SmsOrder) =>
    new Promise<Answer>((resolve) => {
      const ask = requests++;
      waiting.set(ask, resolve as (answer: unknown) => void);
      child.send({ ...what, ask });
    });
  return {
    url: `http://${host}:${await started.promise}/sms`,
    tally: () => order<SmsTally>({ order: 'tally' }),
    reset: async () => void (await order({ order: 'reset' })),
    setLatency: async (ms) => void (await order({ order: 'latency', ms })),
    arrivals: async () => new Map(await order<[string, number][]>({ order: 'arrivals' })),
    onPoison: (react) => {
      poisoned = react;
    },
    stop: () => child.disconnect(),
  };
}
