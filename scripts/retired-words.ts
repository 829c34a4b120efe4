/** Words that were replaced by those of the field, as data. docs/glossary.md defines the current words. */

/**
 * - `name`: forbidden anywhere as a whole word, including comments.
 * - `declared`: an ordinary English word that must not name a variable, function, type or property.
 * - `file`: forbidden in a file's name, as its last part before the extension.
 * - `label`: forbidden as a separate text of the dashboard, such as the head of a column.
 */
type Place = 'name' | 'declared' | 'file' | 'label';

export interface Retired {
  words: readonly string[];
  use: string;
  as?: Place;
  /** Paths where the word means something else. */
  except?: RegExp;
}

/** Forbidden. */
export const retired: readonly Retired[] = [
  {
    words: ['NotificationKind', 'notificationKind', 'notification_kinds', 'kindHash', 'KindColumns'],
    use: 'WorkflowSnapshot, workflow_snapshots',
  },
  { words: ['kind_id', 'kindId', 'kindIds', 'findKindIds', 'heldKinds', 'kindKeys'], use: 'snapshot_id, snapshotId' },
  { words: ['kinds'], as: 'file', use: 'workflow-snapshots', except: /^lib\/providers\// },
  { words: ['field-words'], as: 'file', use: 'the fields of the step type' },
  { words: ['leads'], as: 'file', use: 'list-plan' },
  { words: ['leadOf', 'LeadCell', 'LeadProps'], use: 'planOf, FirstCell' },
  { words: ['lead', 'leads', 'Lead'], as: 'declared', use: 'plan, plans, ListPlan' },
  { words: ['verdict'], as: 'file', use: 'run-status' },
  { words: ['verdict', 'Verdict', 'verdictOf'], use: 'run status, RunStatus' },
  {
    words: ['sentence', 'sentences', 'Sentence'],
    as: 'declared',
    use: 'summary; message of an error',
    except: /^lib\/liquid\//,
  },
  { words: ['midSentence', 'uncapitalised'], use: 'lowerFirst' },
  { words: ['dayOfYear'], use: 'shortDateText' },
  { words: ['words'], as: 'file', use: 'labels' },
  {
    words: [
      'channelWords',
      'stepWords',
      'operatorWords',
      'blockWords',
      'keyWords',
      'controlWords',
      'typeWords',
      'waitWord',
      'withWord',
    ],
    use: '…Labels, …Label',
  },
  {
    words: ['filterWords', 'layerWords', 'tagWords', 'placeWords', 'timeWords', 'cronWords', 'useCronWords', 'inWords'],
    use: 'what the text is: filterSummary, tagList …',
  },
  { words: ['acts', 'act'], as: 'file', use: 'actions, action' },
  {
    words: [
      'LayoutAct',
      'LayoutActs',
      'useLayoutAct',
      'RowAct',
      'RowActs',
      'useRowActs',
      'StepAct',
      'useStepActs',
      'onAct',
      'ActedOn',
      'MenuAct',
      'actOn',
    ],
    use: '…Action',
  },
  { words: ['useIntegrationActs', 'useWorkflowActs'], use: 'useIntegrationActions, useWorkflowActions' },
  { words: ['act', 'acts', 'Act', 'Acts'], as: 'declared', use: 'action, actions' },
  { words: ['look'], as: 'file', use: 'preview' },
  {
    words: ['ActionLook', 'InAppLook', 'MailLook', 'SmsLook', 'ChatLook', 'PushLook', 'PreviewLook', 'LookProps'],
    use: '…Preview, PreviewProps',
  },
  { words: ['ButtonLook', 'StateLook'], use: 'ButtonStyle, StateStyle' },
  {
    words: ['look', 'looks', 'Look', 'LOOKS'],
    as: 'declared',
    use: 'preview; style',
    except: /^lib\/liquid\/work-clock\.ts$/,
  },
  { words: ['what-stops'], as: 'file', use: 'deactivation-impact' },
  { words: ['whatStops', 'WhatStops'], use: 'deactivationImpact' },
  { words: ['nextStanding', 'ChannelStanding'], use: 'nextPrimaryAndPriority, ChannelState' },
  { words: ['Standing'], as: 'declared', use: 'IntegrationState' },
  {
    words: ['standing', 'standingNote', 'STANDINGS', 'standingOf', 'StandingBadge', 'StandingNote'],
    as: 'declared',
    use: 'availability, availabilityNote',
  },
  { words: ['leafPaths'], use: 'valuePaths' },
  { words: ['rank'], as: 'declared', use: 'priority; order', except: /^lib\/(engine|preferences)\// },
  { words: ['headline'], as: 'file', use: 'title' },
  { words: ['headline', 'messageHeadline'], use: 'messageTitle' },
  { words: ['skipSpans'], use: 'seek' },
  { words: ['Span'], as: 'declared', use: 'IdRange' },
  { words: ['holdWorkflow', 'HeldWorkflow', 'holdIfThere'], use: 'lockWorkflow, LockedWorkflow' },
  { words: ['saveOver'], use: 'saveVersion' },
  { words: ['refusal', 'refusals'], as: 'file', use: 'validation', except: /^lib\/events\// },
  {
    words: [
      'refuseBadWorkflow',
      'refuseUnknownLayouts',
      'refuseStale',
      'refuseTarget',
      'refuseBadContent',
      'refuseNeeded',
      'refuseLongKey',
    ],
    use: 'assert…',
  },
  {
    words: [
      'refuseUnstorable',
      'refuseText',
      'refuseOtherIdentity',
      'refuseMember',
      'refuseForeignPage',
      'refuseManyTags',
    ],
    use: 'assert…',
  },
  { words: ['RefusedField', 'refusedFields', 'withRefused'], use: 'RejectedField, rejectedFields' },
  {
    words: ['refuse', 'refused', 'refusal', 'refusals'],
    as: 'declared',
    use: 'assert…, an error, rejected',
    except: /^lib\/(engine|events|outbound|providers|reasons)|^testing\/|\.test\.tsx?$/, // names of what providers do
  },
  { words: ['StepDefinition', 'stepDefinition', 'stepDefinitionOf'], use: 'StepType (registry), StepContent (stored)' },
  { words: ['call'], as: 'file', use: 'api-request', except: /^lib\/providers\// },
  { words: ['Call'], as: 'declared', use: 'ApiRequest; in tests CallApi' },
  { words: ['beginCall'], use: 'beginRequest' },
  {
    words: ['failure', 'stages', 'running', 'around', 'marks'],
    as: 'file',
    use: 'what it is: cli-error, progress, process-group, ancestors, diagnostics',
    except: /^components\/block-editor\/marks\.ts$/,
  },
  { words: ['Person'], as: 'label', use: 'Subscriber; of a run Recipient' },
  { words: ['Through'], as: 'label', use: 'Provider' },
  { words: ['Made', 'Made by'], as: 'label', use: 'Created, Created by' },
  { words: ['Event', 'Events'], as: 'label', use: 'Run, Runs' },
];

/** To be forbidden too, while the code still uses them. Entries move to `retired` once the words are gone. */
export const pending: readonly Retired[] = [];

/** `leadOf (use planOf)` for the first retired word of a file. */
export function retiredWord(path: string, text: string, list: readonly Retired[] = retired): string | undefined {
  const code = /\.tsx?$/.test(path) ? codeOf(text) : text;
  for (const entry of list) {
    if (entry.except?.test(path)) continue;
    const found = finders[entry.as ?? 'name'](entry.words, { path, text, code });
    if (found) return `${found} (use ${entry.use})`;
  }
  return undefined;
}

interface Source {
  path: string;
  text: string;
  /** Without comments and strings. */
  code: string;
}

const finders: Record<Place, (words: readonly string[], source: Source) => string | undefined> = {
  name: (words, { text }) => new RegExp(`(?<![\\w$])(?:${words.join('|')})(?![\\w$])`).exec(text)?.[0],
  declared: (words, { code }) => {
    const any = `(${words.join('|')})(?![\\w$])`;
    const declaration = new RegExp(
      `\\b(?:const|let|var|function|type|interface|class)\\s+${any}|[{(,]\\s*${any}\\s*[,:}?]|^\\s*${any}\\??:`,
      'm',
    );
    return declaration.exec(code)?.slice(1).find(Boolean);
  },
  file: (words, { path }) =>
    new RegExp(`(?:^|[/-])(?:${words.join('|')})(?=(?:\\.(?:test|spec))?\\.tsx?$)`)
      .exec(path)?.[0]
      .replace(/^[/-]/, ''),
  label: (words, { path, text }) => {
    if (!/^(components|app\/(?!api\/)).*\.tsx?$/.test(path)) return undefined;
    return new RegExp(`(?<=['"\`>]\\s*)(?:${words.join('|')})(?=\\s*(?:['"\`]|</))`).exec(text)?.[0];
  },
};

/** Code with blank comments and strings, except what stands in `\${}`. JSX text stays. */
function codeOf(text: string): string {
  return text.replace(/\/\*[\s\S]*?\*\/|(?<![:'"`\w])\/\/[^\n]*|'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"/g, (part) =>
    part.startsWith('/') ? '' : "''",
  );
}
