import { SegmentedMessage } from 'sms-segments-calculator';
import type { JsonObject } from '#lib/json/values.ts';
import { valueAt } from '#lib/json/values.ts';
import type { RenderTools, SmsSegments } from '#lib/steps/rendering.ts';
import { nextTime, spanEnd } from '#lib/time/duration.ts';
import { zoneOf } from '#lib/time/zoned-time.ts';
import { expressionOf } from './block-document.ts';
import { plainText } from './plain-text.ts';

/**
 * Returns the tools that step files render with. Durations start at `now`, in the subscriber's time zone, otherwise in
 * UTC.
 */
export function renderTools(variables: JsonObject, now: Date): RenderTools {
  const { subscriber } = variables;
  const timezone = zoneOf(valueAt(subscriber, 'timezone'));
  return {
    plainText,
    smsSegments,
    after: (amount, unit) => spanEnd(now, amount, unit, timezone)?.toISOString(),
    nextTime: (cron) => next(cron, now, timezone),
    valueAt: (key) => keyedValue(key, variables),
  };
}

/** Most texts contain only these GSM-7 characters, which count as one character each. */
const PLAIN_GSM = /^[\w \n@£$!"#%&'()*+,\-./:;<=>?]*$/;
const WHOLE = 160;
const PART = 153;

export function smsSegments(text: string): SmsSegments {
  if (!PLAIN_GSM.test(text)) return countedSegments(text);
  const characters = text.length;
  const count = characters === 0 ? 0 : characters <= WHOLE ? 1 : Math.ceil(characters / PART);
  const places = count > 1 ? count * PART : count * WHOLE;
  return { count, encoding: 'GSM-7', characters, remaining: places - characters };
}

/** Counts every character, which is thirty times slower. */
export function countedSegments(text: string): SmsSegments {
  const message = new SegmentedMessage(text, 'auto');
  const encoding = message.encodingName === 'UCS-2' ? 'UCS-2' : 'GSM-7';
  const last = message.segments.at(-1);
  return {
    count: message.segmentsCount,
    encoding,
    characters: message.numberOfUnicodeScalars,
    remaining: last ? Math.floor(last.freeSizeInBits() / (encoding === 'UCS-2' ? 16 : 7)) : 0,
  };
}

function next(cron: unknown, now: Date, timezone: string): { at: string; timezone: string } | undefined {
  const at = typeof cron === 'string' ? nextTime(cron, now, timezone) : undefined;
  return at && { at: at.toISOString(), timezone };
}

/** Returns the value of a key. A key without a namespace belongs to the payload. */
function keyedValue(key: unknown, variables: JsonObject): unknown {
  const path = typeof key === 'string' ? expressionOf(key) : '';
  const [first = ''] = path.split('.');
  if (first === '') return undefined;
  const start = first !== 'env' && Object.hasOwn(variables, first) ? variables : variables.payload;
  return valueAt(start, path);
}
