'use client';

import { useQuery } from '@tanstack/react-query';
import Link from 'next/link';
import type { ReactNode } from 'react';
import { useEnvironment } from '#components/layout/session.tsx';
import { Select } from '#components/ui/select.tsx';
import { layoutQueries } from '#lib/layouts/client.ts';
import { ControlShell } from './control-shell.tsx';
import type { FieldProps } from './field-props.ts';
import { useControl } from './form-context.ts';

const DEFAULT = ':default';
const NONE = ':none';

/** The layout of an email. Absent means the default layout, null means none. */
export function LayoutField({ path, label, help }: FieldProps) {
  const { value, set, issues, readOnly } = useControl(path);
  const isNamed = typeof value === 'string' && value !== '';
  const current = value === null ? NONE : isNamed ? value : DEFAULT;
  const { id: environmentId, base } = useEnvironment();
  const { data } = useQuery(layoutQueries.list(environmentId, { limit: 100, orderBy: 'name', orderDirection: 'ASC' }));
  const layouts = data?.layouts ?? [];
  const chosen = layouts.find(({ _id, layoutId, slug }) => [_id, layoutId, slug].includes(current));
  const standard = layouts.find(({ isDefault }) => isDefault);
  const options = [
    { value: DEFAULT, label: standard ? `The default layout: ${standard.name}` : 'The default layout' },
    { value: NONE, label: 'No layout' },
    ...layouts.map(({ layoutId, name }) => ({ value: layoutId, label: name })),
    ...(isNamed && !chosen ? [{ value: current, label: data ? `${current} (not found)` : current }] : []),
  ];
  const change = (next: string) => set(next === DEFAULT ? undefined : next === NONE ? null : next);
  return (
    <ControlShell path={path} label={label} help={<Help base={base}>{help}</Help>} issues={issues}>
      {({ id }) => (
        <Select
          id={id}
          value={chosen?.layoutId ?? current}
          onChange={change}
          options={options}
          disabled={readOnly !== undefined}
          className="max-w-80"
        />
      )}
    </ControlShell>
  );
}

function Help({ base, children }: { base: string; children: ReactNode }) {
  return (
    <>
      {children}{' '}
      <Link href={`${base}/layouts`} className="rounded-sm underline hover:text-fg">
        Layouts
      </Link>
    </>
  );
}
