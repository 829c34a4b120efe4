import { roleNames } from '#lib/auth/permissions.ts';
import type { Invitation } from '#lib/invitations/schema.ts';
import { absoluteTime } from '#lib/time/time.ts';

/** Returns who can use the link of an invitation, and how long. An existing account also needs its password. */
export function linkNote({ email, role, expiresAt }: Pick<Invitation, 'email' | 'role' | 'expiresAt'>): string {
  return `Give the link to ${email} only: anyone who opens it can become a member as ${email}, with the role ${roleNames[role].toLowerCase()}. It works once, until ${absoluteTime(expiresAt)}, and is not sent by email.`;
}
