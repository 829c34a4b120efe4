'use client';

import { useEffect, useState } from 'react';
import { Button } from '#components/ui/button.tsx';
import { Input } from '#components/ui/input.tsx';
import { ControlShell } from './control-shell.tsx';
import type { CronDescription } from './cron-description.ts';
import type { FieldProps } from './field-props.ts';
import { useControl } from './form-context.ts';

const EXAMPLES = [
  { label: 'Every hour', cron: '0 * * * *' },
  { label: 'Every day at 9', cron: '0 9 * * *' },
  { label: 'Weekdays at 9', cron: '0 9 * * 1-5' },
  { label: 'Mondays at 9', cron: '0 9 * * 1' },
  { label: 'First of the month', cron: '0 9 1 * *' },
];

/** A cron expression with its description and the next times. */
export function CronField({ path, label, help }: FieldProps) {
  const { text, setText, issues, required, readOnly } = useControl(path);
  const words = useCronDescription(text);
  return (
    <ControlShell path={path} label={label} help={help} required={required} issues={issues}>
      {({ id, describedBy, invalid }) => (
        <>
          <Input
            id={id}
            value={text}
            onChange={(event) => setText(event.target.value)}
            placeholder="0 9 * * 1-5"
            readOnly={readOnly !== undefined}
            data-tip={readOnly}
            autoComplete="off"
            spellCheck={false}
            aria-describedby={describedBy}
            aria-invalid={invalid || undefined}
            className="max-w-64 font-mono text-xs"
          />
          {words && 'text' in words && (
            <div className="rounded-md bg-sunken px-2.5 py-2 text-xs">
              <p className="font-medium">{words.text}</p>
              {words.next.length > 0 && (
                <p className="mt-0.5 text-muted tabular-nums">Next: {words.next.join(' · ')}</p>
              )}
              <p className="mt-0.5 text-faint">In the time zone of each subscriber, or UTC if it is unknown.</p>
            </div>
          )}
          {words && 'problem' in words && issues.length === 0 && (
            <p role="status" className="text-xs text-bad">
              {words.problem}
            </p>
          )}
          {readOnly === undefined && (
            <div className="flex flex-wrap gap-1">
              {EXAMPLES.map((example) => (
                <Button key={example.cron} size="sm" variant="ghost" onClick={() => setText(example.cron)}>
                  {example.label}
                </Button>
              ))}
            </div>
          )}
        </>
      )}
    </ControlShell>
  );
}

/** Returns the description. The calendar libraries are loaded when the first schedule is edited. */
function useCronDescription(cron: string): CronDescription | undefined {
  const [words, setDescription] = useState<{ of: string; words: CronDescription | undefined }>();
  useEffect(() => {
    let current = true;
    void import('./cron-description.ts').then(
      ({ cronDescription }) => current && setDescription({ of: cron, words: cronDescription(cron, new Date()) }),
    );
    return () => {
      current = false;
    };
  }, [cron]);
  return words?.of === cron ? words.words : undefined;
}
