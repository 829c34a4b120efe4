/** Wire shapes of invitations. */
import { z } from 'zod';
import { storableText } from '#lib/api/text.ts';
import { Id, Timestamp } from '#lib/api/wire.ts';
import { ROLES } from '#lib/auth/permissions.ts';
import { EmailAddress, GivenCode, NewPassword, SignedIn } from '#lib/auth/schema.ts';

/** An invitation that is neither accepted nor revoked. */
export const Invitation = z.strictObject({
  _id: z.string(),
  email: z.string(),
  role: z.enum(ROLES),
  /** The inviter's email address. Absent if that user no longer exists. */
  invitedBy: z.string().optional(),
  expired: z.boolean(),
  expiresAt: Timestamp,
  createdAt: Timestamp,
});
export type Invitation = z.infer<typeof Invitation>;
export const InvitationList = z.array(Invitation);

/** The only response that contains the link: a dashboard path, which the inviter passes on. */
export const CreatedInvitation = Invitation.extend({ path: z.string() });
export type CreatedInvitation = z.infer<typeof CreatedInvitation>;

export const CreateInvitationBody = z.object({ email: EmailAddress, role: z.enum(ROLES) });
export type CreateInvitationBody = z.infer<typeof CreateInvitationBody>;

/** The content of a valid link for its holder. */
export const InvitationOffer = z.strictObject({
  email: z.string(),
  role: z.enum(ROLES),
  organization: z.string(),
  invitedBy: z.string().optional(),
  expiresAt: Timestamp,
  /** Whether the address already has an account. The page then requires its password instead of a new one. */
  hasAccount: z.boolean(),
});
export type InvitationOffer = z.infer<typeof InvitationOffer>;

const Name = storableText(100).trim().min(1, 'is required');

export const AcceptInvitationBody = z.object({
  firstName: Name,
  lastName: Name,
  password: NewPassword,
  /** For an existing account with two-step sign-in. */
  code: GivenCode.optional(),
});
export type AcceptInvitationBody = z.infer<typeof AcceptInvitationBody>;

/** The session is only in the cookie, because links are opened in a browser. */
export const Joined = SignedIn.omit({ token: true });
export type Joined = z.infer<typeof Joined>;

/** The path segment is the ID for the inviter and the token for the invited person. */
export const InvitationParams = z.object({ invitation: Id });
export const InvitationTokenParams = z.object({ invitation: z.string().max(200) });
