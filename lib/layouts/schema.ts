/** Wire shapes of email layouts, the frames around the bodies of emails. */
import { z } from 'zod';
import { queryInt, queryText } from '#lib/api/query.ts';
import { JsonObject, storableText } from '#lib/api/text.ts';
import { isId, Timestamp } from '#lib/api/wire.ts';
import { UiSchema } from '#lib/steps/ui-schema.ts';
import { idFromSlug } from '#lib/text/slug.ts';
import { WorkflowOrigin } from '#lib/workflows/origin.ts';
import { WorkflowUser } from '#lib/workflows/schema.ts';
import { VersionParams, WorkflowVersion } from '#lib/workflows/version-schema.ts';

/** Maximum characters of the body of a layout. */
export const MAX_BODY_LENGTH = 200_000;

const LAYOUT_EDITORS = ['block', 'html'] as const;
export const LayoutEditor = z.enum(LAYOUT_EDITORS);
export type LayoutEditor = z.infer<typeof LayoutEditor>;

/** A body with one place for the content of the email: HTML, or a block-editor document as JSON text. */
export const LayoutContent = z.strictObject({ body: z.string(), editorType: LayoutEditor });
export type LayoutContent = z.infer<typeof LayoutContent>;

export const LayoutControls = z.strictObject({ email: LayoutContent });

export const Layout = z.strictObject({
  _id: z.string(),
  layoutId: z.string(),
  slug: z.string(),
  name: z.string(),
  isDefault: z.boolean(),
  /** Stored, but has no effect. */
  isTranslationEnabled: z.boolean(),
  createdAt: Timestamp,
  updatedAt: Timestamp,
  updatedBy: WorkflowUser.nullish(),
  origin: WorkflowOrigin,
  type: z.literal('REGULAR'),
  /** A JSON Schema of the variables that the body may use. Absent in lists. */
  variables: JsonObject.nullish(),
  /** The content. In lists, it has no body. */
  controls: z.strictObject({
    dataSchema: JsonObject.optional(),
    uiSchema: UiSchema.optional(),
    values: z.strictObject({ email: LayoutContent.optional() }),
  }),
  /**
   * The number of workflows with an email step that names the layout. For the default layout, steps without a layout
   * count too.
   */
  workflowCount: z.int().nonnegative(),
});
export type Layout = z.infer<typeof Layout>;

/** Response of GET /v2/layouts. */
export const LayoutPage = z.strictObject({ layouts: z.array(Layout), totalCount: z.int().nonnegative() });
export type LayoutPage = z.infer<typeof LayoutPage>;

/** Query of GET /v2/layouts. `query` matches name and identifier, ignoring case. */
export const ListLayoutsQuery = z.object({
  limit: queryInt({ min: 1, max: 100, default: 50 }),
  offset: queryInt({ min: 0, max: 1_000_000_000, default: 0 }),
  query: queryText(),
  orderBy: z.enum(['createdAt', 'updatedAt', 'name']).default('createdAt'),
  orderDirection: z.enum(['ASC', 'DESC']).default('DESC'),
});
export type ListLayoutsQuery = z.infer<typeof ListLayoutsQuery>;

/** Path: the layout's `_id`, identifier or slug. */
export const LayoutParams = z.object({ layoutId: storableText(512).min(1) });
export type LayoutParams = z.infer<typeof LayoutParams>;

/** The identifier of a layout. It must not look like an ID or a slug, because it could then hide another layout. */
export const LayoutIdentifier = storableText(255)
  .regex(/^[A-Za-z0-9][A-Za-z0-9._-]*$/, 'must be letters, digits, ".", "_" and "-", and start with a letter or digit')
  .refine((text) => !isId(text) && idFromSlug('ly', text) === undefined, 'must not have the form of an ID or a slug');

const LayoutName = storableText(255).trim().min(1, 'must not be empty');

const ContentInput = z.object({
  body: storableText(MAX_BODY_LENGTH),
  editorType: LayoutEditor,
});

/** Body of POST /v2/layouts. If the content is absent, the layout gets neutral content. Unknown fields are ignored. */
export const CreateLayoutBody = z.object({
  layoutId: LayoutIdentifier,
  name: LayoutName,
  isTranslationEnabled: z.boolean().optional(),
  /** An addition to the interface: `email` without `body` gets the neutral content of that editor. */
  controlValues: z.object({ email: ContentInput.partial({ body: true }).optional() }).nullish(),
});
export type CreateLayoutBody = z.infer<typeof CreateLayoutBody>;

/** Body of PUT /v2/layouts/{layoutId}. A field that is absent or null stays unchanged. */
export const UpdateLayoutBody = z.object({
  name: LayoutName,
  isTranslationEnabled: z.boolean().optional(),
  controlValues: z.object({ email: ContentInput.optional() }).nullish(),
});
export type UpdateLayoutBody = z.infer<typeof UpdateLayoutBody>;

/** Body of POST /v2/layouts/{layoutId}/duplicate. If the identifier is absent, it is derived from the name. */
export const DuplicateLayoutBody = z.object({
  name: LayoutName,
  layoutId: LayoutIdentifier.optional(),
  isTranslationEnabled: z.boolean().optional(),
});
export type DuplicateLayoutBody = z.infer<typeof DuplicateLayoutBody>;

/** Response of GET /v2/layouts/{layoutId}/usage, ordered by name. */
export const LayoutUsage = z.strictObject({
  workflows: z.array(
    z.strictObject({
      name: z.string(),
      workflowId: z.string(),
      /** Whether a step names the layout. If false, a step uses it as the default. */
      named: z.boolean(),
    }),
  ),
});
export type LayoutUsage = z.infer<typeof LayoutUsage>;

/** Body of POST /v2/layouts/{layoutId}/preview. Absent fields come from the stored layout and from examples. */
export const PreviewLayoutBody = z.object({
  controlValues: z.object({ email: ContentInput.partial().optional() }).nullish(),
  previewPayload: z.object({ subscriber: JsonObject.nullish() }).nullish(),
});
export type PreviewLayoutBody = z.infer<typeof PreviewLayoutBody>;

export const LayoutPreview = z.strictObject({
  previewPayloadExample: z.strictObject({ subscriber: JsonObject.optional() }),
  schema: JsonObject.nullish(),
  result: z.strictObject({
    type: z.literal('email'),
    preview: z.strictObject({ body: z.string(), text: z.string() }),
    /** The reason why there is no preview. `body` is then empty. */
    error: z.strictObject({ title: z.string(), message: z.string(), hint: z.string() }).optional(),
  }),
});
export type LayoutPreview = z.infer<typeof LayoutPreview>;

/** The content of a layout that a version stores. */
export const LayoutDefinition = LayoutContent.extend({ name: z.string(), isTranslationEnabled: z.boolean() });
export type LayoutDefinition = z.infer<typeof LayoutDefinition>;

/** The result of one save, in the same shape as for workflows. */
export const LayoutVersion = WorkflowVersion;
export type LayoutVersion = z.infer<typeof LayoutVersion>;

export const LayoutVersionDetail = LayoutVersion.extend({ definition: LayoutDefinition });
export type LayoutVersionDetail = z.infer<typeof LayoutVersionDetail>;

/** Response of GET /v2/layouts/{layoutId}/versions, newest first. */
export const LayoutVersionPage = z.strictObject({ data: z.array(LayoutVersion), next: z.string().nullable() });
export type LayoutVersionPage = z.infer<typeof LayoutVersionPage>;

export const LayoutVersionParams = LayoutParams.extend(VersionParams.pick({ version: true }).shape);
export type LayoutVersionParams = z.infer<typeof LayoutVersionParams>;
