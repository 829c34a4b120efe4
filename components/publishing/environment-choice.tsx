import { EnvironmentDot } from '#components/layout/environment-dot.tsx';
import { ProductionBadge } from '#components/layout/production-badge.tsx';
import type { Environment } from '#lib/environments/schema.ts';

interface Props {
  legend: string;
  options: readonly Environment[];
  chosen: Environment;
  onChange: (id: string) => void;
}

export function EnvironmentChoice({ legend, options, chosen, onChange }: Props) {
  return (
    <fieldset>
      <legend className="mb-1.5 text-xs font-medium">{legend}</legend>
      <div className="flex flex-wrap gap-1.5">
        {options.map((environment) => (
          <label
            key={environment._id}
            className="flex control cursor-pointer items-center gap-2 rounded-md border border-line px-2.5 hover:bg-hover has-checked:border-accent has-checked:bg-accent-soft has-focus-visible:outline-2 has-focus-visible:outline-accent"
          >
            <input
              type="radio"
              name={legend}
              className="sr-only"
              checked={environment === chosen}
              onChange={() => onChange(environment._id)}
            />
            <EnvironmentDot environment={environment} />
            {environment.name}
            <ProductionBadge environment={environment} />
          </label>
        ))}
      </div>
    </fieldset>
  );
}
