/**
 * Measures the cost of a request to a provider: CPU per request of this process against bare undici, over a loopback
 * server in a separate process. `node bench/outbound.ts`
 */
import { fork } from 'node:child_process';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Agent, request } from 'undici';
import { createOutbound } from '#lib/outbound/outbound.ts';
import { deliver } from '#lib/providers/deliver.ts';

const REQUESTS = 20_000;
const AT_ONCE = 64;
const ANSWER = JSON.stringify({ sid: 'SM1', status: 'queued', error_code: null });

if (process.send) serve();
else await measure();

function serve(): void {
  const server = createServer((incoming, response) => {
    incoming.resume();
    incoming.on('end', () => response.writeHead(201, { 'content-type': 'application/json' }).end(ANSWER));
  });
  server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port));
  process.on('disconnect', () => process.exit());
}

async function measure(): Promise<void> {
  const child = fork(import.meta.filename);
  const port = await new Promise<number>((resolve) => child.once('message', (message) => resolve(Number(message))));
  const origin = `http://127.0.0.1:${port}`;
  const agent = new Agent({ connections: AT_ONCE });
  const guarded = createOutbound({ allow: ['127.0.0.1'] });
  const content = 'Your order A-1 has been shipped';
  const body = new URLSearchParams({ To: '+15558675310', From: '+15557122661', Body: content }).toString();
  const headers = { 'content-type': 'application/x-www-form-urlencoded', authorization: 'Basic eA==' };
  const url = `${origin}/2010-04-01/Accounts/AC1/Messages.json`;
  const twilio = {
    providerId: 'twilio',
    sandbox: false,
    credentials: { accountSid: 'AC1', token: 'auth-token', from: '+15557122661' },
  };
  const tools = { outbound: guarded, now: () => new Date(), origins: { 'https://api.twilio.com': origin } };
  const message = { channel: 'sms', id: '65f1a2b3c4d5e6f708192a3b', to: '+15558675310', content } as const;
  const ways: Record<string, () => Promise<unknown>> = {
    'undici request': async () => {
      const answer = await request(url, { dispatcher: agent, method: 'POST', headers, body });
      return answer.body.text();
    },
    'outbound fetch': () => guarded.fetch(url, { method: 'POST', headers, body }),
    'twilio through deliver': () => deliver(twilio, message, tools),
  };
  for (const round of [1, 2, 3]) {
    for (const [name, once] of Object.entries(ways)) {
      const { perSecond, cpuMicroseconds } = await timed(once);
      console.log(
        `${round}  ${name.padEnd(24)} ${perSecond.toFixed(0).padStart(7)}/s  ${cpuMicroseconds.toFixed(1).padStart(6)} µs CPU`,
      );
    }
  }
  await Promise.all([agent.close(), guarded.close()]);
  child.disconnect();
}

async function timed(once: () => Promise<unknown>): Promise<{ perSecond: number; cpuMicroseconds: number }> {
  let left = REQUESTS;
  const cpu = process.cpuUsage();
  const begun = performance.now();
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      while (left-- > 0) await once();
    }),
  );
  const seconds = (performance.now() - begun) / 1000;
  const { user, system } = process.cpuUsage(cpu);
  return { perSecond: REQUESTS / seconds, cpuMicroseconds: (user + system) / REQUESTS };
}
