import type { UseMutationOptions } from '@tanstack/react-query';
import type { ApiFailure } from '#lib/api/client.ts';
import { subscriberMutations } from '#lib/subscribers/client.ts';
import { COLUMN_USES, type ColumnUse } from '#lib/subscribers/import.ts';
import type { ImportProgress, ImportRun } from '#lib/subscribers/import-run.ts';
import { counted } from '#lib/text/counted.ts';

/** The records that an import creates from the rows of a CSV file. */
export interface ImportKind {
  /** The title of the dialog. */
  title: string;
  description: string;
  /** An example file. */
  example: string;
  /** The explanation below the example. */
  format: string;
  /** The possible uses of a column. */
  uses: readonly { value: ColumnUse; label: string }[];
  /** Returns the label of the button that imports. */
  action: (count: number) => string;
  /** The words behind the counts of a check and of an import. */
  created: Words;
  updated: Words;
  run: (environmentId: string) => UseMutationOptions<ImportProgress, ApiFailure, ImportRun>;
}

interface Words {
  check: string;
  done: string;
}

/** Creates and updates subscribers. */
export function subscriberImport(environment: string): ImportKind {
  return {
    title: 'Import subscribers',
    description: `Imports a CSV file into ${environment}. Existing IDs are updated, so you can import a file again.`,
    example: `subscriberId,firstName,lastName,email,phone,locale,timezone
user_1042,Jane,Cooper,jane@example.com,+4915112345678,en-US,Europe/Berlin
user_1043,José,Muñoz,jose@example.com,,es-ES,Europe/Madrid
`,
    format:
      'The first row names the columns; only the subscriber ID is needed. Commas, semicolons and tabs are recognised. An empty cell keeps the stored value.',
    uses: COLUMN_USES,
    action: (count) => `Import ${counted(count, 'subscriber')}`,
    created: { check: 'to create', done: 'created' },
    updated: { check: 'to update', done: 'updated' },
    run: subscriberMutations.import,
  };
}
