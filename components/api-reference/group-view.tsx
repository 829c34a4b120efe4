import { Badge } from '#components/ui/badge.tsx';
import { Code } from '#components/ui/code.tsx';
import type { ReferenceGroup } from '#lib/api-reference/operations.ts';
import { MethodMark } from './method-mark.tsx';

/** The operations of one group. */
export function GroupView({ group: { name, operations } }: { group: ReferenceGroup }) {
  return (
    <div className="max-w-4xl">
      <h2 tabIndex={-1} className="text-xl font-semibold outline-none">
        {name}
      </h2>
      <ul className="mt-4 divide-y divide-line rounded-lg border border-line bg-surface">
        {operations.map(({ operationId, method, path, summary, callers }) => (
          <li key={operationId}>
            <a
              href={`#${operationId}`}
              className="focus-inset flex flex-wrap items-baseline gap-x-3 px-3 py-2 hover:bg-hover"
            >
              <span className="font-medium">{summary}</span>
              {callers === 'people' && <Badge>People only</Badge>}
              <span className="flex min-w-0 basis-full items-baseline gap-2">
                <MethodMark method={method} />
                <Code className="wrap-anywhere text-muted">{path}</Code>
              </span>
            </a>
          </li>
        ))}
      </ul>
    </div>
  );
}
