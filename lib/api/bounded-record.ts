import { z } from 'zod';
import { isObject } from '#lib/json/values.ts';

/**
 * Returns the schema of an object with at most `most` entries, such as headers by name. The number of entries is
 * checked first, so tens of thousands of invalid entries cause only one error. The key `__proto__`, which an ordinary
 * record would drop, is an error too.
 */
export function boundedRecord<Key extends z.core.$ZodRecordKey, Value extends z.core.SomeType>(
  key: Key,
  value: Value,
  most: number,
) {
  return z.preprocess(
    (raw, ctx) => {
      if (!isObject(raw)) return raw;
      if (Object.hasOwn(raw, '__proto__')) ctx.addIssue({ code: 'custom', message: 'must not have the key __proto__' });
      if (Object.keys(raw).length > most)
        ctx.addIssue({ code: 'custom', message: `must have no more than ${most} entries` });
      return raw;
    },
    z.record(key, value),
  );
}
