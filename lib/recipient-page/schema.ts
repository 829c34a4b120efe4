/** Wire shapes of the settings of the recipient's page. */
import { z } from 'zod';
import { visibleText } from '#lib/api/text.ts';
import { LOGO_MAX_BYTES } from './logo-type.ts';

/** Response of /v1/environments/me/recipient-page. */
export const RecipientPageSettings = z.strictObject({
  /** The sender's name. Absent: the organization's name. */
  name: z.string().optional(),
  /** `#rrggbb`. Absent: Belfry's colour. */
  color: z.string().optional(),
  /** The path of the logo. Absent: none. */
  logo: z.string().optional(),
  /** Whether email opens and clicks are tracked, for workflows with `isTracked`. */
  tracking: z.boolean(),
  /** The origin of the links in messages. Absent: `usualAddress`. */
  address: z.string().optional(),
  /** The origin without `address`: `PUBLIC_URL`, or the address at which Belfry listens. */
  usualAddress: z.string(),
  /** The origins that `address` may have: `PAGE_URLS` of the installation. */
  addresses: z.array(z.string()),
});
export type RecipientPageSettings = z.infer<typeof RecipientPageSettings>;

export const PageColor = z
  .string()
  .regex(/^#[0-9a-f]{6}$/i, 'must be a hex code such as #1f75fe')
  .toLowerCase();

export const PageName = visibleText(60).trim().min(1, 'is required');

/** An absent field stays unchanged. Null removes the setting. */
export const UpdateRecipientPageBody = z.object({
  name: PageName.nullable().optional(),
  color: PageColor.nullable().optional(),
  /** A PNG, JPEG or WebP image of at most 64 KiB, in base64. */
  logo: z
    .base64('must be base64')
    .min(1, 'must not be empty')
    .max(Math.ceil(LOGO_MAX_BYTES / 3) * 4, `must be at most ${LOGO_MAX_BYTES / 1024} KiB`)
    .nullable()
    .optional(),
  tracking: z.boolean().optional(),
  address: z.string().max(300, 'must be at most 300 characters').nullable().optional(),
});
export type UpdateRecipientPageBody = z.infer<typeof UpdateRecipientPageBody>;
