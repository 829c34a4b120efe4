import { EnvironmentDot } from '#components/layout/environment-dot.tsx';
import { ProductionBadge } from '#components/layout/production-badge.tsx';
import { RadioTile } from '#components/ui/radio-tile.tsx';
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
          <RadioTile
            key={environment._id}
            name={legend}
            checked={environment === chosen}
            onChange={() => onChange(environment._id)}
            className="control items-center gap-2"
          >
            <EnvironmentDot environment={environment} />
            {environment.name}
            <ProductionBadge environment={environment} />
          </RadioTile>
        ))}
      </div>
    </fieldset>
  );
}
