/** Wire shapes of the caller's organization. */
import { z } from 'zod';
import { storableText } from '#lib/api/text.ts';

export const Organization = z.strictObject({ _id: z.string(), name: z.string() });
export type Organization = z.infer<typeof Organization>;

export const UpdateOrganizationBody = z.object({ name: storableText(100).trim().min(1, 'is required') });
export type UpdateOrganizationBody = z.infer<typeof UpdateOrganizationBody>;
