import { expect, test } from 'vitest';
import { CONTENT_ISSUE_TYPES, INTEGRATION_ISSUE_TYPES } from '#lib/steps/issues.ts';
import { filterSummary, type WorkflowsQuery, workflowsInput } from './workflows-query.ts';

const everything: WorkflowsQuery = {
  q: '',
  status: [],
  tag: [],
  issue: [],
  sort: 'updatedAt',
  order: 'DESC',
  page: 0,
};

test('each filter is sent to the API, and the page as an offset', () => {
  const query = { ...everything, q: 'mail', status: ['ERROR'], tag: ['orders'], issue: ['INVALID_URL'], page: 2 };
  expect(workflowsInput(query)).toEqual({
    query: 'mail',
    status: ['ERROR'],
    tags: ['orders'],
    issueType: ['INVALID_URL'],
    orderBy: 'updatedAt',
    orderDirection: 'DESC',
    limit: 50,
    offset: 100,
  });
});

test('the filter “any issue” requests all kinds of issues', () => {
  const { issueType } = workflowsInput({ ...everything, issue: ['any'] });
  expect(issueType).toHaveLength(CONTENT_ISSUE_TYPES.length + INTEGRATION_ISSUE_TYPES.length);
  expect(issueType).toEqual(expect.arrayContaining([...CONTENT_ISSUE_TYPES, ...INTEGRATION_ISSUE_TYPES]));
});

test('the filters are shown as text', () => {
  const query = {
    ...everything,
    q: 'mail',
    status: ['ERROR', 'ACTIVE'],
    tag: ['orders'],
    issue: ['INVALID_URL', 'NEW'],
  };
  expect(filterSummary(query)).toBe(
    'name or identifier with “mail”, status has issues or active, tag orders, issue invalid url or new',
  );
  expect(filterSummary(everything)).toBe('');
  expect(filterSummary({ ...everything, issue: ['any'] })).toBe('any issue');
});
