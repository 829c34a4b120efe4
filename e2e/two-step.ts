import { recoveryHash } from '#lib/two-step/check.ts';
import { codeOf } from '#lib/two-step/codes.ts';
import { RecoveryCodes, TwoStepStarted } from '#lib/two-step/schema.ts';
import { database } from './database.ts';
import { type CallApi, parsed } from './fixtures.ts';
import { ownAddress } from './own-address.ts';

/** The codes of a person after turning on two-step sign-in. */
export interface TwoStepOwner {
  secret: string;
  recoveryCodes: string[];
}

/** Starts to set up the caller's two-step sign-in. */
export async function startTwoStep(call: CallApi, password: string): Promise<TwoStepStarted> {
  return parsed(
    TwoStepStarted,
    await call('POST', '/auth/two-step/start', { body: { password }, headers: ownAddress() }),
  );
}

/** Turns on the caller's two-step sign-in. The current code stays usable. */
export async function turnOnTwoStep(call: CallApi, password: string): Promise<TwoStepOwner> {
  const { secret } = await startTwoStep(call, password);
  const confirmed = await call('POST', '/auth/two-step/confirm', { body: { code: await currentCode(secret) } });
  const { recoveryCodes } = parsed(RecoveryCodes, confirmed);
  await forgetUsedCodes(recoveryCodes);
  return { secret, recoveryCodes };
}

/** Makes the codes of the app usable again, as if time had passed. `recoveryCodes` names the person. */
export async function forgetUsedCodes(recoveryCodes: readonly string[]): Promise<void> {
  await database().query(
    `UPDATE two_step_secrets SET last_step = NULL
     WHERE user_id = (SELECT user_id FROM recovery_codes WHERE code_hash = $1)`,
    [recoveryHash(recoveryCodes[0] ?? '')],
  );
}

/** Returns the code that the app shows now. It is accepted for at least 30 seconds. */
export function currentCode(secret: string): Promise<string> {
  return codeOf(secret, Math.floor(Date.now() / 30_000));
}
