/** Parts of sentences about the response of a provider, or about what happened instead of a response. */
import { lowerFirst } from '#lib/text/lower-first.ts';
import { WITHHELD } from './withheld.ts';

export interface Answering {
  provider: string;
  answeredBy?: string | undefined;
  /** The problem that prevented a response. */
  problem?: string | undefined;
  /** “none” if no connection could be opened. The problem then has only technical details. */
  connection?: string | undefined;
}

/** Returns a sentence about a problem because of which the provider sent no response. */
export function noResponseText({ provider, ...why }: Unanswered): string {
  return noResponse(
    { provider: provider ?? (why.connection === NONE ? 'The provider' : undefined), ...why },
    'Sending',
  );
}

/** Returns the sentence of `noResponseText` for the middle of another sentence. Names keep their capitals. */
export function noResponseClause(by: Unanswered): string {
  return noResponse(by, 'sending');
}

type Unanswered = Partial<Answering> & { problem: string };

/** The evidence `connection` of an attempt without a connection. */
export const NONE = 'none';

function noResponse({ provider = 'the provider', problem, connection }: Unanswered, sending: string): string {
  if (connection === NONE) return `${provider} could not be reached`;
  if (problem === WITHHELD) return `${sending} through ${provider} failed (details withheld)`;
  return `${sending} through ${provider} failed: ${problemText(problem)}`;
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
  connection,
}: Partial<Answering> & { attempt: number; words?: string | undefined }) {
  if (problem !== undefined) return `Attempt ${attempt} failed: ${noResponseClause({ provider, problem, connection })}`;
  const who = provider && `${answerer({ provider, answeredBy })}: `;
  return `Attempt ${attempt} failed${words ? ` (${who ?? ''}${quoted(words)})` : ''}`;
}

/** Returns the response to the last attempt, as the end of a sentence. */
export function lastResponseText(
  words: string | undefined,
  { provider, answeredBy, problem, connection }: Partial<Answering>,
): string {
  if (problem !== undefined) return `: ${noResponseClause({ provider, problem, connection })}`;
  if (!words) return '';
  if (words === WITHHELD) return ' (response withheld)';
  return `: ${provider ? `${answerer({ provider, answeredBy })} said ` : ''}${quoted(words)}`;
}

/** "Twilio said “busy”, 9 attempts". Undefined if the response text is missing or withheld. */
export function causeFirst(words: string | undefined, by: Partial<Answering>, then: string): string | undefined {
  if (by.problem !== undefined)
    return by.problem === WITHHELD && by.connection !== NONE
      ? undefined
      : `${lastResponseText(words, by).slice(2)}, ${then}`;
  return words && words !== WITHHELD ? `${lastResponseText(words, by).slice(2)}, ${then}` : undefined;
}

/** Quotes a response text without its full stop, because the sentence around it continues. */
export function quoted(words: string): string {
  if (words === WITHHELD) return 'the response is withheld';
  return `“${words.replace(/\.$/, '')}”`;
}

/** “SendGrid said “550 no such user””, or why there was no response. */
export function refusalText({ words = WITHHELD, problem, ...by }: Answering & { words?: string | undefined }): string {
  if (problem !== undefined) return noResponseText({ ...by, problem });
  return words === WITHHELD
    ? `${Answerer(by)} refused the message (response withheld)`
    : `${Answerer(by)} said ${quoted(words)}`;
}

/** Returns the provider's response text, otherwise the problem that Belfry observed, for the end of a sentence. */
export function saidOf(words: string | undefined, problem: string | undefined): string {
  if (words !== undefined) return `: ${quoted(words)}`;
  return problem === undefined ? '' : ` (${lowerFirst(problemText(problem))})`;
}
