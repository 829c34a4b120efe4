/** Tests that a report of the provider changes the verdict about a sent message, its run and the explanation alike. */
import { expect, test } from 'vitest';
import type { Ctx } from '#lib/api/context.ts';
import { ExplainQuery } from '#lib/explain/schema.ts';
import { explain } from '#lib/explain/service.ts';
import { Message, MessagePage } from '#lib/messages/schema.ts';
import { getMessage, listMessages } from '#lib/messages/service.ts';
import { messageState } from '#lib/messages/state.ts';
import { messageSummary } from '#lib/messages/summary.ts';
import { runSummaries } from '#lib/notifications/list/summary-page.ts';
import { SummarisedRun } from '#lib/notifications/schema.ts';
import { getNotification } from '#lib/notifications/service.ts';
import { shownState } from '#lib/notifications/status/job-state.ts';
import { rowText } from '#lib/notifications/status/run-sentence.ts';
import { runStatusOf } from '#lib/notifications/status/run-status.ts';
import { prisma } from '#lib/postgres/db.ts';
import type { VendorEvent } from '#lib/providers/events/event-source.ts';
import { reasonFor } from '#lib/reasons/registry.ts';
import { sampleEnvironment, sampleIntegrations, sampleWorkflow, trigger } from '#testing/engine.ts';
import { ownScratchDatabase } from '#testing/own-database.ts';
import { matchEvents } from './match.ts';
import { storeEvents } from './store.ts';

ownScratchDatabase();

const JANE = { subscriberId: 'jane', email: 'jane@shop.example' };
const support = { type: 'user', userId: 'u', email: 'sue@example.com', role: 'support', sessionId: 's' } as const;

async function sample() {
  const { ctx: client, drain } = await sampleEnvironment();
  const ctx: Ctx = { ...client, actor: support };
  const { environmentId } = ctx;
  await sampleIntegrations(client, ['email', 'in_app']);
  const send = async (step: typeof MAIL | typeof NEWS) => {
    await trigger(client, await sampleWorkflow(client, [step]), JANE);
    await drain();
    return prisma().message.findFirstOrThrow({ where: { environmentId }, orderBy: { id: 'desc' } });
  };
  const report = async (messageId: string, events: Pick<VendorEvent, 'kind' | 'bounce' | 'words'>[]) => {
    const { id: integrationId } = await prisma().integration.findFirstOrThrow({
      where: { environmentId, channel: 'email' },
    });
    const all = events.map((event, at) => ({
      ...event,
      ...{ id: `${messageId} ${at}`, at: new Date(Date.now() - 60_000 + at * 1_000), messageId, raw: {} },
    }));
    await storeEvents({ environmentId, integrationId }, all, new Date());
    await matchEvents(new Date());
  };
  return { ctx, send, report };
}

/** Returns the state and the sentence of a message and its run, on all pages. */
async function verdicts(ctx: Ctx, { id, notificationId }: { id: string; notificationId: string }) {
  const one = Message.parse(JSON.parse(await getMessage(ctx, id)));
  const page = MessagePage.parse(JSON.parse(await listMessages(ctx, { page: 0, limit: 10 } as never)));
  const listed = page.data.find(({ _id }) => _id === id) as Message;
  const [row] = await runSummaries(ctx, [notificationId]);
  const run = SummarisedRun.parse(JSON.parse(await getNotification(ctx, notificationId)));
  const [job] = run.jobs ?? [];
  const status = runStatusOf(run);
  const explained = await explain(ctx, ExplainQuery.parse({ subscriber: notificationId }));
  return {
    states: [
      messageState(one),
      messageState(listed),
      row && rowText(row, Date.now()).state,
      status.state,
      job && shownState(job),
    ],
    texts: [
      messageSummary(one),
      messageSummary(listed),
      `${row && rowText(row, Date.now()).text}.`,
      status.parts[0],
      explained.summary,
    ],
  };
}

const BOUNCED = { kind: 'bounced', bounce: 'hard', words: '550 no such user' } as const;
const NEWS = { type: 'in_app', name: 'News', controlValues: { body: 'Hello' } };
const MAIL = { type: 'email', name: 'Mail', controlValues: { subject: 'Hi', body: 'Hello', editorType: 'html' } };

test.each<[string, Pick<VendorEvent, 'kind' | 'bounce' | 'words'>[], string]>([
  ['bounced', [BOUNCED], 'Email bounced: sent back with “550 no such user”.'],
  ['complained', [{ kind: 'delivered' }, { kind: 'complained' }], 'Email sent: jane reported the message as spam.'],
  [
    'rejected',
    [{ kind: 'rejected', words: 'On a list' }],
    'Email failed: SendGrid did not send the message: “On a list”.',
  ],
])('a message that is %s later has this state everywhere', async (state, events, text) => {
  const { ctx, send, report } = await sample();
  const message = await send(MAIL);
  await report(message.id, events);
  const { states, texts } = await verdicts(ctx, message);
  expect(states).toEqual(states.map(() => state));
  expect(texts).toEqual(texts.map(() => text));
});

test('a bounce that a delivery follows does not count', async () => {
  const { ctx, send, report } = await sample();
  const message = await send(MAIL);
  await report(message.id, [{ ...BOUNCED, bounce: 'soft' }, { kind: 'delivered' }]);
  const [row] = await runSummaries(ctx, [message.notificationId]);
  expect(row?.reported).toBeUndefined();
  expect(JSON.parse(await getMessage(ctx, message.id)).reported).toBeUndefined();
});

test('an in-app message without an inbox is stored until the subscriber sees it', async () => {
  const { ctx, send } = await sample();
  const message = await send(NEWS);
  const { environmentId } = ctx;
  const reason = reasonFor('stored', { provider: 'Inbox', attempt: 1, integration: 'Inbox' });
  await prisma().job.updateMany({ where: { environmentId }, data: { reason } });
  await prisma().message.updateMany({ where: { environmentId }, data: { reason } });
  expect((await verdicts(ctx, message)).states).toEqual(Array(5).fill('stored'));
  await prisma().message.updateMany({ where: { environmentId, id: message.id }, data: { seen: true } });
  const { states, texts } = await verdicts(ctx, message);
  expect(states).toEqual(Array(5).fill('sent'));
  expect(texts.join(' ')).not.toContain('no inbox');
  const { fix } = await explain(ctx, ExplainQuery.parse({ subscriber: message.notificationId }));
  expect(fix).toBeUndefined();
});
