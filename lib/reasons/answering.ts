/** Who said what, or what happened instead of an answer, as parts of sentences. */
import { lowerFirst } from '#lib/text/lower-first.ts';
import { WITHHELD } from './withheld.ts';

export interface Answering {
  provider: string;
  answeredBy?: string | undefined;
  /** What happened instead of an answer. */
  problem?: string | undefined;
}

/** What happened where the provider said nothing itself. */
export function brokenOff(provider: string | undefined, problem: string): string {
  if (problem === WITHHELD) return `Sending through ${provider ?? 'the provider'} failed (details withheld)`;
  return `Sending through ${provider ?? 'the provider'} failed: ${problemText(problem)}`;
}

/** What happened, for the end of a sentence. */
export function problemText(problem: string): string {
  return problem === WITHHELD ? 'details withheld' : problem.replace(/\.$/, '');
}

/** Who answered: the provider, or the sandbox in its place. For the middle of a sentence. */
export function answerer({ provider, answeredBy }: Answering): string {
  return answeredBy === undefined ? provider : `the ${answeredBy}`;
}

/** The same for the start of a sentence. */
export function Answerer({ provider, answeredBy }: Answering): string {
  return answeredBy === undefined ? provider : `The ${answeredBy}`;
}

/** "Attempt 2 failed (Twilio: “busy”)" */
export function attemptFailed({
  attempt,
  words,
  provider,
  answeredBy,
  problem,
}: Partial<Answering> & { attempt: number; words?: string | undefined }) {
  if (problem !== undefined) return `Attempt ${attempt} failed: ${lowerFirst(brokenOff(provider, problem))}`;
  const who = provider && `${answerer({ provider, answeredBy })}: `;
  return `Attempt ${attempt} failed${words ? ` (${who ?? ''}${quoted(words)})` : ''}`;
}

/** What the last attempt was answered, as the end of a sentence. */
export function lastSaid(words: string | undefined, { provider, answeredBy, problem }: Partial<Answering>): string {
  if (problem !== undefined) return `: ${lowerFirst(brokenOff(provider, problem))}`;
  if (!words) return '';
  if (words === WITHHELD) return ' (answer withheld)';
  return `: ${provider ? `${answerer({ provider, answeredBy })} said ` : ''}${quoted(words)}`;
}

/** "Twilio said “busy”, 9 attempts". Undefined if no response text may be shown. */
export function causeFirst(words: string | undefined, by: Partial<Answering>, then: string): string | undefined {
  if (by.problem !== undefined) return by.problem === WITHHELD ? undefined : `${lastSaid(words, by).slice(2)}, ${then}`;
  return words && words !== WITHHELD ? `${lastSaid(words, by).slice(2)}, ${then}` : undefined;
}

/** The quoted response text without its full stop, because it ends inside a sentence. */
export function quoted(words: string): string {
  if (words === WITHHELD) return 'the answer is withheld';
  return `“${words.replace(/\.$/, '')}”`;
}
