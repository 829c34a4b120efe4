import Link from 'next/link';
import { useEnvironment } from '#components/layout/session.tsx';
import { Fact } from '#components/ui/facts.tsx';
import type { Message } from '#lib/messages/schema.ts';

/** The run that the message repeats, and the newest run that repeats the message. Empty if it was sent once. */
export function ResendFacts({ message: { resendOf, resentIn } }: { message: Message }) {
  return (
    <>
      {resendOf && (
        <Fact label="Repeats">
          <RunLink id={resendOf}>An earlier run</RunLink>
        </Fact>
      )}
      {resentIn && (
        <Fact label="Sent again">
          <RunLink id={resentIn}>The newest run</RunLink>
        </Fact>
      )}
    </>
  );
}

function RunLink({ id, children }: { id: string; children: string }) {
  const { base } = useEnvironment();
  return (
    <Link
      href={`${base}/activity?run=${id}`}
      className="touch-area rounded-sm py-0.5 font-medium text-accent-text hover:underline"
    >
      {children}
    </Link>
  );
}
