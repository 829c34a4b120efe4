import { Cron } from 'croner';
import { SegmentedMessage } from 'sms-segments-calculator';
import type { JsonObject } from '#lib/api/text.ts';
import type { RenderTools, SmsSegments } from '#lib/steps/rendering.ts';
import { TIME_UNITS } from '#lib/steps/time-unit.ts';
import { expressionOf } from './block-document.ts';
import { plainText } from './plain-text.ts';

/** What the step files render with. Times are counted from `now`, schedules in the subscriber's time zone, UTC without one. */
export function renderTools(variables: JsonObject, now: Date): RenderTools {
  const timezone = timezoneOf(variables);
  return {
    plainText,
    smsSegments,
    after: (amount, unit) => after(now, amount, unit),
    nextTime: (cron) => nextTime(cron, now, timezone),
    valueAt: (key) => valueAt(key, variables),
  };
}

function smsSegments(text: string): SmsSegments {
  if (text === '') return { count: 0, encoding: 'GSM-7', characters: 0, remaining: 0 };
  const message = new SegmentedMessage(text, 'auto');
  const encoding = message.encodingName === 'UCS-2' ? 'UCS-2' : 'GSM-7';
  const count = message.segmentsCount;
  const characters = message.numberOfUnicodeScalars;
  const last = message.segments.at(-1);
  return {
    count,
    encoding,
    characters,
    remaining: last ? Math.floor(last.freeSizeInBits() / (encoding === 'UCS-2' ? 16 : 7)) : 0,
  };
}

const UNIT_MS: Record<string, number> = {
  seconds: 1000,
  minutes: 60_000,
  hours: 3_600_000,
  days: 86_400_000,
  weeks: 604_800_000,
};

function after(now: Date, amount: unknown, unit: unknown): string | undefined {
  if (typeof amount !== 'number' || !TIME_UNITS.includes(unit as never)) return undefined;
  const time = new Date(now);
  if (unit === 'months') time.setUTCMonth(time.getUTCMonth() + amount);
  else time.setTime(time.getTime() + amount * (UNIT_MS[String(unit)] ?? 0));
  return Number.isNaN(time.getTime()) ? undefined : time.toISOString();
}

function nextTime(cron: unknown, now: Date, timezone: string): { at: string; timezone: string } | undefined {
  if (typeof cron !== 'string' || cron.trim() === '') return undefined;
  try {
    const next = new Cron(cron, { timezone, paused: true }).nextRun(now);
    return next ? { at: next.toISOString(), timezone } : undefined;
  } catch {
    return undefined;
  }
}

function timezoneOf({ subscriber }: JsonObject): string {
  const timezone = isObject(subscriber) ? subscriber.timezone : undefined;
  try {
    return new Intl.DateTimeFormat('en', { timeZone: String(timezone || 'UTC') }).resolvedOptions().timeZone;
  } catch {
    return 'UTC';
  }
}

/** Without a name in front, a key is one of the payload. */
function valueAt(key: unknown, variables: JsonObject): unknown {
  const path = typeof key === 'string' ? expressionOf(key).split('.') : [];
  const [first = ''] = path;
  if (first === '') return undefined;
  const start = Object.hasOwn(variables, first) ? variables : variables.payload;
  return path.reduce<unknown>(
    (value, name) => (isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined),
    start,
  );
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null;
}
