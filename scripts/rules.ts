import { basename } from 'node:path';
import { PERMISSIONS } from '#lib/auth/permissions.ts';
import { PROVIDERS } from '#lib/providers/catalogue/catalogue.ts';
import { readSources, type Source, wayTo } from './import-graph.ts';
import { matchesAnything } from './matches-anything.ts';
import { parametersInConflict, unexplainedStatements } from './raw-statements.ts';
import { stepKnowledge } from './step-knowledge.ts';

/** Returns the problem if the file breaks the rule. */
type Rule = (source: Source, all: Map<string, Source>) => string | undefined;

const serverCode =
  /^(lib\/env\.ts$|node:|pg$|pino|prom-client|better-auth$|better-auth\/(?!react|client)|@prisma\/|#prisma\/)/;
/** Provider IDs that are also ordinary words, and the default of SERVICE_NAME. */
const ordinaryWords = new Set(['svc', 'push', 'email', 'sms', 'chat', 'in_app', 'custom', 'webhook', 'line']);
const providerIds = PROVIDERS.map(({ id }) => id).filter((id) => !ordinaryWords.has(id));
const providerLiteral = new RegExp(`['"\`](${providerIds.join('|')})['"\`]`);

/** Files that contain knowledge about Belfry. Generic files, such as the texts for times, are excluded. */
const ofTheProduct = /^(lib\/(?!(time\/time|text\/counted)\.ts$)|components\/(?!ui\/))/;

const rules: Record<string, Rule> = {
  'lib imports neither app nor components': ({ path, imports }) =>
    path.startsWith('lib/') ? imports.find((file) => /^(app|components)\//.test(file)) : undefined,
  'lib imports neither scripts nor testing, except in its tests': ({ path, imports }) =>
    /^lib\/.*(?<!\.test)\.tsx?$/.test(path) ? imports.find((file) => /^(scripts|testing)\//.test(file)) : undefined,
  'the engine does not import lib/api': ({ path, imports }) =>
    /^lib\/engine\/.*(?<!\.test)\.ts$/.test(path) ? imports.find((file) => file.startsWith('lib/api/')) : undefined,
  'the admission of messages does not import attempts': ({ path, imports }) =>
    /^lib\/engine\/admission\/.*(?<!\.test)\.ts$/.test(path)
      ? imports.find((file) => file.startsWith('lib/engine/attempt/'))
      : undefined,
  'components do not import app': ({ path, imports }) =>
    path.startsWith('components/') ? imports.find((file) => file.startsWith('app/')) : undefined,
  'components/ui imports no file of the product': ({ path, imports }) =>
    path.startsWith('components/ui/') ? imports.find((file) => ofTheProduct.test(file)) : undefined,
  'browser code imports no server code': (source, all) =>
    /^(components\/|app\/(?!api\/)).*(?<!\.test)\.tsx?$/.test(source.path) ? reachesServer(source, all) : undefined,
  'browser code imports no provider, only the catalogue': (source, all) =>
    /^(components\/|app\/(?!api\/)|lib\/.*\/(schema|client)\.ts$).*(?<!\.test)\.tsx?$/.test(source.path)
      ? wayTo(
          (file) => /^lib\/providers\/((?!(?:catalogue|events|http|smtp)\/)[^/]+\/|registry\.ts$)/.test(file),
          source,
          all,
        )
      : undefined,
  'a schema imports no server code': (source, all) =>
    /^lib\/.*\/schema\.ts$/.test(source.path) ? reachesServer(source, all) : undefined,
  'the worker loads no code for sign-in, because a killed worker must restart quickly': (source, all) =>
    source.path === 'lib/engine/start-worker.ts'
      ? wayTo((file) => /^(better-auth|next)(\/|$)/.test(file), source, all, 'first')
      : undefined,
  'scripts that run before the database client is generated do not load it': (source, all) =>
    /^scripts\/(build|check|dev|generate|start|test)\.ts$/.test(source.path)
      ? wayTo((file) => file.startsWith('#prisma/generated'), source, all, 'first')
      : undefined,
  'app/api does not import Next': ({ path, imports }) =>
    path.startsWith('app/api/') ? imports.find((file) => /^next(\/|$)/.test(file)) : undefined,
  'a route or a service requires every permission': ({ path }, all) =>
    path === 'lib/auth/permissions.ts' ? PERMISSIONS.find((permission) => !isRequired(permission, all)) : undefined,
  'routes use services, not the database': ({ path, imports }) =>
    path.startsWith('app/api/')
      ? imports.find((file) => /^(lib\/postgres\/|pg$|#prisma|prisma\/)/.test(file))
      : undefined,
  'findFirst instead of findUnique, transaction() instead of $transaction': ({ path, text }) =>
    path.endsWith('.test.ts') ? undefined : /\.(findUnique(OrThrow)?|\$transaction)\b/.exec(text)?.[0],
  'a file with raw statements gives the reason in its first comment': unexplainedStatements,
  'the ON CONFLICT of an INSERT … SELECT has no parameter': parametersInConflict,
  'pages of an environment load schemas, forms, editors and layers on demand': loadsTooMuch,
  'no page loads the texts of reasons or the table for a single word or function': loadsUnused,
  'no class selects the content of a first or last child': ({ path, text }) =>
    path.startsWith('components/') ? WITHIN_A_CHILD.exec(text)?.[0] : undefined,
  'provider IDs occur in lib/providers only': ({ path, text }) =>
    /^(lib\/providers|e2e|prisma|scripts|testing|bench)\/|\.test\.tsx?$/.test(path)
      ? undefined
      : providerLiteral.exec(text)?.[0],
  'callbacks are given to useMutation, because mutate loses them when the component unmounts': ({ path, text }) =>
    path.startsWith('components/') ? /mutate\([^;]*?\bon(?:Success|Error|Settled):/.exec(text)?.[0] : undefined,
  'knowledge of step types occurs in lib/steps only': ({ path, text }) =>
    /^(lib\/steps|e2e|prisma|scripts|testing|bench)\/|\.test\.tsx?$/.test(path) ? undefined : stepKnowledge(text),
  'file names describe their content': ({ path }) =>
    /(^|\/)(utils?|helpers?|misc|common)\.tsx?$/.test(path) ? basename(path) : undefined,
  'imports of other folders begin with #': ({ text }) => /(?:from|import\(?)\s*'\.\.\/[^']*'/.exec(text)?.[0],
  'toMatchObject and objectContaining have no empty object under a key, because every value matches it': ({ text }) =>
    matchesAnything(text),
  'no TODO or FIXME': ({ path, text }) =>
    path === 'scripts/rules.ts' ? undefined : /\b(TODO|FIXME)\b/.exec(text)?.[0],
};

function isRequired(permission: string, all: Map<string, Source>): boolean {
  return [...all.values()].some(
    ({ path, text }) =>
      /^(app|components|lib)\/.*(?<!\/permissions|\.test)\.tsx?$/.test(path) && text.includes(`'${permission}'`),
  );
}

/** Runs the checks that Biome does not support. Each rule is one test. */
export function checkRules(): { passed: number; failed: number } {
  const all = readSources();
  let failed = 0;
  for (const [name, rule] of Object.entries(rules)) {
    const broken = [...all.values()].flatMap((source) => {
      const what = rule(source, all);
      return what ? [`    ${source.path}: ${what}`] : [];
    });
    if (broken.length === 0) continue;
    failed++;
    console.error(`  ✗ ${name}\n${broken.join('\n')}`);
  }
  return { passed: Object.keys(rules).length - failed, failed };
}

/**
 * Large modules that a page must load on demand, because it can be shown without them. `npm test -- ui` measures what a
 * page loads initially.
 */
const onDemand =
  /^(zod|react-hook-form|@hookform\/.*|@codemirror\/.*|@tiptap\/.*|cmdk|sonner|diff|liquidjs|croner|cronstrue)$|^lib\/steps\/index\.ts$|^components\/ui\/[\w-]+-(layer|parts)\.tsx$/;

function loadsTooMuch(start: Source, all: Map<string, Source>): string | undefined {
  const isPage = /^app\/\(dashboard\)\/(layout\.tsx|\[environment\]\/.*page\.tsx)$/.test(start.path);
  return isPage ? wayTo((file) => onDemand.test(file), start, all, 'first') : undefined;
}

/** Pages without a list. */
const withoutTable = /^app\/\(dashboard\)\/\[environment\]\/(explain|messages\/\[messageId\])\/page\.tsx$/;

function loadsUnused(start: Source, all: Map<string, Source>): string | undefined {
  if (start.path === 'app/(dashboard)/layout.tsx')
    return wayTo((file) => /^lib\/reasons\/registry\.ts$|^@tanstack\/react-table$/.test(file), start, all, 'first');
  return withoutTable.test(start.path)
    ? wayTo((file) => file === '@tanstack/react-table', start, all, 'first')
    : undefined;
}

/**
 * Variants for descendants of a child selector, for example the cells of a table's last row. With one such rule in the
 * style sheet, an element that becomes or stops being a last child makes the browser recalculate the styles of all its
 * content, such as the list next to a run that opens.
 */
const WITHIN_A_CHILD = /\[&[^\]\s]*:(?:first|last|nth|only)-[^\]\s]*[_>+~][^\]\s]*\]:|\b(?:first|last):(?:\*|\*\*|\[&)/;

function reachesServer(start: Source, all: Map<string, Source>): string | undefined {
  return wayTo((file) => serverCode.test(file), start, all);
}
