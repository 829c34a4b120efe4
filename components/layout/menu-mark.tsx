import { useQuery } from '@tanstack/react-query';
import { SystemMark } from '#components/system/system-mark.tsx';
import { cn } from '#components/ui/cn.ts';
import { toneSoft } from '#components/ui/tone.ts';
import { allIssueTypes, errorTypes } from '#components/workflows/list/issue-types.ts';
import { integrationQueries } from '#lib/integrations/client.ts';
import { counted } from '#lib/text/counted.ts';
import { listText } from '#lib/text/list-text.ts';
import { workflowQueries } from '#lib/workflows/client.ts';
import type { MarkedPath } from './marked-paths.ts';

interface Props {
  path: MarkedPath;
  environmentId: string;
}

/** The number next to an entry of the menu: of problems, outages or workflows with issues. Empty without any. */
export function MenuMark({ path, environmentId }: Props) {
  if (path === '/settings/system') return <SystemMark />;
  return path === 'workflows' ? (
    <IssueCount environmentId={environmentId} />
  ) : (
    <OutageCount environmentId={environmentId} />
  );
}

/** The number of workflows with issues, as in the list that is filtered by issues. The colour shows the worst issue. */
function IssueCount({ environmentId }: { environmentId: string }) {
  const count = (issueType: string[]) => workflowQueries.list(environmentId, { issueType, limit: 1 });
  const all = useQuery(count(allIssueTypes)).data?.totalCount;
  const errors = useQuery({ ...count(errorTypes), enabled: Boolean(all) }).data?.totalCount;
  if (!all || errors === undefined) return null;
  const parts = [errors > 0 && `${errors} with errors`, all > errors && `${all - errors} with warnings only`];
  return (
    <span
      className={cn('rounded-sm px-1.5 text-xs font-medium', toneSoft[errors > 0 ? 'bad' : 'warn'])}
      data-tip={`${counted(all, 'workflow')} with issues: ${parts.filter(Boolean).join(', ')}`}
    >
      {all}
      <span className="sr-only"> with issues</span>
    </span>
  );
}

/** Every page reads the outages, but less often than the pages that show outages. */
const IDLE_MS = 60_000;
const LASTING_MS = 15_000;

/** The number of integrations whose provider cannot be reached. */
function OutageCount({ environmentId }: { environmentId: string }) {
  const { data = [] } = useQuery({
    ...integrationQueries.outages(environmentId),
    refetchInterval: ({ state }) => (state.data?.length ? LASTING_MS : IDLE_MS),
  });
  if (data.length === 0) return null;
  const names = data.map(({ integration: { name } }) => name);
  return (
    <span
      className={cn('rounded-sm px-1.5 text-xs font-medium', toneSoft.bad)}
      data-tip={`Not reachable: ${listText(names, 'and')}`}
    >
      {data.length}
      <span className="sr-only"> not reachable</span>
    </span>
  );
}
