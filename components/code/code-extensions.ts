import {
  acceptCompletion,
  autocompletion,
  type Completion,
  type CompletionContext,
  type CompletionResult,
  closeBrackets,
  closeBracketsKeymap,
  closeCompletion,
  completionKeymap,
  completionStatus,
  startCompletion,
} from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { html } from '@codemirror/lang-html';
import { json } from '@codemirror/lang-json';
import { liquid } from '@codemirror/lang-liquid';
import { bracketMatching, LanguageSupport, StreamLanguage } from '@codemirror/language';
import { EditorState, type Extension, Prec } from '@codemirror/state';
import { drawSelection, EditorView, keymap, ViewPlugin } from '@codemirror/view';
import type { JsonObject } from '#lib/json/values.ts';
import { codeTheme } from './code-theme.ts';
import { takeEscapeFirst } from './escape-first.ts';
import { infoPosition } from './info-position.ts';
import { type Suggestion, suggestions } from './suggestions.ts';
import { templateContext } from './template-context.ts';
import { typedOver } from './typed-over.ts';

export type CodeLanguage = 'liquid-text' | 'liquid-html' | 'json';

interface Options {
  language: CodeLanguage;
  singleLine: boolean;
  /** Called at each completion, so new variables need no new editor. */
  variables: () => JsonObject;
}

/** Returns the extensions of every field: undo, completion, colours. Tab leaves the field unless a suggestion is open. */
export function codeExtensions({ language, singleLine, variables }: Options): Extension[] {
  return [
    history(),
    drawSelection(),
    EditorView.lineWrapping,
    bracketMatching(),
    typedOver,
    closeBrackets(),
    languageOf(language),
    autocompletion({
      override: [source(variables)],
      icons: false,
      interactionDelay: 0,
      aboveCursor: false,
      positionInfo: (_, list, option, info, space) => infoPosition(list, option, info, space),
    }),
    completing,
    escapeClosesList,
    singleLine ? oneLine : [],
    keymap.of([
      { key: 'Tab', run: acceptCompletion },
      ...closeBracketsKeymap,
      ...completionKeymap,
      ...historyKeymap,
      ...defaultKeymap.filter(({ key }) => !(singleLine && key === 'Enter') && key !== 'Escape'),
    ]),
    codeTheme,
  ];
}

const plainText = new LanguageSupport(
  StreamLanguage.define({
    token: (stream) => {
      stream.skipToEnd();
      return null;
    },
  }),
);

function languageOf(language: CodeLanguage): Extension {
  if (language === 'json') return json();
  return language === 'liquid-html' ? liquid({ base: html() }) : liquid({ base: plainText });
}

/**
 * Marks the field while its list is open, because issues of an unfinished name are not shown until the list is closed.
 */
const completing = EditorView.editorAttributes.of((view): Record<string, string> | null =>
  completionStatus(view.state) === 'active' ? { 'data-completing': '' } : null,
);

const escapeClosesList: Extension = ViewPlugin.define((view) => ({
  destroy: takeEscapeFirst(() => view.hasFocus && completionStatus(view.state) !== null && closeCompletion(view)),
}));

/** Enter does nothing, and pasted text becomes one line. */
const oneLine: Extension = [
  Prec.high(keymap.of([{ key: 'Enter', run: (view) => acceptCompletion(view) || true }])),
  EditorState.transactionFilter.of((transaction) => {
    if (!transaction.docChanged || transaction.newDoc.lines === 1) return transaction;
    const text = transaction.newDoc.toString().replace(/\s+/g, (blank) => (blank.includes('\n') ? ' ' : blank));
    const at = Math.min(transaction.newSelection.main.head, text.length);
    const whole = { from: 0, to: transaction.startState.doc.length, insert: text };
    return [{ changes: whole, selection: { anchor: at }, userEvent: 'input.paste' }];
  }),
];

function source(variables: () => JsonObject): (context: CompletionContext) => CompletionResult | null {
  return ({ state, pos, explicit }) => {
    const known = variables();
    const context = Object.keys(known).length > 0 ? templateContext(state.doc.toString(), pos) : undefined;
    if (!context) return null;
    const options = suggestions(context, known);
    if (options.length === 0) return null;
    if (!explicit && context.kind === 'variable' && context.prefix === '' && !opensList(state, pos)) return null;
    return { from: context.from, options: options.map(completion), validFor: /^[\w-]*$/ };
  };
}

/** Whether the list opens automatically before any typing: only after the braces and after a dot. */
function opensList(state: EditorState, pos: number): boolean {
  return /(\{\{-?\s?|\.)$/.test(state.sliceDoc(Math.max(0, pos - 4), pos));
}

const ORDER: Record<Suggestion['kind'], number> = {
  local: 30,
  variable: 20,
  property: 20,
  filter: 20,
  tag: 20,
  word: -20,
};

function completion({ label, kind, detail, info, nested }: Suggestion, index: number): Completion {
  return {
    label,
    type: kind,
    boost: ORDER[kind] - Math.min(index, 90) / 100,
    ...(detail && { detail }),
    ...(info && { info }),
    ...(nested && { apply: (view, _, from, to) => insertAndGoOn(view, `${label}.`, from, to) }),
  };
}

function insertAndGoOn(view: EditorView, text: string, from: number, to: number): void {
  view.dispatch({
    changes: { from, to, insert: text },
    selection: { anchor: from + text.length },
    userEvent: 'input.complete',
  });
  startCompletion(view);
}
