import { Code } from '#components/ui/code.tsx';
import type { StepFilter } from '#lib/conditions/step-filter-schema.ts';
import { operatorLabels } from '#lib/integrations/operator-labels.ts';

/** Conditions as text. One matching group is enough. */
export function Conditions({ conditions }: { conditions: readonly StepFilter[] }) {
  if (conditions.length === 0)
    return <p className="text-muted">No conditions: the integration sends every message that reaches it.</p>;
  return (
    <ul className="flex flex-col gap-2">
      {conditions.map((group, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: groups have no identity but their place
        <li key={index} className="rounded-lg border border-line px-3 py-2">
          <span className="text-faint">
            {index > 0 && 'or, '}
            {group.isNegated ? 'unless ' : 'when '}
          </span>
          {group.children.map((part, place) => (
            <span key={`${part.on} ${part.field} ${part.operator} ${part.value}`}>
              {place > 0 && <span className="text-faint"> {group.value === 'OR' ? 'or' : 'and'} </span>}
              <Code>
                {part.on}.{part.field}
              </Code>{' '}
              {operatorLabels[part.operator]} <Code className="font-medium">{part.value}</Code>
            </span>
          ))}
        </li>
      ))}
    </ul>
  );
}
