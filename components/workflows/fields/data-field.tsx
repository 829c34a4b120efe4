'use client';

import { Plus, Trash2 } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { CodeField } from '#components/code/code-field.tsx';
import { Button } from '#components/ui/button.tsx';
import { Input } from '#components/ui/input.tsx';
import { isObject } from '#lib/json/values.ts';
import { ControlShell, Issues } from './control-shell.tsx';
import type { FieldProps } from './field-props.ts';
import { issuesWithin, useControl, useStepForm } from './form-context.ts';
import { JsonField } from './json-field.tsx';
import { Segmented } from './segmented.tsx';

type Rows = [name: string, value: string][];

/** An object as rows of names and templates. It is edited as JSON on request, and if a value is not a text. */
export function DataField(props: FieldProps) {
  const { path, label, help } = props;
  const { value } = useControl(path);
  const flat = rowsOf(value);
  const [mode, setMode] = useState(flat ? 'pairs' : 'json');
  const modes = [
    { value: 'pairs', label: 'Pairs' },
    { value: 'json', label: 'JSON' },
  ];
  const choose = (
    <Segmented
      value={flat ? mode : 'json'}
      onChange={setMode}
      options={modes}
      label={`${label} as`}
      disabledReason={flat ? undefined : 'Some values are not text. Only JSON can show them.'}
    />
  );
  if (!flat || mode === 'json') return <JsonField {...props} aside={choose} />;
  return <DataRows path={path} label={label} help={help} rows={flat} aside={choose} />;
}

interface RowsProps extends Pick<FieldProps, 'path' | 'label' | 'help'> {
  rows: Rows;
  aside: ReactNode;
}

function DataRows({ path, label, help, rows, aside }: RowsProps) {
  const { set, issues, readOnly, variables } = useControl(path);
  const form = useStepForm();
  const [drafts, setDrafts] = useState<Rows>([]);
  const all: Rows = [...rows, ...drafts.filter(([name]) => !rows.some(([known]) => known === name))];
  const change = (next: Rows) => {
    setDrafts(next.filter(([name], at) => name === '' || next.findIndex(([other]) => other === name) !== at));
    const named = next.filter(([name]) => name !== '');
    set(named.length > 0 ? Object.fromEntries(named) : undefined);
  };
  const replace = (index: number, row: [string, string]) => change(all.map((old, at) => (at === index ? row : old)));
  return (
    <ControlShell path={path} label={label} help={help} issues={issues} aside={aside} group>
      {() => (
        <div className="flex flex-col gap-2">
          {all.map(([name, value], index) => {
            const found = issuesWithin(form.issues, `${path}.${name}`).map(({ issue }) => issue);
            return (
              <div
                // biome-ignore lint/suspicious/noArrayIndexKey: a row is its place
                key={index}
                data-control={`${path}.${name}`}
                tabIndex={-1}
                className="flex flex-col gap-1 outline-none"
              >
                <div className="flex items-start gap-2">
                  <Input
                    value={name}
                    onChange={(event) => replace(index, [event.target.value, value])}
                    aria-label={`${label} ${index + 1}: name`}
                    placeholder="Name"
                    readOnly={readOnly !== undefined}
                    autoComplete="off"
                    spellCheck={false}
                    className="w-2/5 font-mono text-xs"
                  />
                  <CodeField
                    className="flex-1"
                    value={value}
                    onChange={(next) => replace(index, [name, next])}
                    language="liquid-text"
                    singleLine
                    variables={variables}
                    issues={found}
                    invalid={found.length > 0}
                    label={`${label} ${index + 1}: value`}
                    placeholder="Value"
                    readOnly={readOnly !== undefined}
                    focus={form.focus?.path === `${path}.${name}` ? form.focus : undefined}
                  />
                  <Button
                    size="icon"
                    variant="ghost"
                    aria-label={`Remove ${name || `line ${index + 1}`}`}
                    disabledReason={readOnly}
                    onClick={() => change(all.filter((_, at) => at !== index))}
                  >
                    <Trash2 aria-hidden />
                  </Button>
                </div>
                <Issues issues={found} />
              </div>
            );
          })}
          <Button
            size="sm"
            className="self-start"
            disabledReason={readOnly}
            onClick={() => setDrafts([...drafts, ['', '']])}
          >
            <Plus aria-hidden />
            Add a line
          </Button>
        </div>
      )}
    </ControlShell>
  );
}

/** Converts an object to rows. Undefined if a value is not a text. */
function rowsOf(value: unknown): Rows | undefined {
  if (value === undefined || value === null) return [];
  if (!isObject(value)) return undefined;
  const entries = Object.entries(value);
  return entries.every((entry): entry is [string, string] => typeof entry[1] === 'string') ? entries : undefined;
}
