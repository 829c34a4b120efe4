import { useFormContext } from 'react-hook-form';
import { type PageColors, pageColors, SCHEMES } from '#lib/recipient-page/colors.ts';
import { PageColor } from '#lib/recipient-page/schema.ts';
import type { LookForm } from './look-form.ts';

const NAMES = ['light', 'dark'] as const;
type Name = (typeof NAMES)[number];

/** The head and the first choice of the page in light and dark. The preview follows the form. */
export function PagePreview({ organization }: { organization: string }) {
  const { watch } = useFormContext<LookForm>();
  const { name, color, logo } = watch();
  const { data: valid } = PageColor.safeParse(color);
  const chosen = valid ? pageColors(valid) : undefined;
  return (
    <figure aria-label="Preview" className="flex flex-col gap-3">
      {NAMES.map((each) => (
        <Card key={each} scheme={each} chosen={chosen} sender={name || organization} logo={logo} />
      ))}
    </figure>
  );
}

interface CardProps {
  scheme: Name;
  /** The colours derived from the chosen colour. Undefined: Belfry's. */
  chosen: PageColors | undefined;
  sender: string;
  logo: string;
}

function Card({ scheme, chosen, sender, logo }: CardProps) {
  const { ground, card, text, quiet, line, main, 'on-main': onMain } = SCHEMES[scheme];
  const { fill, onFill, [scheme]: link } = chosen ?? { fill: main, onFill: onMain, light: main, dark: main };
  return (
    <div className="rounded-lg border border-line p-4" style={{ background: ground, color: text }}>
      <p className="flex items-center gap-3 break-words" style={{ color: quiet }}>
        {/* biome-ignore lint/performance/noImgElement: a small picture of Belfry’s own, without variants */}
        {logo && <img src={logo} alt="" className="max-h-12 max-w-48" />}
        {sender}
      </p>
      <p className="mb-3 text-lg font-semibold">Your messages</p>
      <div className="rounded-lg border p-3" style={{ background: card, borderColor: line }}>
        <p className="font-semibold">Newsletter</p>
        <p className="mb-2">You receive these messages: Email.</p>
        <p className="flex flex-wrap items-center gap-3">
          <span className="rounded-md px-3 py-1.5" style={{ background: fill, color: onFill }}>
            Stop these messages
          </span>
          <span className="underline" style={{ color: link }}>
            Next kinds
          </span>
        </p>
      </div>
    </div>
  );
}
