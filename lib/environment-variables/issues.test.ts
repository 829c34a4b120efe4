import { expect, test } from 'vitest';
import { analyseWorkflow } from '#lib/analyser/analyse.ts';
import { prisma } from '#lib/postgres/db.ts';
import { sampleEnvironment, sampleWorkflow } from '#testing/engine.ts';
import { ownScratchDatabase } from '#testing/own-database.ts';
import { createEnvironmentVariable, deleteEnvironmentVariable, updateEnvironmentVariable } from './service.ts';

ownScratchDatabase();

const KNOWN = { set: ['API_KEY'], unset: ['PLAN'] };

test.each<[string, string | undefined]>([
  ['{{ env.API_KEY }}', undefined],
  ["{{ env['API_KEY'] | upcase }}", undefined],
  ['{{ env[payload.which] }}', undefined],
  ['{{ env.API_KYE }}', 'There is no environment variable `API_KYE`. Did you mean `env.API_KEY`?'],
  ['{{ env.PLANS }}', 'There is no environment variable `PLANS`. Did you mean `env.PLAN`?'],
  ['{% if env.NOTHING %}x{% endif %}', 'There is no environment variable `NOTHING`. Create it, or remove it here.'],
  ['{{ API_KYE }}', '`API_KYE` has no namespace. Variables begin with '],
  ['{{ API_KEY }}', '`API_KEY` has no namespace. Variables begin with '],
  ['{{ en.API_KEY }}', '`en` is not a namespace. Did you mean `env.API_KEY`?'],
  ['{{ env.PLAN }}', '`env.PLAN` has no value in this environment. Enter a value for the environment variable.'],
])('%s', (body, message) => {
  const steps = [{ stepId: 'text', type: 'sms' as const, controls: { body } }];
  const workflow = { active: true, payloadSchema: null, steps };
  const messagesWith = (variables?: typeof KNOWN) =>
    analyseWorkflow({ ...workflow, variables }, []).steps[0]?.issues?.controls?.body?.map((issue) => issue.message);
  expect(messagesWith(KNOWN)).toEqual(message === undefined ? undefined : [expect.stringContaining(message)]);
  if (body.includes('env')) expect(messagesWith(), 'without known variables, any name is allowed').toBeUndefined();
});

test('the issues of a workflow follow the variables of its environment', async () => {
  const { ctx } = await sampleEnvironment();
  const { environmentId } = ctx;
  await sampleWorkflow(ctx, [{ type: 'sms', name: 'Text', controlValues: { body: 'See {{ env.SHOP }}' } }]);
  const issues = async () => {
    const step = await prisma().workflowStep.findFirstOrThrow({ where: { environmentId } });
    return JSON.stringify(step.controlIssues);
  };
  expect(await issues()).toContain('There is no environment variable `SHOP`');
  await createEnvironmentVariable(ctx, { key: 'SHOP', type: 'string', isSecret: false, values: [] });
  expect(await issues()).toContain('`env.SHOP` has no value in this environment');
  await updateEnvironmentVariable(ctx, 'SHOP', { values: [{ _environmentId: environmentId, value: 'a' }] });
  expect(await issues()).toBe('null');
  await updateEnvironmentVariable(ctx, 'SHOP', { key: 'STORE' });
  expect(await issues()).toContain('There is no environment variable `SHOP`');
  await updateEnvironmentVariable(ctx, 'STORE', { key: 'SHOP' });
  expect(await issues()).toBe('null');
  await deleteEnvironmentVariable(ctx, 'SHOP');
  expect(await issues()).toContain('There is no environment variable `SHOP`');
});
