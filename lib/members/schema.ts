/** Wire shapes of members. */
import { z } from 'zod';
import { Id, Timestamp } from '#lib/api/wire.ts';
import { ROLES } from '#lib/auth/permissions.ts';

export const Member = z.strictObject({
  _id: z.string(),
  _userId: z.string(),
  email: z.string(),
  name: z.string(),
  firstName: z.string().optional(),
  lastName: z.string().optional(),
  role: z.enum(ROLES),
  /** Whether sign-in needs a code, in addition to the password. */
  twoStep: z.boolean(),
  createdAt: Timestamp,
  /** The last use of a session, with a precision of an hour. In the list only, and absent for a member who never signed in. */
  lastSeenAt: Timestamp.optional(),
});
export type Member = z.infer<typeof Member>;
export const MemberList = z.array(Member);

export const UpdateMemberBody = z.object({
  role: z.enum(ROLES),
  /** The role that the caller knows. The response is 409 if the member has another one. Default: any. */
  from: z.enum(ROLES).optional(),
});
export type UpdateMemberBody = z.infer<typeof UpdateMemberBody>;

export const MemberParams = z.object({ memberId: Id });
export const MemberSessionParams = z.object({ memberId: Id, sessionId: Id });
