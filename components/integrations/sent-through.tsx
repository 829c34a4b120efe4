import Link from 'next/link';
import { useEnvironment } from '#components/layout/session.tsx';
import type { Sender } from '#lib/integrations/sender.ts';
import { senderAddress, senderName } from '#lib/integrations/sender-name.ts';
import { providerName } from '#lib/providers/catalogue/facts.ts';

/** The integration with a link to its sheet, and the provider as secondary text. */
export function SentThrough({ sender, providerId }: { sender: Sender; providerId: string | undefined }) {
  const { base } = useEnvironment();
  const name = senderName(sender);
  const provider = providerId && providerName(providerId);
  return (
    <>
      {sender.identifier === undefined ? (
        name
      ) : (
        <Link
          href={senderAddress(base, sender.identifier)}
          className="touch-area rounded-sm font-medium text-accent-text hover:underline"
        >
          {name}
        </Link>
      )}
      {provider && !name.includes(provider) && <span className="text-faint"> · {provider}</span>}
    </>
  );
}
