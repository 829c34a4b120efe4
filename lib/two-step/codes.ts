import { randomBytes } from 'node:crypto';
import { base32 } from '@better-auth/utils/base32';
import { createOTP } from '@better-auth/utils/otp';
import { isEqual } from '#lib/crypto.ts';

/** The codes of RFC 6238 as every authenticator app computes them: six digits of HMAC-SHA-1, for 30 seconds. */
const STEP_MS = 30_000;
const DIGITS = 6;

/** The time steps before and after the current time step whose codes are accepted, because clocks differ. */
const DRIFT = 1;

/** RFC 4226 recommends 160 bits. */
const SECRET_BYTES = 20;

const RECOVERY_CODES = 10;
/** 80 bits: 16 characters of base32, too many to guess from a stolen hash. */
const RECOVERY_CODE_BYTES = 10;
const GROUP_LENGTH = 4;

/** Returns a new secret in base32, as authenticator apps expect it. */
export function newSecret(): string {
  return base32.encode(randomBytes(SECRET_BYTES), { padding: false });
}

/** Returns the address in the QR code, which adds the account to an authenticator app. */
export function enrolmentUri(secret: string, { issuer, account }: { issuer: string; account: string }): string {
  return createOTP(base32.decode(secret)).url(issuer, account);
}

/**
 * Returns the time step whose code is `code`: the current step, or a neighbour. Undefined if none of them has this
 * code.
 */
export async function matchingStep(secret: string, code: string, at: Date): Promise<number | undefined> {
  const current = Math.floor(at.getTime() / STEP_MS);
  const steps = Array.from({ length: 2 * DRIFT + 1 }, (_, n) => current - DRIFT + n);
  const expected = await Promise.all(steps.map((step) => codeOf(secret, step)));
  // Compares with every code, so that the time does not show which code matched.
  const matches = expected.map((each) => isEqual(each, code));
  return steps.findLast((_, n) => matches[n]);
}

/** Returns the code of a time step. */
export function codeOf(secret: string, step: number): Promise<string> {
  return createOTP(base32.decode(secret), { digits: DIGITS }).hotp(step);
}

/** Returns new recovery codes in the form that people read: `k3fq-7d2m-ax5v-pl4w`. */
export function newRecoveryCodes(): string[] {
  return Array.from({ length: RECOVERY_CODES }, () => {
    const text = base32.encode(randomBytes(RECOVERY_CODE_BYTES), { padding: false }).toLowerCase();
    const groups = Array.from({ length: text.length / GROUP_LENGTH }, (_, n) =>
      text.slice(n * GROUP_LENGTH, (n + 1) * GROUP_LENGTH),
    );
    return groups.join('-');
  });
}

/** Removes additions of people from a code: spaces, hyphens and capitals. */
export function normalCode(entered: string): string {
  return entered.replaceAll(/[\s-]/g, '').toLowerCase();
}

/** Whether a result of `normalCode` has the form of an app's code. Every other code can only be a recovery code. */
export function isAppCode(code: string): boolean {
  return /^\d{6}$/.test(code);
}
