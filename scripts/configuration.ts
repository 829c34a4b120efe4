import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { defaultOf, type Env, requiredWithDatabase, ruleOf, variableNames } from '#lib/env.ts';
import { root } from './sources.ts';

const INTRODUCTION = `# Configuration

Environment variables configure Belfry. Web processes, workers and migrations of one installation need the same values, except for \`PORT\`,
\`HOST\`, \`WORKER_METRICS_PORT\` and \`LOG_LEVEL\`. \`npm start\` also reads a file \`.env\`. An empty value counts as absent. A start
with invalid values reports all problems together.

[install.md](install.md) shows a configuration for each way to run Belfry, and [operations.md](operations.md) explains the settings.
\`lib/env.ts\` and \`.env.example\` are the source of this page: \`npm test -- unit configuration --update\` writes the page again.
`;

/** Returns the reference of all variables, docs/configuration.md. */
export function configurationPage(): string {
  const notes = variableNotes();
  const rows = variableNames.map((name) => {
    const cells = [
      `\`${name}\``,
      shownDefault(name),
      ruleOf(name)?.replace(/^must (be|have) /, '') ?? 'any text',
      notes.get(name) ?? 'MISSING in .env.example',
    ];
    return `| ${cells.map(escapeCell).join(' | ')} |`;
  });
  const table = ['| variable | default | value | meaning |', '|---|---|---|---|', ...rows];
  return [INTRODUCTION, '## Variables\n', ...table, '', imageSection(), ''].join('\n');
}

function shownDefault(name: keyof Env): string {
  const standard = defaultOf(name);
  if (standard) return `\`${standard}\``;
  return (requiredWithDatabase as readonly string[]).includes(name) ? 'required with `DATABASE_URL`' : '—';
}

/** Returns the comment of each variable in .env.example. Variables of one paragraph share its comment. */
function variableNotes(): Map<string, string> {
  const paragraphs = readFileSync(join(root, '.env.example'), 'utf8').trim().split(/\n\n+/).slice(1);
  return new Map(
    paragraphs.flatMap((paragraph) => {
      const lines = paragraph.split('\n');
      const note = lines.filter((line) => line.startsWith('#')).map((line) => line.slice(1).trim());
      const names = lines.filter((line) => !line.startsWith('#')).map((line) => line.split('=', 1)[0] ?? '');
      return names.map((name) => [name, note.join(' ')] as const);
    }),
  );
}

function imageSection(): string {
  const settings = /^ENV (.+)$/m.exec(readFileSync(join(root, 'Containerfile'), 'utf8'))?.[1]?.split(' ') ?? [];
  const own = settings.filter((setting) => (variableNames as string[]).includes(setting.split('=', 1)[0] ?? ''));
  return `## In the image

The image sets ${own.map((setting) => `\`${setting}\``).join(', ')}. A container has its own
address, so these values suit every container. Its root file system may be read-only: only \`/tmp\` needs to be writable.`;
}

const escapeCell = (text: string) => text.replaceAll('|', '\\|');
