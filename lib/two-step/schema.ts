/** Wire shapes of two-step sign-in. */
import { z } from 'zod';
import { Timestamp } from '#lib/api/wire.ts';
import { GivenCode, GivenPassword } from '#lib/auth/schema.ts';

export const TwoStep = z.strictObject({
  enabled: z.boolean(),
  /** The time at which two-step sign-in was turned on. */
  enabledAt: Timestamp.optional(),
  /** The number of recovery codes that are not used yet. */
  recoveryCodesLeft: z.number().int(),
  /** Whether an organization of the user requires two-step sign-in. The user then cannot turn it off. */
  required: z.boolean(),
});
export type TwoStep = z.infer<typeof TwoStep>;

export const StartTwoStepBody = z.object({ password: GivenPassword });
export type StartTwoStepBody = z.infer<typeof StartTwoStepBody>;

/** The response that contains the secret. No other response does. */
export const TwoStepStarted = z.strictObject({
  /** In base32, so that the user can type it into an authenticator app. */
  secret: z.string(),
  /** `otpauth://…`, the content of the QR code. */
  uri: z.string(),
});
export type TwoStepStarted = z.infer<typeof TwoStepStarted>;

export const ConfirmTwoStepBody = z.object({ code: GivenCode });
export type ConfirmTwoStepBody = z.infer<typeof ConfirmTwoStepBody>;

/** The response that contains the recovery codes. No other response does. */
export const RecoveryCodes = z.strictObject({ recoveryCodes: z.array(z.string()) });
export type RecoveryCodes = z.infer<typeof RecoveryCodes>;

/** Proof that the caller owns the account. `code` is a code of the app, or a recovery code. */
export const TwoStepProof = z.object({ password: GivenPassword, code: GivenCode });
export type TwoStepProof = z.infer<typeof TwoStepProof>;
