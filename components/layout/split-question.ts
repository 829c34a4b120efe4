import type { Channel } from '#lib/providers/channel.ts';

/** The start of a question about delivery. The rest names a subscriber, and perhaps a message. */
const WHY = /^(why|explain)(\s+(didn.?t|did|does|doesn.?t|has(n.?t)?|was|were|is|not))*(\s+|$)/i;

export interface Question {
  /** Whether the text asks why a subscriber did or did not get a message. */
  asks: boolean;
  /** The subscriber. If the text does not ask, the whole text. */
  sought: string;
  /** The channel that the question names. */
  channel?: Channel;
  /** Whether the text asks why the message came several times. */
  isTwice?: true;
  /** Whether the text asks why the message was late. */
  isLate?: true;
  /** The words about the message, without the channel. They may name a workflow. */
  about: readonly string[];
}

/** Returns the parts of a question: “why didn’t jane get her order confirmation by email?” is about jane. */
export function splitQuestion(text: string): Question {
  if (!WHY.test(text)) return { asks: false, sought: text, about: [] };
  const all = bare(text.replace(WHY, '')).split(' ');
  const isRepeat = (at: number) => REPEATS.has(folded(all[at] ?? ''));
  // “3 times”
  const isCount = (at: number) => folded(all[at + 1] ?? '') === 'times';
  const words = all.filter(
    (word, at) => word !== '' && !FILLERS.has(folded(word)) && !LATE.has(folded(word)) && !isRepeat(at) && !isCount(at),
  );
  const isTwice = all.some((_, at) => isRepeat(at));
  const at = words.findIndex((word) => VERBS.has(folded(word)));
  const [person, message] = at <= 0 ? [words, []] : [words.slice(0, at), words.slice(at + 1)];
  // “Why did the receipt not reach jane”
  const isReversed = at > 0 && REACHES.has(folded(words[at] ?? '')) && message.length > 0;
  // “Why was the SMS to jane late”
  const toAt = person.findIndex((word, index) => index > 0 && folded(word) === 'to');
  const question = isReversed
    ? questionOf(message, person)
    : toAt > 0 && toAt < person.length - 1
      ? questionOf(person.slice(toAt + 1), [...person.slice(0, toAt), ...message])
      : questionOf(person, message);
  const isLate = all.some((word) => LATE.has(folded(word)));
  return { ...question, ...(isTwice && { isTwice }), ...(isLate && { isLate }) };
}

function questionOf(person: readonly string[], message: readonly string[]): Question {
  const all = [...person, ...message];
  const channelAt = all.findLastIndex((word, at) => at > 0 && channelOf(word) !== undefined);
  // The words of a message follow the name of its subscriber: “jane’s email”.
  const ownerAt = person.findIndex((word) => /['’]s$/i.test(word)) + 1;
  const nameEnd = Math.min(ownerAt || person.length, channelAt > 0 ? channelAt : person.length);
  const name = person
    .slice(0, nameEnd)
    .join(' ')
    .replace(/['’]s$/i, '');
  const about = [...person.slice(nameEnd), ...message].filter((word) => channelOf(word) === undefined);
  const channel = channelAt > 0 ? channelOf(all[channelAt] ?? '') : undefined;
  return {
    asks: true,
    sought: name,
    ...(channel && { channel }),
    about: about.filter((word) => !PREPOSITIONS.has(folded(word))),
  };
}

interface Named {
  name: string;
  workflowId: string;
}

/**
 * Returns the workflow that a question names, and its subscriber. A question without a verb names one by all words of its
 * name, after the subscriber: “why jane order confirmation”.
 */
export function workflowIn<Row extends Named>(
  { sought, about }: Pick<Question, 'sought' | 'about'>,
  workflows: readonly Row[],
): { workflow?: Row; sought: string } {
  if (about.length > 0) {
    const found = workflows.filter((one) =>
      about.every((word) => wordsOf(one).some((own) => own.startsWith(folded(word)))),
    );
    const [first] = found.toSorted((one, other) => one.name.length - other.name.length);
    return { ...(first && { workflow: first }), sought };
  }
  const words = sought.split(' ');
  const ending = (one: Row) => {
    const own = one.name.split(' ').map(folded);
    const isNamed =
      own.length < words.length &&
      own.every((word, at) => word === folded(words[words.length - own.length + at] ?? ''));
    return isNamed ? own.length : 0;
  };
  const [longest] = workflows.filter((one) => ending(one) > 0).toSorted((one, other) => ending(other) - ending(one));
  return longest ? { workflow: longest, sought: words.slice(0, -ending(longest)).join(' ') } : { sought };
}

function wordsOf({ name, workflowId }: Named): string[] {
  return `${name} ${workflowId}`.split(/[\s_-]+/).map(folded);
}

/** Returns a word in lower case, without punctuation around it. */
function folded(word: string): string {
  return bare(word.toLowerCase());
}

/** Removes the spaces and the punctuation around a text, in linear time. */
function bare(text: string): string {
  const isMark = (at: number) => MARKS.has(text[at] ?? '');
  let [start, end] = [0, text.length];
  while (start < end && isMark(start)) start++;
  while (end > start && isMark(end - 1)) end--;
  return text.slice(start, end);
}

const MARKS: ReadonlySet<string> = new Set(' \t"“”\'‘’(),.?!');

const FILLERS: ReadonlySet<string> = new Set([
  ...['a', 'an', 'the', 'any', 'her', 'his', 'their', 'its', 'my', 'our', 'it', 'this', 'that', 'not', 'never', 'yet'],
  'so',
  ...["didn't", 'didn’t', 'message', 'messages', 'notification', 'notifications'],
]);
const REPEATS: ReadonlySet<string> = new Set(['twice', 'thrice', 'times', 'double', 'duplicate', 'duplicates']);
const LATE: ReadonlySet<string> = new Set(['late', 'later', 'delayed', 'slow', 'slowly']);
const REACHES: ReadonlySet<string> = new Set(['reach', 'reached']);
const VERBS: ReadonlySet<string> = new Set([
  ...['get', 'gets', 'got', 'gotten', 'receive', 'receives', 'received', 'see', 'sees', 'seen'],
  ...['arrive', 'arrives', 'arrived', 'come', 'came', 'sent', 'delivered', ...REACHES],
]);
const PREPOSITIONS: ReadonlySet<string> = new Set(['by', 'via', 'in', 'on', 'for', 'from', 'about', 'with', 'through']);

function channelOf(word: string): Channel | undefined {
  return CHANNEL_WORDS[folded(word).replace(/s$/, '')] ?? CHANNEL_WORDS[folded(word)];
}

const CHANNEL_WORDS: Readonly<Record<string, Channel | undefined>> = {
  ...{ email: 'email', 'e-mail': 'email', mail: 'email' },
  ...{ sms: 'sms', text: 'sms' },
  ...{ push: 'push', chat: 'chat' },
  ...{ 'in-app': 'in_app', inbox: 'in_app' },
};
