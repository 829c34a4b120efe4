import { expect, test } from 'vitest';
import type { Ctx } from '#lib/api/context.ts';
import { newId } from '#lib/id.ts';
import type { JsonObject } from '#lib/json/values.ts';
import { prisma } from '#lib/postgres/db.ts';
import { TEMPLATES } from '#lib/steps/workflow-templates.ts';
import { bootstrapWorkspace } from '#lib/workspaces/bootstrap.ts';
import { ownScratchDatabase } from '#testing/own-database.ts';
import { payloadExample } from './payload-example.ts';
import { CreateWorkflowBody } from './schema.ts';
import { createWorkflow } from './service.ts';

ownScratchDatabase();

test('every template becomes a workflow whose only issues are missing integrations', async () => {
  await bootstrapWorkspace();
  const { id: environmentId, organizationId } = await prisma().environment.findFirstOrThrow();
  const actor = { type: 'apiKey', apiKeyId: newId(), scope: 'all', canPublish: false } as const;
  const ctx: Ctx = { organizationId, environmentId, actor, requestId: 'test' };
  const issues: string[] = [];
  for (const { body } of TEMPLATES) {
    const { text } = await createWorkflow(ctx, CreateWorkflowBody.parse(body));
    expect(JSON.parse(text), body.name).toMatchObject({ active: true });
    issues.push(...[...text.matchAll(/"issueType":"(\w+)"/g)].map(([, type]) => `${body.name}: ${type}`));
  }
  expect(issues.length).toBeGreaterThanOrEqual(TEMPLATES.length);
  expect(issues.filter((issue) => !issue.endsWith('MISSING_INTEGRATION'))).toEqual([]);
});

test('the example payload of a template fills its templates, and its links are addresses', () => {
  for (const { body } of TEMPLATES) {
    const { properties = {} } = (body.payloadSchema ?? {}) as { properties?: JsonObject };
    const example = payloadExample((body.payloadSchema as JsonObject | undefined) ?? null) ?? {};
    for (const name of Object.keys(properties)) {
      expect(example[name], name).not.toBe(name);
      if (name.endsWith('Url')) expect(example[name]).toMatch(/^https:\/\//);
    }
  }
});
