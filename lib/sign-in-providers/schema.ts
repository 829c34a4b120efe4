/** Wire shapes of sign-in providers, and of signing in through one. */
import { z } from 'zod';
import { visibleText } from '#lib/api/text.ts';
import { Id, Timestamp } from '#lib/api/wire.ts';

/** The roles that a new member can have. Only an owner can make someone an owner. */
export const JOINING_ROLES = ['admin', 'developer', 'support'] as const;

/** The default role of a new member: the role with the fewest permissions. */
export const DEFAULT_JOINING_ROLE = 'support';

export const DEFAULT_SCOPES = ['openid', 'email', 'profile'];

const Name = visibleText(60).trim().min(1, 'is required');

const Issuer = visibleText(500)
  .trim()
  .refine(isIssuer, 'must be an http or https URL without a query, such as https://login.example.com')
  .refine((issuer) => !issuer.includes('/.well-known'), 'must end before /.well-known');

const ClientId = visibleText(300).trim().min(1, 'is required');

const ClientSecret = visibleText(1000).trim().min(1, 'is required');

const Scopes = z
  .array(z.string().regex(/^[\x21\x23-\x5b\x5d-\x7e]{1,100}$/, 'must be visible ASCII without spaces'))
  .max(20, 'must have at most 20 scopes')
  .refine((scopes) => scopes.includes('openid') && scopes.includes('email'), 'must include openid and email');

const DOMAIN = /^[a-z0-9-]{1,63}(?:\.[a-z0-9-]{1,63})+$/;

const EmailDomains = z
  .array(z.string().max(253).toLowerCase().regex(DOMAIN, 'must be a domain such as example.com'))
  .max(50, 'must have at most 50 domains');

/** An OpenID Connect provider of the organization, without its client secret. */
export const SignInProvider = z.strictObject({
  _id: z.string(),
  /** The name on the sign-in page: “Continue with …”. */
  name: z.string(),
  issuer: z.string(),
  clientId: z.string(),
  scopes: z.array(z.string()),
  /** The allowed domains of email addresses. Empty: every domain, but only for people who are already members. */
  emailDomains: z.array(z.string()),
  /** Whether people with an allowed address become members at their first sign-in. */
  createsMembers: z.boolean(),
  defaultRole: z.enum(JOINING_ROLES),
  /** Whether owners may sign in through the provider. Only owners can change this. */
  ownersAllowed: z.boolean(),
  /** Whether the sign-in page shows the provider. */
  active: z.boolean(),
  /** The number of members who have signed in through the provider. */
  members: z.int(),
  lastUsedAt: Timestamp.optional(),
  createdAt: Timestamp,
  updatedAt: Timestamp,
});
export type SignInProvider = z.infer<typeof SignInProvider>;

export const SignInProviderList = z.strictObject({
  data: z.array(SignInProvider),
  /** The address to register at each provider, to which the provider redirects after sign-in. */
  redirectUrl: z.string(),
});
export type SignInProviderList = z.infer<typeof SignInProviderList>;

export const CreateSignInProviderBody = z.object({
  name: Name,
  issuer: Issuer,
  clientId: ClientId,
  clientSecret: ClientSecret,
  scopes: Scopes.default(DEFAULT_SCOPES),
  emailDomains: EmailDomains.default([]),
  createsMembers: z.boolean().default(false),
  defaultRole: z.enum(JOINING_ROLES).default(DEFAULT_JOINING_ROLE),
  ownersAllowed: z.boolean().default(false),
  active: z.boolean().default(true),
});
export type CreateSignInProviderBody = z.infer<typeof CreateSignInProviderBody>;

/** Absent fields keep their values. A change of the issuer requires the client secret again. */
export const UpdateSignInProviderBody = z.object({
  name: Name.optional(),
  issuer: Issuer.optional(),
  clientId: ClientId.optional(),
  clientSecret: ClientSecret.optional(),
  scopes: Scopes.optional(),
  emailDomains: EmailDomains.optional(),
  createsMembers: z.boolean().optional(),
  defaultRole: z.enum(JOINING_ROLES).optional(),
  ownersAllowed: z.boolean().optional(),
  active: z.boolean().optional(),
});
export type UpdateSignInProviderBody = z.infer<typeof UpdateSignInProviderBody>;

export const SignInProviderParams = z.object({ signInProviderId: Id });

/** An active provider, as the sign-in page shows it to people who are not signed in. */
export const SignInChoice = z.strictObject({ _id: z.string(), name: z.string() });
export type SignInChoice = z.infer<typeof SignInChoice>;
export const SignInChoiceList = z.array(SignInChoice);

export const StartProviderSignInBody = z.object({
  signInProviderId: Id,
  /** The dashboard path to open after sign-in. */
  next: z.string().max(2000).optional(),
});
export type StartProviderSignInBody = z.infer<typeof StartProviderSignInBody>;

/** The address of the provider at which the user signs in. */
export const ProviderSignInStarted = z.strictObject({ url: z.string() });
export type ProviderSignInStarted = z.infer<typeof ProviderSignInStarted>;

function isIssuer(text: string): boolean {
  const url = URL.parse(text);
  const isPlain = url !== null && !url.search && !url.hash && !url.username && !url.password;
  return isPlain && (url.protocol === 'https:' || url.protocol === 'http:');
}
