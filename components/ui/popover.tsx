'use client';

import type { ComponentProps } from 'react';
import { createLayer, LayerPart, LayerRoot, LayerTrigger, type RootProps, type TriggerProps } from './on-demand.tsx';

type Parts = typeof import('./popover-parts.tsx');

const popover = createLayer('dialog', () => import('./popover-parts.tsx'));

export const loadPopover = popover.load;

export function Popover(props: RootProps) {
  return <LayerRoot layer={popover} {...props} />;
}

export function PopoverTrigger(props: TriggerProps) {
  return <LayerTrigger layer={popover} {...props} />;
}

export function PopoverContent(props: ComponentProps<Parts['Content']>) {
  return <LayerPart of={popover.parts?.Content} {...props} />;
}
