/** Parts of sentences about the response of a provider, or about what happened instead of a response. */
import { lowerFirst } from '#lib/text/lower-first.ts';
import { WITHHELD } from './withheld.ts';

export interface Answering {
  provider: string;
  answeredBy?: string | undefined;
  /** The problem that prevented a response. */
  problem?: string | undefined;
}

/** Returns a sentence about a problem for which the provider sent no response. */
export function noResponseText(provider: string | undefined, problem: string): string {
  if (problem === WITHHELD) return `Sending through ${provider ?? 'the provider'} failed (details withheld)`;
  return `Sending through ${provider ?? 'the provider'} failed: ${problemText(problem)}`;
}

/** Returns the problem, for the end of a sentence. */
export function problemText(problem: string): string {
  return problem === WITHHELD ? 'details withheld' : problem.replace(/\.$/, '');
}

/** Returns the sender of the response, the provider or the sandbox, for the middle of a sentence. */
export function answerer({ provider, answeredBy }: Answering): string {
  return answeredBy === undefined ? provider : `the ${answeredBy}`;
}

/** Returns the sender of the response, capitalised for the start of a sentence. */
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
  if (problem !== undefined) return `Attempt ${attempt} failed: ${lowerFirst(noResponseText(provider, problem))}`;
  const who = provider && `${answerer({ provider, answeredBy })}: `;
  return `Attempt ${attempt} failed${words ? ` (${who ?? ''}${quoted(words)})` : ''}`;
}

/** Returns the response to the last attempt, as the end of a sentence. */
export function lastResponseText(
  words: string | undefined,
  { provider, answeredBy, problem }: Partial<Answering>,
): string {
  if (problem !== undefined) return `: ${lowerFirst(noResponseText(provider, problem))}`;
  if (!words) return '';
  if (words === WITHHELD) return ' (response withheld)';
  return `: ${provider ? `${answerer({ provider, answeredBy })} said ` : ''}${quoted(words)}`;
}

/** "Twilio said “busy”, 9 attempts". Undefined if the response text is missing or withheld. */
export function causeFirst(words: string | undefined, by: Partial<Answering>, then: string): string | undefined {
  if (by.problem !== undefined)
    return by.problem === WITHHELD ? undefined : `${lastResponseText(words, by).slice(2)}, ${then}`;
  return words && words !== WITHHELD ? `${lastResponseText(words, by).slice(2)}, ${then}` : undefined;
}

/** Quotes a response text without its full stop, because the sentence around it continues. */
export function quoted(words: string): string {
  if (words === WITHHELD) return 'the response is withheld';
  return `“${words.replace(/\.$/, '')}”`;
}
