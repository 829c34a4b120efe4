import { runMain } from './cli-error.ts';
import { adoptRunning, readEnvironment } from './instance.ts';

/** Milliseconds between two lines of progress. */
const PROGRESS_MS = 5_000;

/**
 * Runs `npm run keys:rotate`: encrypts everything again under the first key of `ENCRYPTION_KEYS`, while Belfry runs.
 * The command may be interrupted and repeated. The exit code is 1 if a value cannot be read, or is still under another
 * key.
 */
await runMain(async () => {
  adoptRunning(readEnvironment());
  const { encryptionKeyIds } = await import('#lib/crypto.ts');
  const { recordRotation } = await import('#lib/key-rotation/last-rotation.ts');
  const { rotateKeys } = await import('#lib/key-rotation/rotate.ts');
  const { rotationText } = await import('#lib/key-rotation/text.ts');
  const { disconnect } = await import('#lib/postgres/db.ts');
  let shownAt = Date.now();
  const work = async () => {
    const result = await rotateKeys({
      onProgress({ place, rows, encrypted }) {
        if (Date.now() - shownAt < PROGRESS_MS) return;
        shownAt = Date.now();
        console.error(
          `${place.table}: ${rows.toLocaleString('en')} rows read, ${encrypted.toLocaleString('en')} encrypted again`,
        );
      },
    });
    const { key, unreadableCount: unreadable, isComplete } = result;
    if (isComplete) await recordRotation({ key, unreadable });
    return result;
  };
  const result = await work().finally(disconnect);
  console.log(rotationText(result, encryptionKeyIds()));
  if (!result.isComplete || result.unreadableCount > 0) process.exitCode = 1;
});
