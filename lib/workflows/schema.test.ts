import { expect, test } from 'vitest';
import {
  GetWorkflowQuery,
  ListWorkflowsQuery,
  Workflow,
  WorkflowListItem,
  WorkflowPage,
  WorkflowSummary,
} from './schema.ts';

const at = '2026-08-07T09:30:00.000Z';
const id = '65f1a2b3c4d5e6f708192a3b';
const user = { _id: id, firstName: null, lastName: 'Doe', externalId: null };
const layer = {
  all: { enabled: true, readOnly: false },
  channels: { email: { enabled: false }, in_app: { enabled: true } },
};

const required = {
  name: 'Invoice',
  _id: id,
  workflowId: 'invoice',
  slug: 'invoice_wf_0',
  createdAt: at,
  updatedAt: at,
  steps: [],
  origin: 'svc-cloud-v1',
  preferences: { default: layer },
  status: 'ERROR',
  severity: 'none',
};

const workflow = {
  ...required,
  description: '',
  tags: [],
  active: true,
  validatePayload: true,
  payloadSchema: { type: 'object' },
  isTranslationEnabled: false,
  updatedBy: user,
  lastPublishedAt: at,
  lastPublishedBy: user,
  preferences: { user: layer, default: layer },
  issues: { name: { issueType: 'MISSING_VALUE', message: 'Name is required' } },
  lastTriggeredAt: at,
  payloadExample: { amount: 1 },
};

test('a workflow may be full, minimal, or null where the interface says so', () => {
  expect(Workflow.parse(workflow)).toEqual(workflow);
  expect(Workflow.parse(required)).toEqual(required);
  const nulls = { payloadSchema: null, lastPublishedAt: null, lastTriggeredAt: null, payloadExample: null };
  expect(Workflow.safeParse({ ...workflow, ...nulls, preferences: { user: null, default: layer } }).success).toBe(true);
});

test.each([
  ...Object.keys(required).map((field) => ({ [field]: undefined })),
  { description: null },
  { updatedBy: null },
  { status: 'active' },
  { severity: 'urgent' },
  { origin: 'cloud' },
  { preferences: {} },
  { preferences: { default: { all: layer.all } } },
  { issues: { name: [{ issueType: 'MISSING_VALUE', message: '' }] } },
  { steps: [{ type: 'trigger' }] },
  { extra: 1 },
])('a workflow with %j is rejected', (change) => {
  expect(Workflow.safeParse({ ...workflow, ...change }).success).toBe(false);
});

test('list items and summaries are accepted', () => {
  const item = {
    _id: id,
    workflowId: 'invoice',
    slug: 'invoice_wf_0',
    name: 'Invoice',
    tags: ['billing'],
    origin: 'external',
    status: 'ACTIVE',
    severity: 'low',
    createdAt: at,
    updatedAt: at,
    lastTriggeredAt: null,
    stepTypeOverviews: ['email'],
    steps: [{ slug: 's_st_0', type: 'email', issues: {} }],
  };
  expect(WorkflowListItem.parse(item)).toEqual(item);
  expect(WorkflowPage.parse({ workflows: [item], totalCount: 1 })).toEqual({ workflows: [item], totalCount: 1 });
  expect(WorkflowListItem.safeParse({ ...item, stepTypeOverviews: ['fax'] }).success).toBe(false);
  const summary = { id, identifier: 'invoice', name: 'Invoice', critical: false, severity: 'none' };
  expect(WorkflowSummary.parse({ ...summary, tags: [], data: {} })).toEqual({ ...summary, tags: [], data: {} });
  for (const field of Object.keys(summary)) {
    expect(WorkflowSummary.safeParse({ ...summary, [field]: undefined }).success).toBe(false);
  }
});

test('a list has defaults and every parameter', () => {
  expect(ListWorkflowsQuery.parse({})).toEqual({ limit: 50, offset: 0, orderBy: 'createdAt', orderDirection: 'DESC' });
  expect(
    ListWorkflowsQuery.parse({
      limit: '100',
      offset: '7',
      query: 'q',
      tags: 'a',
      status: 'ERROR',
      orderBy: 'name',
      orderDirection: 'ASC',
    }),
  ).toEqual({
    limit: 100,
    offset: 7,
    query: 'q',
    tags: ['a'],
    status: ['ERROR'],
    orderBy: 'name',
    orderDirection: 'ASC',
  });
  for (const bad of [
    { limit: '101' },
    { offset: '-1' },
    { status: 'error' },
    { orderBy: '_id' },
    { orderDirection: 'up' },
  ]) {
    expect(ListWorkflowsQuery.safeParse(bad).success).toBe(false);
  }
  expect(GetWorkflowQuery.parse({ environmentId: id })).toEqual({ environmentId: id });
});
