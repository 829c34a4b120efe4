/**
 * Checks values against schemas that people wrote, in threads of limited memory: a schema of a few lines can take a checker
 * hours or gigabytes, and the process has other work.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Tinypool } from 'tinypool';
import type { JsonObject } from '#lib/api/text.ts';
import { ProcessorBusyError } from '#lib/rendering/within-time.ts';
import type { checkValue, SchemaProblem, SchemaTask } from './thread.ts';

export type { SchemaProblem };

export type Validated =
  /** The value, with the schema's defaults. The same object when there were none to add. */
  | { valid: true; value: unknown }
  | { valid: false; problems: readonly SchemaProblem[] }
  /** The schema cannot be read, or the check needs more time or memory than there is. */
  | { valid: false; failure: string };

const THREADS = { most: 2, waiting: 1_000, memoryMb: 128, timeoutMs: 20_000 } as const;

/** The development server bundles this file, and then the folder of the process has the program. */
const BESIDE = join(import.meta.dirname ?? '', 'thread.ts');
const PROGRAM = existsSync(BESIDE) ? BESIDE : join(process.cwd(), 'lib', 'payload-schemas', 'thread.ts');

let pool: Tinypool | undefined;

/**
 * Checks a JSON value; the given one is not changed.
 *
 * @throws ProcessorBusyError when the machine has no time for it; never because of what somebody wrote.
 */
export async function validated(schema: JsonObject, value: unknown): Promise<Validated> {
  const answer = await answered({ schema: JSON.stringify(schema), value: JSON.stringify(value) });
  if (!('failure' in answer)) {
    if (!answer.valid) return answer;
    return { valid: true, value: answer.value === undefined ? value : JSON.parse(answer.value) };
  }
  if (answer.failure === 'busy') throw new ProcessorBusyError();
  return { valid: false, failure: answer.failure === 'time' ? TOO_MUCH : answer.message };
}

const TOO_MUCH = 'it takes too much time or memory to check';

async function answered(task: SchemaTask): ReturnType<typeof checkValue> {
  pool ??= startPool();
  if (pool.queueSize >= THREADS.waiting) throw new ProcessorBusyError();
  try {
    return await pool.run(task, { name: 'checkValue', signal: AbortSignal.timeout(THREADS.timeoutMs) });
  } catch (error) {
    // The thread ended: its memory was used up, or it gave no sign for a long time.
    const { code, name } = error as NodeJS.ErrnoException;
    if (code === 'ERR_WORKER_OUT_OF_MEMORY' || name === 'AbortError') return { failure: 'time', message: name };
    throw error;
  }
}

function startPool(): Tinypool {
  return new Tinypool({
    filename: PROGRAM,
    minThreads: 1,
    maxThreads: THREADS.most,
    resourceLimits: { maxOldGenerationSizeMb: THREADS.memoryMb, maxYoungGenerationSizeMb: 16 },
  });
}
