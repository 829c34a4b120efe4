'use client';

import { Trash2 } from 'lucide-react';
import { CodeField } from '#components/code/code-field.tsx';
import { schemaAt } from '#components/code/schema-path.ts';
import { ComboBox, type ComboOption } from '#components/form/combo-box.tsx';
import { Button } from '#components/ui/button.tsx';
import { Select } from '#components/ui/select.tsx';
import { useJsonText } from '#components/workflows/fields/json-text.ts';
import type { JsonObject } from '#lib/json/values.ts';
import type { Json, Node, Rule } from './model.ts';
import { fieldTypeOf, operatorOptions, withOperator } from './operator-choices.ts';
import { ValueInput } from './value-input.tsx';

export interface BuilderSettings {
  variables: JsonObject;
  fields: readonly ComboOption[];
  readOnly: string | undefined;
}

interface Props<Shown extends Node> extends BuilderSettings {
  node: Shown;
  /** The name of the row: "Condition 2". */
  name: string;
  onChange: (node: Node) => void;
  onRemove: () => void;
}

/** One condition: field, operator and value. */
export function RuleRow({ node, name, variables, fields, readOnly, onChange, onRemove }: Props<Rule>) {
  const schema = node.field ? schemaAt(variables, node.field.split('.')) : undefined;
  const type = fieldTypeOf(schema);
  return (
    <div className="grid min-w-0 grid-cols-[auto_minmax(0,1fr)_auto] items-start gap-2 @2xl:grid-cols-[auto_minmax(0,2fr)_minmax(0,3fr)_auto]">
      <NotButton node={node} name={name} readOnly={readOnly} onChange={onChange} />
      <ComboBox
        value={node.field}
        onChange={(field) => onChange({ ...node, field })}
        options={fields}
        label={`${name}: field`}
        placeholder="payload.orderId"
        readOnly={readOnly !== undefined}
      />
      <div className="col-span-2 col-start-2 row-start-2 flex min-w-0 flex-wrap items-start gap-2 @2xl:col-span-1 @2xl:col-start-3 @2xl:row-start-1">
        <Select
          className="w-40 shrink-0"
          label={`${name}: operator`}
          value={node.operator}
          onChange={(operator) => onChange(withOperator(node, operator))}
          options={operatorOptions(type, node.operator)}
          disabled={readOnly !== undefined}
        />
        <ValueInput
          rule={node}
          type={type}
          schema={schema}
          fields={fields}
          name={name}
          readOnly={readOnly !== undefined}
          onChange={(value) => onChange({ ...node, value })}
        />
      </div>
      <div className="col-start-3 row-start-1 @2xl:col-start-4">
        <RemoveButton name={name} readOnly={readOnly} onRemove={onRemove} />
      </div>
    </div>
  );
}

/** A rule that the builder cannot show in a row, as JSON. */
export function JsonRow({ node, name, readOnly, onChange, onRemove }: Props<Json>) {
  const json = useJsonText(node.rule, (rule) => rule !== undefined && onChange({ kind: 'json', rule }));
  return (
    <div className="flex min-w-0 items-start gap-2">
      <div className="flex min-w-0 flex-1 flex-col gap-1">
        <CodeField
          value={json.text}
          onChange={json.change}
          language="json"
          label={`${name} as JSON`}
          invalid={json.problem !== undefined}
          readOnly={readOnly !== undefined}
          minHeight={0}
          maxHeight={200}
        />
        <p className={json.problem ? 'text-xs text-bad' : 'text-xs text-faint'}>
          {json.problem ?? 'The builder has no row for this rule. It is kept unchanged.'}
        </p>
      </div>
      <RemoveButton name={name} readOnly={readOnly} onRemove={onRemove} />
    </div>
  );
}

interface NotProps<Shown extends Exclude<Node, Json>> {
  node: Shown;
  name: string;
  readOnly: string | undefined;
  onChange: (node: Shown) => void;
}

export function NotButton<Shown extends Exclude<Node, Json>>({ node, name, readOnly, onChange }: NotProps<Shown>) {
  const on = node.negated !== undefined;
  return (
    <Button
      size="md"
      variant="ghost"
      aria-pressed={on}
      aria-label={`${name}: not`}
      data-tip="Negate this condition"
      disabledReason={readOnly}
      onClick={() => onChange({ ...node, negated: on ? undefined : 'list' })}
      className={on ? 'bg-accent-soft px-2 font-medium text-accent-text' : 'px-2 text-faint'}
    >
      not
    </Button>
  );
}

export function RemoveButton({ name, readOnly, onRemove }: Pick<Props<Node>, 'name' | 'readOnly' | 'onRemove'>) {
  return (
    <Button
      size="icon"
      variant="ghost"
      aria-label={`Remove ${name.toLowerCase()}`}
      disabledReason={readOnly}
      onClick={onRemove}
    >
      <Trash2 aria-hidden />
    </Button>
  );
}
