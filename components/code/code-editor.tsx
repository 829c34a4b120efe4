'use client';

import { jsonParseLinter } from '@codemirror/lang-json';
import { type Diagnostic, setDiagnostics } from '@codemirror/lint';
import { Annotation, Compartment, EditorState, type Extension, Transaction } from '@codemirror/state';
import { EditorView, placeholder as placeholderText } from '@codemirror/view';
import { useEffect, useRef } from 'react';
import { type CodeLanguage, codeExtensions } from './code-extensions.ts';
import type { CodeFieldProps } from './code-field-props.ts';
import { type CodeIssue, marks, offsetAt } from './diagnostics.ts';

/** Marks a change from outside, which is not reported back and which the field's undo skips. */
const fromOutside = Annotation.define<boolean>();

/** The editor itself, loaded when the first field of a page needs it. */
export function CodeEditor(props: CodeFieldProps) {
  const { value, issues, focus, language } = props;
  const host = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView>(undefined);
  const latest = useRef(props);
  latest.current = props;

  useEffect(() => {
    const parent = host.current;
    if (!parent) return;
    const editor = new EditorView({ parent, state: startState(latest) });
    view.current = editor;
    return () => editor.destroy();
  }, []);

  useEffect(() => view.current && takeValue(view.current, value), [value]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the effects above created the editor and its text
  useEffect(() => view.current && showIssues(view.current, issues ?? [], language), [issues, value, language]);

  const attributes = attributesOf(props);
  const attributesKey = JSON.stringify([attributes, props.placeholder, props.readOnly]);
  useEffect(() => {
    // The key contains every attribute, so a new object with equal attributes has no effect.
    if (attributesKey) view.current?.dispatch({ effects: changing.reconfigure(changingOf(latest.current)) });
  }, [attributesKey]);

  useEffect(() => {
    if (focus && view.current) putCursor(view.current, focus.position);
  }, [focus]);

  return <div ref={host} className="min-w-0 flex-1" />;
}

const changing = new Compartment();

function startState(latest: { current: CodeFieldProps }): EditorState {
  const { value, language, singleLine = false } = latest.current;
  return EditorState.create({
    doc: value,
    extensions: [
      codeExtensions({ language, singleLine, variables: () => latest.current.variables ?? {} }),
      changing.of(changingOf(latest.current)),
      EditorView.updateListener.of((update) => {
        const own = update.docChanged && !update.transactions.some((one) => one.annotation(fromOutside));
        if (own) latest.current.onChange(update.state.doc.toString());
      }),
    ],
  });
}

function changingOf(props: CodeFieldProps): Extension {
  return [
    EditorView.contentAttributes.of(attributesOf(props)),
    EditorState.readOnly.of(props.readOnly ?? false),
    props.placeholder ? placeholderText(props.placeholder) : [],
  ];
}

function attributesOf(props: CodeFieldProps): Record<string, string> {
  const { label, labelledBy, describedBy, invalid, readOnly, singleLine, required } = props;
  return {
    ...(labelledBy ? { 'aria-labelledby': labelledBy } : { 'aria-label': label }),
    ...(describedBy && { 'aria-describedby': describedBy }),
    ...(invalid && { 'aria-invalid': 'true' }),
    ...(readOnly && { 'aria-readonly': 'true' }),
    ...(required && { 'aria-required': 'true' }),
    'aria-multiline': singleLine ? 'false' : 'true',
    spellcheck: props.language === 'liquid-text' ? 'true' : 'false',
  };
}

/** Replaces only the part that differs, so cursor and scroll position stay. */
function takeValue(view: EditorView, value: string): void {
  const now = view.state.doc.toString();
  if (now === value) return;
  let from = 0;
  while (from < now.length && now[from] === value[from]) from++;
  let end = 0;
  const most = Math.min(now.length, value.length) - from;
  while (end < most && now[now.length - 1 - end] === value[value.length - 1 - end]) end++;
  view.dispatch({
    changes: { from, to: now.length - end, insert: value.slice(from, value.length - end) },
    annotations: [fromOutside.of(true), Transaction.addToHistory.of(false)],
    filter: false,
  });
}

function showIssues(view: EditorView, issues: readonly CodeIssue[], language: CodeLanguage): void {
  const text = view.state.doc.toString();
  const found: Diagnostic[] = marks(text, issues)
    .filter(({ from, to }) => to > from)
    .map(({ fix, ...mark }) => ({
      ...mark,
      severity: 'error',
      ...(fix && { actions: [{ name: `Use ${fix.name}`, apply: fix.apply }] }),
    }));
  const malformed = language === 'json' && text.trim() !== '' ? jsonParseLinter()(view) : [];
  view.dispatch(setDiagnostics(view.state, [...found, ...malformed]));
}

function putCursor(view: EditorView, position: { line: number; column: number } | undefined): void {
  const anchor = position ? offsetAt(view.state.doc.toString().split('\n'), position) : view.state.doc.length;
  view.dispatch({ selection: { anchor }, scrollIntoView: true });
  view.focus();
  view.dom.scrollIntoView({ block: 'center' });
}
