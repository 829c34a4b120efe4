import { type inferParserType, parseAsArrayOf, parseAsInteger, parseAsString, parseAsStringLiteral } from 'nuqs';
import { workflowStatuses } from '#components/status/workflow-status.tsx';
import type { WorkflowListInput } from '#lib/workflows/client.ts';
import { ANY_ISSUE, issueTypes, wantedIssues } from './issue-types.ts';

export const sorts = ['name', 'updatedAt', 'createdAt', 'lastTriggeredAt'] as const;
export const pageSize = 50;

const list = parseAsArrayOf(parseAsString).withDefault([]);

/** All filters of the list, as stored in the URL. */
export const workflowsParsers = {
  q: parseAsString.withDefault(''),
  status: list,
  tag: list,
  issue: list,
  sort: parseAsStringLiteral(sorts).withDefault('updatedAt'),
  order: parseAsStringLiteral(['ASC', 'DESC']).withDefault('DESC'),
  page: parseAsInteger.withDefault(0),
};

export type WorkflowsQuery = inferParserType<typeof workflowsParsers>;

export function workflowsInput({ q, status, tag, issue, sort, order, page }: WorkflowsQuery): WorkflowListInput {
  return {
    query: q,
    status,
    tags: tag,
    issueType: wantedIssues(issue),
    orderBy: sort,
    orderDirection: order,
    limit: pageSize,
    offset: page * pageSize,
  };
}

/** Returns the filters as text: "name or identifier with “mail”, status active". Empty without filters. */
export function filterSummary({ q, status, tag, issue }: WorkflowsQuery): string {
  const parts = [
    q && `name or identifier with “${q}”`,
    status.length > 0 && `status ${either(status, workflowStatuses)}`,
    tag.length > 0 && `tag ${tag.join(' or ')}`,
    issue.length > 0 && (issue.includes(ANY_ISSUE) ? 'any issue' : `issue ${either(issue, issueTypes)}`),
  ];
  return parts.filter(Boolean).join(', ');
}

function either(values: readonly string[], words: Record<string, { label: string }>): string {
  return values.map((value) => (words[value]?.label ?? value).toLowerCase()).join(' or ');
}
