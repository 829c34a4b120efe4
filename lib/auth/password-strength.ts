/** Refuses passwords that attackers guess in few attempts. */
import type { MatchExtended, ZxcvbnFactory } from '@zxcvbn-ts/core';
import { fieldError } from '#lib/api/errors.ts';

/** Whose password it is. */
export interface PasswordOwner {
  email: string;
  /** First name, last name, or both in one text. */
  names: readonly (string | null | undefined)[];
}

/** The estimate takes longer than linear time. What follows these characters can only make a password stronger. */
const ESTIMATED = 32;

/** Of 0 to 4: 3 means that at least 100,000,000 guesses are needed. */
const ENOUGH = 3;

const PRODUCT = 'belfry';

/**
 * Estimates how many guesses a new password withstands: common passwords also with other signs for letters, words,
 * names, dates, repetitions, sequences, and what belongs to its owner. About 10 ms; up to 100 ms for hostile texts.
 *
 * @param field the field of the request that holds the password
 * @throws ApiError 422
 */
export async function assertStrong(field: string, password: string, owner: PasswordOwner): Promise<void> {
  const { score, feedback, sequence } = (await estimator()).check(password.slice(0, ESTIMATED), partsOf(owner));
  if (isOnlyOwn(sequence)) throw fieldError(field, PROBLEMS.userInputs);
  if (score < ENOUGH) throw fieldError(field, PROBLEMS[feedback.warning ?? ''] ?? OTHER_PROBLEM);
}

let loaded: Promise<ZxcvbnFactory> | undefined;

/** Loaded for the first password that someone sets: the lists have 1 MB. */
function estimator(): Promise<ZxcvbnFactory> {
  loaded ??= Promise.all([import('@zxcvbn-ts/core'), import('@zxcvbn-ts/language-common')]).then(
    ([{ ZxcvbnFactory }, { adjacencyGraphs, dictionary }]) =>
      new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs }),
  );
  return loaded;
}

function partsOf({ email, names }: PasswordOwner): string[] {
  const [mailbox = ''] = email.split('@');
  const texts = [email, mailbox, ...names.filter((name) => typeof name === 'string'), PRODUCT];
  const words = texts.flatMap((text) => text.split(/[^\p{L}\p{N}]+/u).filter((word) => word.length > 2));
  const parts = [...texts, ...words, names.join(' '), names.join('')].map((text) => text.slice(0, ESTIMATED));
  return [...new Set(parts.filter((text) => text !== ''))];
}

/** Whether nothing but signs joins texts of the owner. */
function isOnlyOwn(sequence: readonly MatchExtended[]): boolean {
  const others = sequence.filter((match) => match.dictionaryName !== 'userInputs');
  return others.every(({ token }) => !/[\p{L}\p{N}]/u.test(token));
}

const COMMON = 'is a common password, or almost one, which attackers try first';
const REPEATED = 'repeats the same characters, which attackers try first';
const ORDERED = 'follows the order of the alphabet, the digits or the keyboard, which attackers try first';
const DATED = 'is little more than a date or a year, which attackers try first';
const NAMED = 'is little more than a name, which attackers try first';
const OTHER_PROBLEM = 'is easy to guess. Use several words that do not belong together';

/** By the warnings of the library. */
const PROBLEMS: Readonly<Record<string, string>> & { userInputs: string } = {
  userInputs: 'must consist of more than your name, your email address and the name Belfry',
  topTen: COMMON,
  topHundred: COMMON,
  common: COMMON,
  similarToCommon: COMMON,
  pwned: COMMON,
  simpleRepeat: REPEATED,
  extendedRepeat: REPEATED,
  sequences: ORDERED,
  straightRow: ORDERED,
  keyPattern: ORDERED,
  dates: DATED,
  recentYears: DATED,
  namesByThemselves: NAMED,
  commonNames: NAMED,
};
