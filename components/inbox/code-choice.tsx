import { useState } from 'react';
import { HighlightedCode } from '#components/api-reference/highlighted-code.tsx';
import { CopyButton } from '#components/ui/copy-button.tsx';
import { Tabs, TabsContent, TabsList, TabsTrigger } from '#components/ui/tabs.tsx';

interface Props {
  /** The accessible name of the group. */
  label: string;
  /** Code by the name of its tab. */
  codes: Readonly<Record<string, string>>;
}

/** The same code in several languages, with tabs and a button that copies the shown code. */
export function CodeChoice({ label, codes }: Props) {
  const all = Object.entries(codes);
  // Values of tabs become IDs in the document, which contain no spaces.
  const [value, choose] = useState('0');
  const [name = '', shown = ''] = all[Number(value)] ?? [];
  return (
    <section aria-label={label} className="w-full min-w-0 rounded-lg border border-line bg-surface">
      <Tabs value={value} onValueChange={choose}>
        <div className="flex items-center px-3">
          <TabsList className="min-w-0 flex-1 shadow-none">
            {all.map(([each], at) => (
              <TabsTrigger key={each} value={String(at)}>
                {each}
              </TabsTrigger>
            ))}
          </TabsList>
          <CopyButton value={shown} what={`${name} code`} />
        </div>
        {/* The code itself takes the focus, so that keys can scroll it. */}
        <TabsContent value={value} tabIndex={-1} className="border-t border-line pt-0">
          <HighlightedCode label={`Code for ${name}`} code={shown} />
        </TabsContent>
      </Tabs>
    </section>
  );
}
