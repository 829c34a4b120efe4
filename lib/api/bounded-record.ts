import { z } from 'zod';
import { isObject } from '#lib/json.ts';

/**
 * Schema of an object with at most `most` entries, such as headers by name. Entries are counted before they are checked,
 * so an object with tens of thousands of wrong entries is one error. The key `__proto__`, which a record would drop, is
 * an error too.
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
