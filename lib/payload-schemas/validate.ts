/**
 * Checks values against users' schemas, in separate threads with limited memory. A schema of a few lines can take hours
 * or gigabytes to check, which must not stop the process's other work.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Tinypool } from 'tinypool';
import type { JsonObject } from '#lib/json/values.ts';
import { logger } from '#lib/logger.ts';
import { ProcessorBusyError } from '#lib/rendering/within-time.ts';
import { FairTurns } from './fair-turns.ts';
import type { checkValue, SchemaProblem, SchemaTask } from './thread.ts';

export type { SchemaProblem };

export type Validated =
  /** The value with the schema's defaults added, or the same object if there are none to add. */
  | { valid: true; value: unknown }
  | { valid: false; problems: readonly SchemaProblem[] }
  /** The schema cannot be compiled, or the check exceeds its limit of time or memory. */
  | { valid: false; failure: string };

const THREADS = { most: 2, memoryMb: 128, timeoutMs: 20_000 } as const;

/**
 * The path of the thread's program. The development server bundles this module, so the program is not next to it but is
 * found from the working directory.
 */
const SIBLING = join(import.meta.dirname ?? '', 'thread.ts');
const PROGRAM = existsSync(SIBLING) ? SIBLING : join(process.cwd(), 'lib', 'payload-schemas', 'thread.ts');

const turns = new FairTurns({
  running: THREADS.most,
  waiting: { works: 1_000, size: 32_000_000 },
  waitingOfKey: { works: 250, size: 8_000_000 },
  waitMs: 10_000,
});

let pool: Tinypool | undefined;

/** Schemas as JSON text. Workflows and their schemas are cached objects, so each schema is serialised once. */
const written = new WeakMap<JsonObject, string>();

/**
 * Checks a JSON value without changing it. Environments take turns, so that the checks of one environment do not delay
 * those of others.
 *
 * @throws ProcessorBusyError if the machine is too busy for the check. Never because of the schema or the value.
 */
export async function validated(environmentId: string, schema: JsonObject, value: unknown): Promise<Validated> {
  const task = { schema: textOf(schema), value: JSON.stringify(value) };
  const busy = () => new ProcessorBusyError('check a payload');
  const answer = await turns.run(environmentId, task.value.length, () => answered(task), busy);
  if (!('failure' in answer)) {
    if (!answer.valid) return answer;
    return { valid: true, value: answer.value === undefined ? value : JSON.parse(answer.value) };
  }
  if (answer.failure === 'busy') throw busy();
  return { valid: false, failure: answer.failure === 'time' ? TOO_MUCH : answer.message };
}

function textOf(schema: JsonObject): string {
  const text = written.get(schema) ?? JSON.stringify(schema);
  written.set(schema, text);
  return text;
}

const TOO_MUCH = 'it takes too much time or memory to check';

async function answered(task: SchemaTask): ReturnType<typeof checkValue> {
  pool ??= startPool();
  try {
    return await pool.run(task, { name: 'checkValue', signal: AbortSignal.timeout(THREADS.timeoutMs) });
  } catch (error) {
    const { code, name, message } = error as NodeJS.ErrnoException;
    // The pool stopped the thread, because it exceeded its memory limit.
    if (code === 'ERR_WORKER_OUT_OF_MEMORY') return { failure: 'time', message };
    // The thread limits its own processor time. If the pool had to stop it nevertheless, the machine gave it no
    // processor time.
    if (name === 'AbortError') return { failure: 'busy', message };
    throw error;
  }
}

function startPool(): Tinypool {
  const threads = new Tinypool({
    filename: PROGRAM,
    minThreads: 1,
    maxThreads: THREADS.most,
    resourceLimits: { maxOldGenerationSizeMb: THREADS.memoryMb, maxYoungGenerationSizeMb: 16 },
  });
  // An idle thread failed. The pool starts another thread.
  threads.on('error', (error) => logger().error({ error }, 'Payload validation thread failed'));
  return threads;
}
