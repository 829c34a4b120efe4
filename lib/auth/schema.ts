/** Wire shapes of sign-in, sessions and passwords. */
import { z } from 'zod';
import { Id, Timestamp } from '#lib/api/wire.ts';
import { isStorableText } from '#lib/postgres/storable.ts';

/** An email address, stored and compared in lower case. */
export const EmailAddress = z.email('must be an email address').max(254).toLowerCase();

/** The rules for a new password. */
export const NewPassword = z
  .string()
  .min(8, 'must have at least 8 characters')
  .max(128, 'must have at most 128 characters')
  .refine(isStorableText, 'must not contain the NUL character or unpaired surrogates');

export const GivenPassword = z.string().min(1, 'is required').max(128, 'must have at most 128 characters');

/** A code of an authenticator app, or a recovery code. Spaces and hyphens are ignored. */
export const GivenCode = z.string().trim().min(1, 'is required').max(64, 'must have at most 64 characters');

export const SignInBody = z.object({
  email: EmailAddress,
  password: GivenPassword,
  rememberMe: z.boolean().optional(),
  code: GivenCode.optional().describe(
    'The code of the authenticator app, or a recovery code, for accounts with two-step sign-in. Without the code, the response is 401 `two_step_code_required`; with a wrong code, it is 401 `two_step_code_rejected`.',
  ),
});
export type SignInBody = z.infer<typeof SignInBody>;

const SessionUser = z.strictObject({ _id: z.string(), email: z.string(), name: z.string() });

/**
 * The response to a sign-in. Scripts use `token` in `Authorization: Bearer <token>`. Browsers get only the cookie,
 * because scripts on pages must not read the token.
 */
export const SignedIn = z.strictObject({ token: z.string().optional(), user: SessionUser });
export type SignedIn = z.infer<typeof SignedIn>;

export const SignedOut = z.strictObject({ success: z.boolean() });

export const CurrentSession = z
  .strictObject({ session: z.strictObject({ _id: z.string(), expiresAt: Timestamp }), user: SessionUser })
  .nullable();
export type CurrentSession = z.infer<typeof CurrentSession>;

export const ChangePasswordBody = z.object({
  currentPassword: GivenPassword,
  newPassword: NewPassword,
});
export type ChangePasswordBody = z.infer<typeof ChangePasswordBody>;

/**
 * The response to a password change. All earlier sessions have ended, so `token` belongs to a new session. Null if the
 * caller uses the cookie, which is replaced instead.
 */
export const PasswordChanged = z.strictObject({ token: z.string().nullable() });

export const SessionInfo = z.strictObject({
  _id: z.string(),
  /** Whether the request belongs to this session. */
  current: z.boolean(),
  createdAt: Timestamp,
  /** The time of last use, with a precision of an hour. A session ends after seven days without use. */
  updatedAt: Timestamp,
  /** The time at which the session ends even if it is used. */
  expiresAt: Timestamp,
  address: z.string().optional(),
  userAgent: z.string().optional(),
  /** Browser and system according to `userAgent`: "Firefox on Windows". */
  device: z.string().optional(),
  /** The name of the sign-in provider. Absent for a password session. */
  signInProvider: z.string().optional(),
});
export type SessionInfo = z.infer<typeof SessionInfo>;
export const SessionList = z.array(SessionInfo);

export const RevokeSessionBody = z.object({ sessionId: Id });
export type RevokeSessionBody = z.infer<typeof RevokeSessionBody>;

export const SessionsRevoked = z.strictObject({ revoked: z.number().int() });
