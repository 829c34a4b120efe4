import { useState } from 'react';
import {
  DropdownMenuLabel,
  DropdownMenuRadioGroup,
  DropdownMenuRadioItem,
  DropdownMenuSeparator,
} from '#components/ui/dropdown-menu.tsx';
import { chooseDensity, chooseTheme, type Density, readAppearance, type Theme } from './appearance.ts';

/** Theme and row density in the user menu. Mounted with the menu, so that they show the current values. */
export function AppearanceItems() {
  const [chosen, setChosen] = useState(readAppearance);
  return (
    <>
      <DropdownMenuSeparator />
      <DropdownMenuLabel>Theme</DropdownMenuLabel>
      <DropdownMenuRadioGroup
        value={chosen.theme}
        onValueChange={(theme) => {
          chooseTheme(theme as Theme);
          setChosen({ ...chosen, theme: theme as Theme });
        }}
      >
        <Option value="system" label="System" />
        <Option value="light" label="Light" />
        <Option value="dark" label="Dark" />
      </DropdownMenuRadioGroup>
      <DropdownMenuSeparator />
      <DropdownMenuLabel>Row density</DropdownMenuLabel>
      <DropdownMenuRadioGroup
        value={chosen.density}
        onValueChange={(density) => {
          chooseDensity(density as Density);
          setChosen({ ...chosen, density: density as Density });
        }}
      >
        <Option value="comfortable" label="Comfortable" />
        <Option value="compact" label="Compact" />
      </DropdownMenuRadioGroup>
    </>
  );
}

/** A choice keeps the menu open, so that its effect can be seen. */
function Option({ value, label }: { value: string; label: string }) {
  return (
    <DropdownMenuRadioItem value={value} onSelect={(event) => event.preventDefault()}>
      {label}
    </DropdownMenuRadioItem>
  );
}
