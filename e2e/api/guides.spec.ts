import { allCommands, hasCurl, runCommand, runProgram } from '#e2e/documented-commands.ts';
import { caller, expect, parsed, test } from '#e2e/fixtures.ts';
import { guideGroups } from '#lib/guides/contents.ts';
import { Guide, GuideList } from '#lib/guides/schema.ts';
import { guideMarkdown } from '#lib/guides/service.ts';
import { NotificationPage } from '#lib/notifications/schema.ts';
import { Workflow } from '#lib/workflows/schema.ts';

const groups = guideGroups();

for (const { name, paths } of groups) {
  test(`the commands of the guides under “${name}” work`, async ({ tenant, call }) => {
    test.skip(!hasCurl, 'The commands of the guides need curl.');
    let count = 0;
    for (const path of paths) {
      for (const { command, fails } of allCommands(await guideMarkdown(path))) {
        count++;
        if (fails) await expect(runCommand(command, tenant.apiKey), path).rejects.toThrow('422');
        else await runCommand(command, tenant.apiKey);
        const [, workflowId] = /"workflowId": "([\w-]+)", "active"/.exec(command) ?? [];
        if (!workflowId) continue;
        const workflow = parsed(Workflow, await call('GET', `/v2/workflows/${workflowId}`));
        expect({
          path,
          status: workflow.status,
          issues: workflow.steps.map(({ issues }) => issues?.controls ?? {}),
        }).toEqual({
          path,
          status: 'ACTIVE',
          issues: workflow.steps.map(() => ({})),
        });
      }
    }
    expect(count).toBeGreaterThan(0);
  });
}

test('the program of “Moving from Novu” triggers the workflow', async ({ tenant, call }) => {
  const [, code = ''] = /^```ts\n([\s\S]*?)^```$/m.exec(await guideMarkdown('moving-from-novu')) ?? [];
  const [, workflowId] = /workflowId: '([\w-]+)'/.exec(code) ?? [];
  const steps = [{ name: 'Text', type: 'sms', controlValues: { body: '{{ payload.order }}' } }];
  const body = { name: 'Order shipped', workflowId, active: true, steps };
  expect((await call('POST', '/v2/workflows', { body })).status).toBe(201);
  await runProgram(code, tenant.apiKey);
  const { data } = parsed(NotificationPage, await call('GET', '/v1/notifications'));
  expect(data).toMatchObject([{ payload: { order: 'A-1042' }, subscriber: { subscriberId: 'jane' } }]);
});

test('anyone can read the list of guides, and each guide', async () => {
  const list = parsed(GuideList, await (await caller(null))('GET', '/guides'));
  expect(list.map(({ path }) => path)).toEqual(groups.flatMap(({ paths }) => paths));
  const guide = parsed(Guide, await (await caller(null))('GET', '/guides/page?guide=conditions'));
  expect(guide).toMatchObject({ title: 'Conditions', group: 'Content and rules' });
  expect(guide.headings.map(({ text }) => text)).toContain('All operators');
});

test('no path leads out of the guides', async () => {
  for (const path of ['../../README', 'steps/../concepts', 'providers/../../../package', 'providers/unknown', '']) {
    const { status } = await (await caller(null))('GET', `/guides/page?guide=${encodeURIComponent(path)}`);
    expect(status, path).toBe(404);
  }
});
