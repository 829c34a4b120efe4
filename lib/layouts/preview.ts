import type { Ctx } from '#lib/api/context.ts';
import { renderStep } from '#lib/rendering/render-step.ts';
import { STEPS } from '#lib/steps/index.ts';
import { previewSubscriber } from '#lib/workflows/preview.ts';
import { previewData, previewVariables } from '#lib/workflows/preview-payload.ts';
import { contentProblems } from './content.ts';
import type { LayoutContent, LayoutPreview, PreviewLayoutBody } from './schema.ts';
import { requireLayout } from './service.ts';
import { layoutVariables } from './wire.ts';

/** The example content of a previewed layout. */
const MAIL = {
  subject: 'Your order is on its way',
  editorType: 'block',
  body: JSON.stringify({
    type: 'doc',
    content: [
      { type: 'heading', attrs: { level: 1 }, content: [{ type: 'text', text: 'Your order is on its way' }] },
      {
        type: 'paragraph',
        content: [
          { type: 'text', text: 'This text is a placeholder for the email of a step. The layout surrounds it.' },
        ],
      },
      { type: 'button', attrs: { text: 'Track the parcel', url: 'https://example.com' } },
      { type: 'paragraph', content: [{ type: 'text', text: 'It should be with you in two days.' }] },
    ],
  }),
};

const WORKFLOW = {
  identifier: 'order-shipped',
  name: 'Order shipped',
  description: '',
  tags: [],
  severity: 'none',
  payloadSchema: null,
} as const;

/**
 * Renders an example email in the layout, as in delivery. `result.error` describes the part that cannot be rendered.
 *
 * @throws ApiError `not_found`.
 */
export async function previewLayout(ctx: Ctx, layoutId: string, body: PreviewLayoutBody): Promise<LayoutPreview> {
  const { editorType, body: stored } = await requireLayout(ctx, layoutId);
  const email = body.controlValues?.email;
  const layout: LayoutContent = { editorType: email?.editorType ?? editorType, body: email?.body ?? stored };
  const given = body.previewPayload?.subscriber ?? undefined;
  const data = await previewData({
    workflow: WORKFLOW,
    definition: STEPS.email,
    controls: MAIL,
    earlier: [],
    layout,
    given: { subscriber: given },
    subscriber: await previewSubscriber(ctx, given),
  });
  const common = { previewPayloadExample: { subscriber: data.subscriber }, schema: layoutVariables() };
  const [problem] = contentProblems(layout);
  const { output, problem: failure } = await renderStep({
    type: STEPS.email.type,
    controls: MAIL,
    variables: previewVariables(data, WORKFLOW),
    layout,
    repeats: true,
  });
  const message = problem ?? failure?.message;
  return {
    ...common,
    result: {
      type: 'email',
      preview: { body: String(output.body ?? ''), text: String(output.text ?? '') },
      ...(message !== undefined && {
        error: {
          title: 'The layout cannot be used like this',
          message,
          hint: 'The layout can be saved once this is fixed.',
        },
      }),
    },
  };
}
