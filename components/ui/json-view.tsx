'use client';

import { useState } from 'react';
import { counted } from '#lib/text/counted.ts';
import { CopyButton } from './copy-button.tsx';
import { FoldButton } from './fold-button.tsx';

interface Props {
  value: unknown;
  /** The name for assistive technology and for the copy button: "payload". */
  what: string;
  /** The number of levels that are open at first. */
  depth?: number;
}

/** A JSON value as a tree that can be folded. The copy button copies all of it. */
export function JsonView({ value, what, depth = 2 }: Props) {
  return (
    <div className="relative rounded-lg border border-line bg-sunken">
      <CopyButton value={JSON.stringify(value, null, 2)} what={what} className="absolute top-1.5 right-1.5" />
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be focusable */}
      <section aria-label={what} tabIndex={0} className="max-h-96 overflow-auto p-2 pr-8 font-mono text-xs leading-6">
        <Node value={value} depth={depth} last />
      </section>
    </div>
  );
}

interface NodeProps {
  name?: string;
  value: unknown;
  depth: number;
  last: boolean;
}

function Node({ name, value, depth, last }: NodeProps) {
  const entries = entriesOf(value);
  if (!entries || entries.length === 0) {
    return (
      <div className="pl-4 wrap-anywhere whitespace-pre-wrap">
        <Key name={name} />
        <Leaf value={value} />
        {!last && ','}
      </div>
    );
  }
  return <Branch name={name} value={value} entries={entries} depth={depth} last={last} />;
}

function Branch({ name, value, entries, depth, last }: NodeProps & { entries: [string, unknown][] }) {
  const [open, setOpen] = useState(depth > 0);
  const [start, end] = Array.isArray(value) ? '[]' : '{}';
  return (
    <div>
      <FoldButton
        open={open}
        markClass="mt-1.5 size-3 pointer-coarse:mt-0"
        onFold={setOpen}
        className="focus-inset flex w-full items-start rounded-sm text-left pointer-coarse:min-h-11 pointer-coarse:items-center hover:bg-hover"
      >
        <span className="pl-1">
          <Key name={name} />
          {start}
          {!open && <span className="text-faint"> {summary(value, entries.length)} </span>}
          {!open && end}
          {!open && !last && ','}
        </span>
      </FoldButton>
      {open && (
        <>
          <div className="ml-[5px] border-l border-line pl-2">
            {entries.map(([key, child], index) => (
              <Node
                key={key}
                {...(!Array.isArray(value) && { name: key })}
                value={child}
                depth={depth - 1}
                last={index === entries.length - 1}
              />
            ))}
          </div>
          <div className="pl-4">
            {end}
            {!last && ','}
          </div>
        </>
      )}
    </div>
  );
}

function Key({ name }: { name: string | undefined }) {
  if (name === undefined) return null;
  return <span className="text-accent-text">{JSON.stringify(name)}: </span>;
}

function Leaf({ value }: { value: unknown }) {
  const classes = typeof value === 'string' ? 'text-ok' : typeof value === 'object' ? 'text-faint' : 'text-warn';
  return <span className={classes}>{JSON.stringify(value) ?? 'undefined'}</span>;
}

function entriesOf(value: unknown): [string, unknown][] | undefined {
  return typeof value === 'object' && value !== null ? Object.entries(value) : undefined;
}

function summary(value: unknown, count: number): string {
  const noun = Array.isArray(value) ? 'item' : 'key';
  return counted(count, noun);
}
