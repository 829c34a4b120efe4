/** Wire shapes of saved views, an extension: the named filters of a dashboard page. */
import { z } from 'zod';
import { storableText } from '#lib/api/text.ts';
import { Id, Timestamp } from '#lib/api/wire.ts';

/** The pages with saved views. */
export const VIEW_PAGES = ['activity', 'messages', 'subscribers'] as const;
const ViewPage = z.enum(VIEW_PAGES);
export type ViewPage = z.infer<typeof ViewPage>;

export const SavedView = z.strictObject({
  _id: z.string(),
  page: ViewPage,
  name: z.string(),
  /** The query string of the page's URL, without its `?`. */
  query: z.string(),
  /** Whether every member with access to the environment sees the view. */
  shared: z.boolean(),
  /** Whether the caller saved the view. */
  own: z.boolean(),
  /** The email address of the view's author. Absent for a former user. */
  createdBy: z.string().optional(),
  /** The name of the view’s author. */
  createdByName: z.string().optional(),
  updatedAt: Timestamp,
});
export type SavedView = z.infer<typeof SavedView>;
export const SavedViewList = z.array(SavedView);

export const CreateSavedViewBody = z.object({
  page: ViewPage.default('activity'),
  name: storableText(80).trim().min(1, 'is required'),
  query: storableText(4_000),
  shared: z.boolean().default(false),
});
export type CreateSavedViewBody = z.infer<typeof CreateSavedViewBody>;

/** Absent fields stay unchanged. */
export const UpdateSavedViewBody = z.object({
  name: storableText(80).trim().min(1, 'is required').optional(),
  query: storableText(4_000).optional(),
  shared: z.boolean().optional(),
});
export type UpdateSavedViewBody = z.infer<typeof UpdateSavedViewBody>;

export const SavedViewParams = z.object({ viewId: Id });
