'use client';

import { useQuery } from '@tanstack/react-query';
import { X } from 'lucide-react';
import { type KeyboardEvent, useState } from 'react';
import { ComboBox } from '#components/form/combo-box.tsx';
import { useEnvironment } from '#components/layout/session.tsx';
import { Badge } from '#components/ui/badge.tsx';
import { Field } from '#components/ui/field.tsx';
import { workflowQueries } from '#lib/workflows/client.ts';

interface Props {
  value: readonly string[];
  readOnly: boolean;
  error: string | undefined;
  onChange: (tags: string[]) => void;
}

/** The tags of the workflow. Enter or a comma adds the typed tag. Tags of other workflows are suggested. */
export function TagsField({ value, readOnly, error, onChange }: Props) {
  const [text, setText] = useState('');
  const { id } = useEnvironment();
  const known = useQuery({ ...workflowQueries.tags(id), enabled: !readOnly });
  const add = (given: string) => {
    const tag = given.trim();
    if (tag && !value.includes(tag)) onChange([...value, tag]);
    setText('');
  };
  const keys = (event: KeyboardEvent) => {
    if (event.key === 'Enter' || event.key === ',') {
      event.preventDefault();
      add(text);
    } else if (event.key === 'Backspace' && text === '') onChange(value.slice(0, -1));
  };
  const offered = known.data?.tags.filter(({ name }) => !value.includes(name)) ?? [];
  return (
    <Field
      label="Tags"
      help={
        readOnly ? undefined : 'Press Enter to add a tag. Subscribers can switch off all workflows with a tag together.'
      }
      error={error}
    >
      {(control) => (
        <div className="flex flex-col gap-1.5">
          {value.length > 0 && (
            <ul className="flex flex-wrap gap-1.5">
              {value.map((tag) => (
                <li key={tag}>
                  <Badge className="pr-0.5">
                    <span className="truncate">{tag}</span>
                    {!readOnly && (
                      <button
                        type="button"
                        aria-label={`Remove tag ${tag}`}
                        onClick={() => onChange(value.filter((other) => other !== tag))}
                        className="relative grid size-4 place-items-center rounded-sm before:absolute before:-inset-1 hover:bg-hover"
                      >
                        <X aria-hidden />
                      </button>
                    )}
                  </Badge>
                </li>
              ))}
            </ul>
          )}
          <ComboBox
            id={control.id}
            describedBy={control['aria-describedby']}
            invalid={control['aria-invalid']}
            mono={false}
            value={text}
            readOnly={readOnly}
            maxLength={64}
            options={offered.map(({ name }) => ({ value: name }))}
            onChange={setText}
            onKeyDown={keys}
            onChoose={add}
            onBlur={() => add(text)}
          />
        </div>
      )}
    </Field>
  );
}
