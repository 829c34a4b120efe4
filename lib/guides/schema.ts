/** Wire shapes of the guides. Beyond the interface. */
import { z } from 'zod';

/** Part of a guide: sanitised HTML, or code that readers copy. */
const GuidePart = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('html'), html: z.string() }),
  z.strictObject({ kind: z.literal('code'), language: z.string(), code: z.string() }),
]);
export type GuidePart = z.infer<typeof GuidePart>;

const GuideHeading = z.strictObject({ id: z.string(), text: z.string(), depth: z.int() });
export type GuideHeading = z.infer<typeof GuideHeading>;

/** Response of GET /guides/page. `headings` are the headings below the title. */
export const Guide = z.strictObject({
  path: z.string(),
  title: z.string(),
  group: z.string(),
  parts: z.array(GuidePart),
  headings: z.array(GuideHeading),
});
export type Guide = z.infer<typeof Guide>;

/** A guide in the list, with the text of its sections for the search. The first section, before any heading, has no ID. */
const ListedGuide = z.strictObject({
  path: z.string(),
  title: z.string(),
  group: z.string(),
  sections: z.array(z.strictObject({ id: z.string().optional(), heading: z.string().optional(), text: z.string() })),
});
export type ListedGuide = z.infer<typeof ListedGuide>;

/** Response of GET /guides, in reading order. */
export const GuideList = z.array(ListedGuide);
export type GuideList = z.infer<typeof GuideList>;
