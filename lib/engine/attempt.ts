import { advance, type CoreTools } from './advance.ts';
import { conclude } from './conclude.ts';
import type { SendResult } from './outcome.ts';
import type { Records } from './records.ts';
import type { RunContext } from './run-context.ts';
import type { SendTarget } from './send-targets.ts';

export interface AttemptTools extends CoreTools {
  now(): Date;
  send: SendTarget;
}

/** One attempt of a claimed job: decide, send, conclude. Nothing is written before what it returns is recorded. */
export async function attempt(run: RunContext, tools: AttemptTools): Promise<Records> {
  const outcome = await advance(run, tools.now(), tools);
  const results: SendResult[] = [];
  if (outcome.type === 'deliver') {
    const targets = outcome.targets.filter(({ message }) => message);
    results.push(...(await Promise.all(targets.map((target) => tools.send(run.environment.id, target, tools.now)))));
  }
  return conclude(run, outcome, results, tools.now());
}
