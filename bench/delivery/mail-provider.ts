import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

export interface MailProvider {
  port: number;
  /** Returns the number of emails received so far. */
  taken(): Promise<number>;
  stop(): void;
}

export async function startMailProvider(): Promise<MailProvider> {
  const child = fork(join(import.meta.dirname, 'mail-server.ts'));
  const [{ port }] = (await once(child, 'message')) as [{ port: number }];
  return {
    port,
    async taken() {
      const answer = once(child, 'message');
      child.send('count');
      const [{ mails }] = (await answer) as [{ mails: number }];
      return mails;
    },
    stop: () => child.disconnect(),
  };
}
