/** Names that a control's key alone does not tell. */
const named: Record<string, string> = {
  skip: 'the condition for skipping',
  amount: 'time',
  cron: 'schedule',
  editorType: 'editor',
  disableOutputSanitization: 'raw output',
  layoutId: 'layout',
  digestKey: 'digest key',
  lookBackWindow: 'look-back window',
  throttleKey: 'throttle key',
  dynamicKey: 'dynamic window',
  url: 'URL',
  responseBodySchema: 'response schema',
  enforceSchemaValidation: 'checking of the response',
  continueOnFailure: 'going on after a failure',
};

/** A control path in words, small as inside of a sentence: `primaryAction.redirect.url` → "primary action › redirect › URL". */
export function controlWords(path: string): string {
  return path
    .split('.')
    .map((key) => (/^\d+$/.test(key) ? String(Number(key) + 1) : (named[key] ?? inWords(key))))
    .join(' › ');
}

/** `primaryAction` → "primary action". */
function inWords(key: string): string {
  return key.replace(/([a-z\d])([A-Z])/g, (_, end: string, start: string) => `${end} ${start.toLowerCase()}`);
}
