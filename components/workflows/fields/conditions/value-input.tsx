'use client';

import { Variable } from 'lucide-react';
import { useState } from 'react';
import { ComboBox } from '#components/form/combo-box.tsx';
import { Button } from '#components/ui/button.tsx';
import { Input } from '#components/ui/input.tsx';
import { Select } from '#components/ui/select.tsx';
import { choicesOf } from '#components/workflows/fields/control-schema.ts';
import { OPERATORS, type OperandKind } from '#lib/conditions/operators.ts';
import { ListInput } from './list-input.tsx';
import { isField } from './model.ts';
import { typedValue } from './operator-choices.ts';
import { SpanInput } from './span-input.tsx';
import type { ValueProps } from './value-props.ts';

/** The input for the value that a field is compared with. It depends on the operator and the field's type. */
export function ValueInput(props: ValueProps) {
  const { rule, name, onChange, readOnly } = props;
  const kind: OperandKind = OPERATORS[rule.operator].operands;
  if (kind === 'value') return null;
  if (kind === 'span') return <SpanInput value={rule.value} name={name} onChange={onChange} readOnly={readOnly} />;
  if (kind === 'list' || kind === 'within') return <ListInput {...props} />;
  if (kind !== 'range') return <SingleInput {...props} value={rule.value} label={`${name}: value`} />;
  const values = Array.isArray(rule.value) ? rule.value : ['', ''];
  return (
    <div className="flex min-w-0 flex-wrap items-center gap-2">
      <SingleInput
        {...props}
        value={values[0]}
        label={`${name}: from`}
        onChange={(from) => onChange([from, values[1]])}
      />
      <span className="text-xs text-muted">and</span>
      <SingleInput {...props} value={values[1]} label={`${name}: to`} onChange={(to) => onChange([values[0], to])} />
    </div>
  );
}

interface SingleProps extends ValueProps {
  value: unknown;
  label: string;
}

/** One value or, after a press of the button, another variable. */
function SingleInput(props: SingleProps) {
  const { value, fields, label, readOnly, onChange } = props;
  const isVariable = isField(value);
  return (
    <div className="flex min-w-36 flex-1 items-center gap-2">
      {isVariable ? (
        <ComboBox
          className="flex-1"
          value={value.var}
          onChange={(path) => onChange({ var: path })}
          options={fields}
          label={label}
          placeholder="Variable"
          readOnly={readOnly}
        />
      ) : (
        <ConstantInput {...props} />
      )}
      <Button
        size="icon"
        variant="ghost"
        aria-label={`${label} is a variable`}
        aria-pressed={isVariable}
        data-tip={isVariable ? 'Compare with a value' : 'Compare with a variable'}
        disabledReason={readOnly ? 'Your role cannot change this.' : undefined}
        onClick={() => onChange(isVariable ? '' : { var: '' })}
        className={isVariable ? 'text-accent-text' : ''}
      >
        <Variable aria-hidden />
      </Button>
    </div>
  );
}

function ConstantInput({ value, type, schema, label, readOnly, onChange }: SingleProps) {
  const text = value === undefined || value === null ? '' : String(value);
  const choices = schema ? choicesOf(schema) : [];
  if (type === 'flag') {
    return (
      <Select
        className="flex-1"
        label={label}
        value={text}
        onChange={(next) => onChange(next === 'true')}
        options={FLAGS}
        placeholder="Choose"
        disabled={readOnly}
      />
    );
  }
  if (choices.length > 0) {
    return (
      <ComboBox
        className="flex-1"
        label={label}
        value={text}
        onChange={onChange}
        options={choices.map((choice) => ({ value: choice }))}
        placeholder="Value"
        readOnly={readOnly}
      />
    );
  }
  return <TypedInput text={text} type={type} label={label} readOnly={readOnly} onChange={onChange} />;
}

const FLAGS = [
  { value: 'true', label: 'True' },
  { value: 'false', label: 'False' },
];

type TypedProps = Pick<SingleProps, 'type' | 'label' | 'readOnly' | 'onChange'> & { text: string };

/** An input that keeps "1." while it is typed, although its value is already the number 1. */
function TypedInput({ text, type, label, readOnly, onChange }: TypedProps) {
  const [typed, setTyped] = useState<string>();
  const keepsTyped = typed !== undefined && String(typedValue(typed, type)) === text;
  return (
    <Input
      value={keepsTyped ? typed : text}
      onChange={(event) => {
        setTyped(event.target.value);
        onChange(typedValue(event.target.value, type));
      }}
      aria-label={label}
      placeholder={type === 'time' ? '2026-01-31T09:00:00Z' : type === 'number' ? '0' : 'Value'}
      readOnly={readOnly}
      autoComplete="off"
      spellCheck={false}
    />
  );
}
