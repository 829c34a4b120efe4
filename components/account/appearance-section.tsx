import { useId, useState } from 'react';
import { chooseDensity, chooseTheme, type Density, readAppearance, type Theme } from '#components/layout/appearance.ts';
import { SettingsSection } from '#components/settings/settings-page.tsx';
import { RadioTile } from '#components/ui/radio-tile.tsx';
import { ZoneField } from './zone-field.tsx';

const themes: Record<Theme, string> = { system: 'System', light: 'Light', dark: 'Dark' };
const densities: Record<Density, string> = { comfortable: 'Comfortable', compact: 'Compact' };

/** Theme, row density and time zone, stored in this browser. */
export function AppearanceSection() {
  const [chosen, setChosen] = useState(readAppearance);
  return (
    <SettingsSection
      id="appearance"
      title="Appearance"
      intro="This browser keeps these choices. They apply immediately."
    >
      <div className="flex flex-col gap-4">
        <Choice
          legend="Theme"
          options={themes}
          chosen={chosen.theme}
          onChange={(theme) => {
            chooseTheme(theme);
            setChosen({ ...chosen, theme });
          }}
        />
        <Choice
          legend="Row density"
          options={densities}
          chosen={chosen.density}
          onChange={(density) => {
            chooseDensity(density);
            setChosen({ ...chosen, density });
          }}
        />
        <ZoneField />
      </div>
    </SettingsSection>
  );
}

interface ChoiceProps<Value extends string> {
  legend: string;
  /** The labels by value. */
  options: Record<Value, string>;
  chosen: Value;
  onChange: (value: Value) => void;
}

function Choice<Value extends string>({ legend, options, chosen, onChange }: ChoiceProps<Value>) {
  const name = useId();
  return (
    <fieldset>
      <legend className="mb-1.5 text-xs font-medium">{legend}</legend>
      <div className="flex flex-wrap gap-1.5">
        {(Object.keys(options) as Value[]).map((value) => (
          <RadioTile
            key={value}
            name={name}
            checked={value === chosen}
            onChange={() => onChange(value)}
            className="control items-center"
          >
            {options[value]}
          </RadioTile>
        ))}
      </div>
    </fieldset>
  );
}
