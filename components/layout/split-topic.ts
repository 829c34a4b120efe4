/** What a search is about: late messages, or messages that came several times. */
export type Topic = 'late' | 'twice';

const TOPICS: Readonly<Record<string, Topic | undefined>> = {
  ...{ late: 'late', delayed: 'late', slow: 'late' },
  ...{ twice: 'twice', duplicate: 'twice', duplicates: 'twice' },
};

const FILLERS: ReadonlySet<string> = new Set(['message', 'messages', 'email', 'emails', 'to', 'for', 'of', 'got']);

/** Returns the topic of a search with its person: “late jane”, “jane twice”. Undefined for a search without a topic. */
export function splitTopic(text: string): { topic: Topic; sought: string } | undefined {
  const words = text.trim().split(/\s+/);
  const [first = '', last = ''] = [words[0], words.at(-1)].map((word) => word?.toLowerCase());
  const topic = TOPICS[first] ?? TOPICS[last];
  if (!topic) return undefined;
  const rest = TOPICS[first] ? words.slice(1) : words.slice(0, -1);
  return { topic, sought: rest.filter((word) => !FILLERS.has(word.toLowerCase())).join(' ') };
}
