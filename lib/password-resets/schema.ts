/** Wire shapes of links that reset a password. */
import { z } from 'zod';
import { Timestamp } from '#lib/api/wire.ts';
import { NewPassword } from '#lib/auth/schema.ts';

/** The only response that contains the link: a dashboard path, which the creator passes on. */
export const CreatedPasswordReset = z.strictObject({ email: z.string(), path: z.string(), expiresAt: Timestamp });
export type CreatedPasswordReset = z.infer<typeof CreatedPasswordReset>;

/** The content of a valid link for its holder. */
export const PasswordReset = z.strictObject({ email: z.string(), organization: z.string(), expiresAt: Timestamp });
export type PasswordReset = z.infer<typeof PasswordReset>;

export const ResetPasswordBody = z.object({ password: NewPassword });
export type ResetPasswordBody = z.infer<typeof ResetPasswordBody>;

export const PasswordResetParams = z.object({ passwordReset: z.string().max(200) });
