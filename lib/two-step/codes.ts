import { randomBytes } from 'node:crypto';
import { base32 } from '@better-auth/utils/base32';
import { createOTP } from '@better-auth/utils/otp';
import { isEqual } from '#lib/crypto.ts';

/**
 * The period of a code. As in every authenticator app, codes follow RFC 6238: six digits of HMAC-SHA-1, for 30 seconds.
 */
const STEP_MS = 30_000;
const DIGITS = 6;

/** The number of earlier and later time steps whose codes are also accepted, because clocks differ. */
const DRIFT = 1;

/** 160 bits, as RFC 4226 recommends. */
const SECRET_BYTES = 20;

const RECOVERY_CODES = 10;
/** 80 bits, which are 16 characters in base32: too many to find a code from a stolen hash by guessing. */
const RECOVERY_CODE_BYTES = 10;
const GROUP_LENGTH = 4;

/** Returns a new secret in base32, the form that authenticator apps expect. */
export function newSecret(): string {
  return base32.encode(randomBytes(SECRET_BYTES), { padding: false });
}

/** Returns the address for the QR code. It adds the account to an authenticator app. */
export function enrolmentUri(secret: string, { issuer, account }: { issuer: string; account: string }): string {
  return createOTP(base32.decode(secret)).url(issuer, account);
}

/**
 * Returns the time step to which the code belongs: the current one, or one of its neighbours. Undefined if the code
 * belongs to none of them.
 */
export async function matchingStep(secret: string, code: string, at: Date): Promise<number | undefined> {
  const current = Math.floor(at.getTime() / STEP_MS);
  const steps = Array.from({ length: 2 * DRIFT + 1 }, (_, n) => current - DRIFT + n);
  const expected = await Promise.all(steps.map((step) => codeOf(secret, step)));
  // Compare with every code, so that the duration does not reveal which code matched.
  const matches = expected.map((each) => isEqual(each, code));
  return steps.findLast((_, n) => matches[n]);
}

/** Returns the code of a time step. */
export function codeOf(secret: string, step: number): Promise<string> {
  return createOTP(base32.decode(secret), { digits: DIGITS }).hotp(step);
}

/** Returns new recovery codes in a readable form: `k3fq-7d2m-ax5v-pl4w`. */
export function newRecoveryCodes(): string[] {
  return Array.from({ length: RECOVERY_CODES }, () => {
    const text = base32.encode(randomBytes(RECOVERY_CODE_BYTES), { padding: false }).toLowerCase();
    const groups = Array.from({ length: text.length / GROUP_LENGTH }, (_, n) =>
      text.slice(n * GROUP_LENGTH, (n + 1) * GROUP_LENGTH),
    );
    return groups.join('-');
  });
}

/** Normalises a code as people type it: removes spaces and hyphens, and puts letters in lower case. */
export function normalCode(entered: string): string {
  return entered.replaceAll(/[\s-]/g, '').toLowerCase();
}

/** Whether a result of `normalCode` has the form of an app's code. If not, it can only be a recovery code. */
export function isAppCode(code: string): boolean {
  return /^\d{6}$/.test(code);
}
