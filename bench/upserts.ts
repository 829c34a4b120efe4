import { fire, type Measurement, type Shot } from './load.ts';
import type { Server } from './servers.ts';

/** Measures at least 50,000 successive upserts of new and existing subscribers, mainly the slowest one. */
export async function measureUpserts(web: Server, apiKey: string): Promise<Measurement> {
  let count = 0;
  const body = () => {
    const n = count++ % 20_000;
    const token = Math.random().toString(36).slice(2, 12);
    return JSON.stringify({
      subscriberId: `upsert-${n}`,
      firstName: 'Jane',
      lastName: token,
      email: `${token}@example.com`,
      phone: `+49${n}`,
    });
  };
  const shots: Shot[] = [{ method: 'POST', path: '/api/v2/subscribers', body }];
  const rounds: Measurement[] = [];
  for (let done = 0; done < 50_000 && rounds.length < 12; done += rounds.at(-1)?.requests ?? 0) {
    rounds.push(
      await fire({ origin: web.origin, authorization: `ApiKey ${apiKey}`, shots, connections: 8, seconds: 10 }),
    );
  }
  const last = rounds.at(-1) as Measurement;
  return {
    ...last,
    requests: rounds.reduce((sum, round) => sum + round.requests, 0),
    failed: rounds.reduce((sum, round) => sum + round.failed, 0),
    maxMs: Math.max(...rounds.map((round) => round.maxMs)),
  };
}
