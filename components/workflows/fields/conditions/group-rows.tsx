'use client';

import { Plus } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '#components/ui/button.tsx';
import { cn } from '#components/ui/cn.ts';
import { Segmented } from '#components/workflows/fields/segmented.tsx';
import { type Group, type Node, newRule, withNode } from './model.ts';
import { type BuilderSettings, JsonRow, NotButton, RemoveButton, RuleRow } from './rule-row.tsx';

/** The maximum depth of groups that users can create. Deeper stored conditions are still shown. */
const MAX_DEPTH = 4;

interface GroupProps extends BuilderSettings {
  group: Group;
  /** Empty for the whole condition, "Group 2" inside it. */
  name: string;
  depth: number;
  path?: string;
  onChange: (group: Group) => void;
  onRemove?: () => void;
  onAdded: (path: string) => void;
  onRemoved: () => void;
}

/** The rules and groups of a group. */
export function GroupRows({
  group,
  name,
  depth,
  path = '',
  onChange,
  onRemove,
  onAdded,
  onRemoved,
  ...settings
}: GroupProps) {
  const { readOnly } = settings;
  const at = (place: number) => `${path}${path && '.'}${place}`;
  const add = (node: Node) => {
    onChange({ ...group, alone: false, rules: [...group.rules, node] });
    onAdded(node.kind === 'group' ? `${at(group.rules.length)}.0` : at(group.rules.length));
  };
  const replace = (place: number, node: Node) => onChange(withNode(group, [place], node));
  const remove = (place: number) => {
    onChange(withNode(group, [place], undefined));
    onRemoved();
  };
  return (
    <div className={cn('flex flex-col gap-2', depth > 1 && 'rounded-lg border border-line bg-sunken/60 p-2.5')}>
      {(group.rules.length > 1 || depth > 1) && (
        <GroupHead group={group} name={name} readOnly={readOnly} onChange={onChange}>
          {onRemove && <RemoveButton name={name} readOnly={readOnly} onRemove={onRemove} />}
        </GroupHead>
      )}
      {group.rules.map((node, place) => {
        const shared = {
          ...settings,
          name: `${node.kind === 'group' ? 'Group' : 'Condition'} ${at(place)
            .split('.')
            .map((part) => Number(part) + 1)
            .join('.')}`,
          onRemove: () => remove(place),
        };
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: a rule is its place
          <div key={place} data-rule={at(place)}>
            {node.kind === 'rule' && <RuleRow {...shared} node={node} onChange={(next) => replace(place, next)} />}
            {node.kind === 'json' && <JsonRow {...shared} node={node} onChange={(next) => replace(place, next)} />}
            {node.kind === 'group' && (
              <GroupRows
                {...shared}
                group={node}
                depth={depth + 1}
                path={at(place)}
                onChange={(next) => replace(place, next)}
                onAdded={onAdded}
                onRemoved={onRemoved}
              />
            )}
          </div>
        );
      })}
      <div className="flex flex-wrap gap-2">
        <AddButton readOnly={readOnly} onAdd={() => add(newRule())} />
        {depth < MAX_DEPTH && (
          <Button
            size="sm"
            variant="ghost"
            disabledReason={readOnly}
            onClick={() =>
              add({ kind: 'group', combinator: group.combinator === 'and' ? 'or' : 'and', rules: [newRule()] })
            }
          >
            <Plus aria-hidden />
            Add a group
          </Button>
        )}
      </div>
    </div>
  );
}

interface HeadProps extends Pick<GroupProps, 'group' | 'name' | 'readOnly' | 'onChange'> {
  children: ReactNode;
}

const COMBINATORS = [
  { value: 'and', label: 'All' },
  { value: 'or', label: 'Any' },
];

function GroupHead({ group, name, readOnly, onChange, children }: HeadProps) {
  return (
    <div className="flex items-center gap-2">
      <NotButton node={group} name={name || 'All conditions'} readOnly={readOnly} onChange={onChange} />
      <Segmented
        label={`${name || 'All conditions'}: how many must hold`}
        value={group.combinator}
        onChange={(combinator) => onChange({ ...group, combinator: combinator === 'or' ? 'or' : 'and', alone: false })}
        options={COMBINATORS}
        disabledReason={readOnly}
      />
      <span className="text-muted">of these hold</span>
      <span className="ml-auto">{children}</span>
    </div>
  );
}

export function AddButton({ readOnly, onAdd }: { readOnly: string | undefined; onAdd: () => void }) {
  return (
    <Button size="sm" data-add disabledReason={readOnly} onClick={onAdd}>
      <Plus aria-hidden />
      Add a condition
    </Button>
  );
}
