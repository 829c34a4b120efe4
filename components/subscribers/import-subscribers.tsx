import { useEnvironment } from '#components/layout/session.tsx';
import { ImportDialog } from './import-dialog.tsx';
import { subscriberImport } from './import-kind.ts';

/** Imports subscribers from a CSV file. */
export function ImportSubscribers({ onClose }: { onClose: () => void }) {
  const { name } = useEnvironment();
  return <ImportDialog kind={subscriberImport(name)} onClose={onClose} />;
}
