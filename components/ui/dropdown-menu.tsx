'use client';

import type { ComponentProps } from 'react';
import { createLayer, LayerPart, LayerRoot, LayerTrigger, type RootProps, type TriggerProps } from './on-demand.tsx';

type Parts = typeof import('./dropdown-menu-parts.tsx');

const menu = createLayer('menu', () => import('./dropdown-menu-parts.tsx'));

export const loadDropdownMenu = menu.load;

export function DropdownMenu(props: RootProps) {
  return <LayerRoot layer={menu} {...props} />;
}

export function DropdownMenuTrigger(props: TriggerProps) {
  return <LayerTrigger layer={menu} {...props} />;
}

export function DropdownMenuContent(props: ComponentProps<Parts['Content']>) {
  return <LayerPart of={menu.parts?.Content} {...props} />;
}

export function DropdownMenuItem(props: ComponentProps<Parts['Item']>) {
  return <LayerPart of={menu.parts?.Item} {...props} />;
}

export function DropdownMenuLabel(props: ComponentProps<Parts['Label']>) {
  return <LayerPart of={menu.parts?.Label} {...props} />;
}

export function DropdownMenuSeparator() {
  return <LayerPart of={menu.parts?.Separator} />;
}

export function DropdownMenuRadioGroup(props: ComponentProps<Parts['RadioGroup']>) {
  return <LayerPart of={menu.parts?.RadioGroup} {...props} />;
}

export function DropdownMenuRadioItem(props: ComponentProps<Parts['RadioItem']>) {
  return <LayerPart of={menu.parts?.RadioItem} {...props} />;
}
