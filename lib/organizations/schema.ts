/** Wire shapes of the caller's organization. */
import { z } from 'zod';
import { storableText } from '#lib/api/text.ts';

export const Organization = z.strictObject({
  _id: z.string(),
  name: z.string(),
  /** Whether members without two-step sign-in can do nothing but set it up. API keys are not affected. */
  twoStepRequired: z.boolean(),
  /** Whether members other than owners can sign in only through a sign-in provider. API keys are not affected. */
  signInProviderRequired: z.boolean(),
});
export type Organization = z.infer<typeof Organization>;

export const UpdateOrganizationBody = z.object({
  name: storableText(100).trim().min(1, 'is required').optional(),
  twoStepRequired: z.boolean().optional(),
  signInProviderRequired: z.boolean().optional(),
});
export type UpdateOrganizationBody = z.infer<typeof UpdateOrganizationBody>;
