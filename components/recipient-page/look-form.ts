import { z } from 'zod';
import { PageColor, PageName } from '#lib/recipient-page/schema.ts';

export const lookForm = z.object({
  name: z.union([z.literal(''), PageName]),
  color: z.union([z.literal(''), PageColor], 'must be a hex code such as #1f75fe'),
  /** The path of the stored logo, the data of a chosen logo, or empty. */
  logo: z.string(),
});
export type LookForm = z.infer<typeof lookForm>;
