/**
 * Tests delays, digests and throttles with an unusable time, with the real statements: the reason names the field and
 * its value.
 */
import { expect, test } from 'vitest';
import { ticketText } from '#lib/notifications/status/ticket-text.ts';
import { withheldReason } from '#lib/notifications/withheld.ts';
import { prisma } from '#lib/postgres/db.ts';
import { fixOf, parseReason, summaryOf } from '#lib/reasons/registry.ts';
import type { WireReason } from '#lib/reasons/schema.ts';
import { sampleEnvironment, sampleWorkflow, trigger } from '#testing/engine.ts';
import { ownScratchDatabase } from '#testing/own-database.ts';
import { summaryOfJobs } from '#testing/run-surfaces.ts';

ownScratchDatabase();

const NO_DATE = 'it is neither a date nor an object with amount and unit';
const DYNAMIC = { type: 'dynamic', dynamicKey: 'payload.until' };

interface Case {
  type: string;
  controls: object;
  payload?: object;
  evidence: Record<string, unknown>;
  summary: string;
}

const CASES: Case[] = [
  {
    type: 'delay',
    controls: { type: 'regular', amount: 400, unit: 'days' },
    evidence: { field: 'amount', value: '400 days', problem: 'it is longer than 180 days', limit: 180 },
    summary: 'The delay’s amount “400 days” cannot be used: it is longer than 180 days',
  },
  {
    type: 'delay',
    controls: { type: 'regular', unit: 'days' },
    evidence: { field: 'amount', problem: 'it is missing' },
    summary: 'The delay’s amount cannot be used: it is missing',
  },
  {
    type: 'digest',
    controls: { type: 'timed', cron: '0 0 31 2 *' },
    evidence: { field: 'cron', value: '0 0 31 2 *', problem: 'it never occurs' },
    summary: 'The digest’s schedule “0 0 31 2 *” cannot be used: it never occurs',
  },
  {
    type: 'throttle',
    controls: { type: 'fixed', amount: 300, unit: 'days' },
    evidence: { field: 'amount', value: '300 days', problem: 'it is longer than 180 days' },
    summary: 'The throttle’s amount “300 days” cannot be used: it is longer than 180 days',
  },
  {
    type: 'throttle',
    controls: DYNAMIC,
    evidence: { field: 'payload.until', problem: 'it is missing' },
    summary: 'The throttle’s window in payload.until cannot be used: it is missing',
  },
  {
    type: 'throttle',
    controls: { type: 'dynamic', dynamicKey: '{{ payload.until }}' },
    payload: { until: { amount: 'abc', unit: 'days' } },
    evidence: { field: 'payload.until.amount', value: 'abc', problem: 'it is not a number' },
    summary: 'The throttle’s window in payload.until.amount “abc” cannot be used: it is not a number',
  },
  {
    type: 'throttle',
    controls: DYNAMIC,
    payload: { until: 'soon' },
    evidence: { field: 'payload.until', value: 'soon', problem: NO_DATE },
    summary: `The throttle’s window in payload.until “soon” cannot be used: ${NO_DATE}`,
  },
  {
    type: 'throttle',
    controls: DYNAMIC,
    payload: { until: '2020-01-01T00:00:00.000Z' },
    evidence: {
      field: 'payload.until',
      value: '2020-01-01T00:00:00.000Z',
      problem: 'it ends before it begins',
      until: '2020-01-01T00:00:00.000Z',
    },
    summary:
      'The throttle’s window in payload.until “2020-01-01T00:00:00.000Z” cannot be used: it ends before it begins',
  },
];

async function failed({ type, controls, payload = {} }: Case) {
  const { ctx, drain } = await sampleEnvironment();
  const workflowId = await sampleWorkflow(ctx, [{ type, name: 'Step', controlValues: { ...controls } }]);
  await trigger(ctx, workflowId, 'jane', { payload });
  await drain();
  const job = await prisma().job.findFirst({ where: { environmentId: ctx.environmentId } });
  expect(job?.status).toBe('failed');
  return job?.reason as unknown as WireReason;
}

test.each(CASES)('$summary', async (given) => {
  const reason = await failed(given);
  expect(reason).toEqual({ code: `${given.type}_invalid`, evidence: given.evidence });
  const parsed = parseReason(reason);
  expect(parsed && summaryOf(parsed)).toBe(given.summary);
  expect(parsed && fixOf(parsed, { workflow: 'w', step: 's' })?.link).toContain('amount');
});

test('payload values are withheld with the payload, and appear in no ticket', async () => {
  const type = 'throttle' as const;
  const reason = await failed({ type, controls: DYNAMIC, payload: { until: 'secret' }, evidence: {}, summary: '' });
  const withheld = parseReason(withheldReason(reason));
  expect(withheld && summaryOf(withheld)).toBe('The throttle’s window in payload.until cannot be used: withheld');
  const job = { _id: '1', type, status: 'failed', step: { name: 'Limit' }, executionDetails: [], reason };
  const text = ticketText(
    { transactionId: 't', jobs: [job], summary: summaryOfJobs([job as never]) } as never,
    'https://belfry.example/run',
  );
  expect(text).toContain('window in payload.until cannot be used');
  expect(text).not.toContain('secret');
});
