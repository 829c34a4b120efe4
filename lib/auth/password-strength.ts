/** Rejects passwords that an attacker could guess in few attempts. */
import type { MatchExtended, ZxcvbnFactory } from '@zxcvbn-ts/core';
import { fieldError } from '#lib/api/errors.ts';

/** The owner of a password. */
export interface PasswordOwner {
  email: string;
  /** First name, last name, or both in one text. */
  names: readonly (string | null | undefined)[];
}

/**
 * Maximum characters that are checked, because the time of the check grows faster than the length. More characters only
 * make a password stronger.
 */
const ESTIMATED = 32;

/** The minimum score, from 0 to 4. A score of 3 means that guessing takes at least 100,000,000 attempts. */
const ENOUGH = 3;

const PRODUCT = 'belfry';

/**
 * Rejects a new password that is easy to guess: common passwords, also with substituted characters, words, names,
 * dates, repetitions, sequences, and data of the password's owner. Takes about 10 ms, and up to 100 ms for hostile
 * texts.
 *
 * @param field the field of the request that contains the password
 * @throws ApiError 422 for a rejected password.
 */
export async function assertStrong(field: string, password: string, owner: PasswordOwner): Promise<void> {
  const { score, feedback, sequence } = (await estimator()).check(password.slice(0, ESTIMATED), partsOf(owner));
  if (isOnlyOwn(sequence)) throw fieldError(field, PROBLEMS.userInputs);
  if (score < ENOUGH) throw fieldError(field, PROBLEMS[feedback.warning ?? ''] ?? OTHER_PROBLEM);
}

let loaded: Promise<ZxcvbnFactory> | undefined;

/** Loads the estimator when it is first needed, because its word lists are 1 MB. */
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

/** Whether the password consists only of the owner's texts and of characters other than letters and digits. */
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

/** Belfry's texts for the warnings of the library. */
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
