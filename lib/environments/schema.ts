/** Wire shapes of environments. */
import { z } from 'zod';
import { visibleText } from '#lib/api/text.ts';
import { Id, Timestamp } from '#lib/api/wire.ts';
import { listText } from '#lib/text/list-text.ts';
import { COLORS, nearestColor } from './colors.ts';

/** An element of GET /v1/environments. It never contains API keys. */
export const Environment = z.strictObject({
  _id: z.string(),
  name: z.string(),
  _organizationId: z.string(),
  identifier: z.string(),
  /** Part of the paths of dashboard pages. Unique in the organization. */
  slug: z.string(),
  /** Whether messages of the environment reach real people. */
  type: z.enum(['dev', 'prod']),
  color: z.enum(COLORS),
  /** True if the environment contains the demo data: an invented company. Otherwise absent. */
  isDemo: z.literal(true).optional(),
  /** The number of days for which runs and messages are kept. Absent: as long as the installation keeps them. */
  retentionDays: z.int().optional(),
  /** The reply address of emails whose step and trigger have none. Absent: replies go to the sender. */
  replyTo: z.string().optional(),
  /** True if steps try the next integration when one cannot send. Otherwise absent. */
  failover: z.literal(true).optional(),
  /** The origins of the pages that may use the inbox. Absent: all. */
  inboxOrigins: z.array(z.string()).optional(),
});
export type Environment = z.infer<typeof Environment>;

/** Response of GET /v1/environments, in the organization's order. */
export const EnvironmentList = z.array(Environment);
export type EnvironmentList = z.infer<typeof EnvironmentList>;

/** Response of /v1/environments/me/signing-secret. */
export const SigningSecret = z.strictObject({ secret: z.string() });
export type SigningSecret = z.infer<typeof SigningSecret>;

/** Slugs that are not allowed for environments, because other dashboard pages have paths that start with them. */
export const RESERVED_SLUGS: ReadonlySet<string> = new Set([
  'settings',
  'docs',
  'sign-in',
  'invitation',
  'password-reset',
  'api',
]);

export const SLUG_MAX_LENGTH = 40;

/** The name of an environment. Unique in the organization, ignoring case. */
export const EnvironmentName = visibleText(50).trim().min(1, 'is required');

export const EnvironmentSlug = z
  .string()
  .max(SLUG_MAX_LENGTH, `must be at most ${SLUG_MAX_LENGTH} characters`)
  .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'must be lower-case letters and digits, with single hyphens between')
  .refine((slug) => !RESERVED_SLUGS.has(slug), 'is reserved');

const colorProblem = `must be ${listText(COLORS, 'or')}, or a hex code such as #1f75fe`;

/** A colour of the dashboard. A hex code is replaced with the nearest colour. */
const Color = z
  .union([z.enum(COLORS), z.string().regex(/^#(?:[0-9A-Fa-f]{3}|[0-9A-Fa-f]{6})$/, colorProblem)], colorProblem)
  .transform(nearestColor);

const MAX_ORIGINS = 100;

/** The origin of a page, or of an app with its own scheme: `https://app.example.com`, `capacitor://localhost`. */
const Origin = z
  .string()
  .max(512)
  .regex(/^[a-z][a-z0-9+.-]*:\/\/[^\s/?#@]+$/i, 'must be an origin without a path, such as https://app.example.com')
  .refine((text) => URL.canParse(text), 'must be an origin such as https://app.example.com')
  .transform((text) => {
    const { origin } = new URL(text);
    // URLs with other schemes than http and https have the origin `null`, so the text itself is used.
    return origin === 'null' ? text.toLowerCase() : origin;
  });

export const CreateEnvironmentBody = z.object({
  name: EnvironmentName,
  /** Default: derived from the name. */
  slug: EnvironmentSlug.optional(),
  type: z.enum(['dev', 'prod']).default('dev'),
  /** Default: blue, and amber for `prod`. */
  color: Color.optional(),
});
export type CreateEnvironmentBody = z.infer<typeof CreateEnvironmentBody>;

/** Fields that are absent stay unchanged. */
export const UpdateEnvironmentBody = z.object({
  name: EnvironmentName.optional(),
  slug: EnvironmentSlug.optional(),
  type: z.enum(['dev', 'prod']).optional(),
  color: Color.optional(),
  /**
   * The number of days for which runs and messages are kept, before they are deleted. Null: as long as the installation
   * keeps them.
   */
  retentionDays: z.int().min(1, 'must be at least 1').nullable().optional(),
  /**
   * The reply address of emails whose step and trigger have none: an email address, with or without a name. Null:
   * replies go to the sender.
   */
  replyTo: visibleText(320).trim().min(1, 'is required').nullable().optional(),
  /** Whether steps try the next integration when one cannot send. */
  failover: z.boolean().optional(),
  /** The origins of the pages that may use the inbox. Empty: all. */
  inboxOrigins: z.array(Origin).max(MAX_ORIGINS, `must contain no more than ${MAX_ORIGINS} origins`).optional(),
});
export type UpdateEnvironmentBody = z.infer<typeof UpdateEnvironmentBody>;

/** The contents of an environment. */
export const EnvironmentUsage = z.strictObject({
  _environmentId: z.string(),
  workflows: z.int(),
  layouts: z.int(),
  integrations: z.int(),
  apiKeys: z.int(),
  /** At most 50,000. */
  subscribers: z.int(),
  /** Whether there are more subscribers than `subscribers`. */
  subscribersCapped: z.boolean(),
  /** The workflows whose content is sensitive, by name. */
  sensitiveWorkflows: z.array(z.strictObject({ workflowId: z.string(), name: z.string() })),
  /** The time of the environment's newest run. Absent without a run. */
  lastRunAt: Timestamp.optional(),
});
export type EnvironmentUsage = z.infer<typeof EnvironmentUsage>;

/** Response of GET /v1/environments/usage, in the organization's order. */
export const EnvironmentUsageList = z.array(EnvironmentUsage);
export type EnvironmentUsageList = z.infer<typeof EnvironmentUsageList>;

export const EnvironmentParams = z.object({ environmentId: Id });
