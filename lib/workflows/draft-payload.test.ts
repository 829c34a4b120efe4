import { expect, test } from 'vitest';
import { createLayout } from '#lib/layouts/service.ts';
import { sampleEnvironment } from '#testing/engine.ts';
import { ownScratchDatabase } from '#testing/own-database.ts';
import { draftPayload } from './preview.ts';
import { UpdateWorkflowBody } from './schema.ts';

ownScratchDatabase();

test('the payload of a draft has the variables of its steps and of their layouts', async () => {
  const { ctx } = await sampleEnvironment();
  const body = '<p>{{ payload.season }}</p>{{ content }}';
  await createLayout(ctx, {
    name: 'Seasons',
    layoutId: 'seasons',
    controlValues: { email: { body, editorType: 'html' } },
  });
  const controlValues = { subject: 'Hi', body: '{{ payload.order }}', editorType: 'html', layoutId: 'seasons' };
  const steps = [{ name: 'Mail', type: 'email', controlValues }];
  const draft = UpdateWorkflowBody.parse({ name: 'Mail', steps, preferences: { user: null, workflow: null } });
  const { payload } = await draftPayload(ctx, draft);
  expect(Object.keys(payload).toSorted()).toEqual(['order', 'season']);
});
