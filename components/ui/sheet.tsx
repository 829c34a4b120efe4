'use client';

import dynamic from 'next/dynamic';
import { Dialog, loadDialog } from './dialog.tsx';

export const Sheet = Dialog;
export const SheetContent = dynamic(() => loadDialog().then((module) => module.SheetContent), { ssr: false });
