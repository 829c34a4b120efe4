import { cn } from '#components/ui/cn.ts';
import { Select } from '#components/ui/select.tsx';
import { Issues } from './control-shell.tsx';
import { useChoices, useControl } from './form-context.ts';

interface Props {
  path: string;
  label: string;
  placeholder: string;
  className?: string;
}

/** A choice that is edited in the field of another control. */
export function PartSelect({ path, label, placeholder, className }: Props) {
  const { text, set, issues, readOnly } = useControl(path);
  return (
    <div data-control={path} tabIndex={-1} className={cn('flex flex-col gap-1.5 outline-none', className)}>
      <Select
        label={label}
        value={text}
        onChange={set}
        options={useChoices(path)}
        placeholder={placeholder}
        disabled={readOnly !== undefined}
        className={issues.length > 0 ? 'border-bad' : ''}
      />
      <Issues issues={issues} />
    </div>
  );
}
