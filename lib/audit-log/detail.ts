import { isObject, valueAt } from '#lib/json/values.ts';
import { CHANNEL_NAMES, CHANNELS } from '#lib/providers/channel-names.ts';
import { clockTime } from '#lib/time/time.ts';
import { changesOf, type FieldChange } from './changes.ts';
import { completePhrase, type Described, fieldsOf } from './summary.ts';
import { fieldLabel, stepFieldLabel, valueText } from './value-text.ts';

/** The largest number of characters of a value in a row. */
const SHORT = 40;
/** The largest number of characters of a person’s reason in a row. */
const MAX_NOTE = 120;

/**
 * Returns, in a few words, the part of the change that the summary does not contain: "Jana → Jane". Undefined if the
 * summary is complete. Times are in the zone.
 */
export function detailOf(entry: Described, zone?: string): string | undefined {
  const { action, before, after } = entry;
  const special = details[action];
  if (special) return special(entry, zone);
  if (!isObject(before) || !isObject(after) || completePhrase(entry) !== undefined) return undefined;
  const changes = changesOf(before, after);
  const fields = fieldsOf(changes);
  if (fields.length > 2) return listed(fields);
  const texts = changes.map((change) => changeText(change, zone));
  return texts.length <= 2 && texts.every(Boolean) ? texts.join(', ') : undefined;
}

/** "last at 20:24:03" for an entry that counts several rejections. */
const lastOf = ({ after }: Described, zone?: string) => {
  const [times, last] = [valueAt(after, 'times'), valueAt(after, 'last')];
  return typeof times === 'number' && times > 1 && typeof last === 'string'
    ? `last at ${clockTime(last, zone)}`
    : undefined;
};

const details: Readonly<Record<string, (entry: Described, zone?: string) => string | undefined>> = {
  'api-keys.rotate': ({ after }, zone) => {
    const end = valueText('expiresAt', valueAt(after, 'expiresAt'), zone);
    return end && `the old key ends ${end}`;
  },
  'messages.retry': (entry) => {
    const { failure, before } = entry;
    const reason = valueText('reason', valueAt(before, 'reason'));
    const verb = valueAt(before, 'status') === 'queued' ? 'waited' : 'ended';
    return joined([failure ?? (reason && `it had ${verb} with “${reason}”`), noteOf(entry)]);
  },
  'messages.resend': (entry) => noteOf(entry),
  'users.denied': lastOf,
  'sessions.reject': lastOf,
  'sessions.rejectCode': lastOf,
  'sign-in-providers.reject': lastOf,
  'preferences.update': ({ before, after }) => {
    const [old, now] = [channelsOf(before), channelsOf(after)];
    const texts = [...now].flatMap(([key, text]) => (old.get(key) === text ? [] : [text]));
    return texts.length === 0 ? undefined : listed([...new Set(texts)]);
  },
};

/** Returns the reason that the person gave: "“The number was wrong”". */
function noteOf({ after }: Described): string | undefined {
  const note = valueAt(after, 'reason');
  return typeof note === 'string' && note !== '' ? `“${excerpt(note, 0, MAX_NOTE)}”` : undefined;
}

function joined(texts: readonly (string | undefined)[]): string | undefined {
  return texts.filter((text) => text !== undefined).join('; ') || undefined;
}

/**
 * Returns the old and the new value. The summary already names the outermost field, so the text names only the path
 * inside that field.
 */
function changeText({ path, before, after }: FieldChange, zone: string | undefined): string | undefined {
  const inner = stepFieldLabel(path) ? '' : fieldLabel(path.split('.').slice(1).join(' › '));
  const [old, now] = [before, after].map((value) => valueText(path, value, zone) ?? 'nothing');
  if (old === undefined || now === undefined || now.includes('••')) return inner || undefined;
  if (`${old}${now}`.includes('\n')) return undefined;
  const start = Math.max(old.length, now.length) > SHORT ? startOfDifference(old, now) : 0;
  return `${inner && `${inner}: `}${excerpt(old, start)} → ${excerpt(now, start)}`;
}

/**
 * Returns the offset at which excerpts of two long texts begin: the first word that differs, or 0 if an excerpt from
 * the start shows that word.
 */
function startOfDifference(old: string, now: string): number {
  let same = 0;
  while (same < old.length && old[same] === now[same]) same++;
  if (same < SHORT / 2) return 0;
  const word = old.lastIndexOf(' ', same - 1) + 1;
  return same - word < SHORT / 2 ? word : same;
}

function excerpt(text: string, start: number, length = SHORT): string {
  const end = start + length;
  return `${start > 0 ? '…' : ''}${text.slice(start, end).trimEnd()}${text.length > end ? '…' : ''}`;
}

/** Returns the text of each stored choice by workflow and channel: "email off". */
function channelsOf(state: unknown): Map<string, string> {
  const stored = valueAt(state, 'preferences');
  const preferences: unknown[] = Array.isArray(stored) ? stored : [];
  return new Map(
    preferences.flatMap((preference) =>
      CHANNELS.flatMap((channel): [string, string][] => {
        const on = valueAt(preference, ['channels', channel]);
        if (typeof on !== 'boolean') return [];
        return [[`${valueAt(preference, 'workflowId')} ${channel}`, `${CHANNEL_NAMES[channel]} ${on ? 'on' : 'off'}`]];
      }),
    ),
  );
}

/** "name, tags, steps and 2 more" */
function listed(texts: readonly string[]): string {
  const more = texts.length - 3;
  return more > 0 ? `${texts.slice(0, 3).join(', ')} and ${more} more` : texts.join(', ');
}
