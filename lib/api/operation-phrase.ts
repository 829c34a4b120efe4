/**
 * Returns the words of an operation ID as a short verb phrase, for the middle of a sentence: "list API keys", "delete a
 * workflow".
 */
export function operationPhrase(operationId: string): string {
  const known = PHRASES[operationId];
  if (known !== undefined) return known;
  const [verb = '', ...noun] = operationId.split(/(?=[A-Z])/).map((word) => word.toLowerCase());
  const words = noun.map((word) => ABBREVIATIONS.get(word) ?? word);
  return [VERBS.get(verb) ?? verb, ...articleOf(verb, words), ...words].join(' ');
}

const ABBREVIATIONS = new Map([
  ['api', 'API'],
  ['sms', 'SMS'],
  ['id', 'ID'],
]);

/** Replacements for verbs of operation IDs that people do not use in sentences. */
const VERBS = new Map([
  ['get', 'see'],
  ['update', 'change'],
  ['patch', 'change'],
]);

/** Phrases for operations whose ID does not consist of a verb and its object. */
const PHRASES: Readonly<Record<string, string | undefined>> = {
  analyseWorkflowDraft: 'check the draft of a workflow',
  autoConfigureIntegration: 'register an event address',
  broadcastEvent: 'trigger a workflow for everyone',
  bulkCreateSubscribers: 'import subscribers',
  cancelEvent: 'cancel runs',
  diffEnvironment: 'compare environments',
  dryRunEvent: 'make a dry run',
  endInboxSessions: 'end the inbox sessions of a subscriber',
  explain: 'see why a message was sent or not',
  fetchMessageFate: 'ask the provider about a message',
  getSystem: 'see the state of the system',
  markAllSubscriberNotificationsRead: 'mark notifications as read',
  orderIntegrations: 'change the order of integrations',
  publishEnvironment: 'publish to an environment',
  sampleWorkflowDraftPayload: 'see an example of a payload',
  setDefaultLayout: 'make a layout the default',
  setIntegrationAsPrimary: 'make an integration primary',
  syncWorkflow: 'copy a workflow to another environment',
  triggerEvent: 'trigger a workflow',
  triggerEventsInBulk: 'trigger workflows',
  undoIntegrationAsPrimary: 'undo making an integration primary',
};

/** Returns "a", "an" or "the" for a noun in the singular, otherwise nothing. */
function articleOf(verb: string, noun: readonly string[]): string[] {
  const [first = '', last = ''] = [noun[0], noun.at(-1)];
  if (first === '' || /s$/i.test(last) || last === 'health') return [];
  if (verb === 'get') return ['the'];
  return [/^[aeio]/i.test(first) ? 'an' : 'a'];
}
