'use client';

import dynamic from 'next/dynamic';
import type { ComponentProps, ReactNode } from 'react';
import { useOpened } from './use-opened.ts';

export const loadDialog = () => import('./dialog-layer.tsx');

const Root = dynamic(() => loadDialog().then((module) => module.Root), { ssr: false });

/** The root of a dialog or a sheet. Its code is loaded when the first dialog or sheet opens. */
export function Dialog(props: ComponentProps<typeof Root>) {
  return useOpened(props.open ?? false) ? <Root {...props} /> : null;
}

export const DialogContent = dynamic(() => loadDialog().then((module) => module.DialogContent), { ssr: false });

/** The buttons of a dialog. They stay visible while the rest of the dialog scrolls. */
export function DialogFooter({ children }: { children: ReactNode }) {
  return <div className="layer-footer mt-5 flex flex-wrap justify-end gap-2">{children}</div>;
}
