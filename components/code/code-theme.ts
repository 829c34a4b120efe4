import { HighlightStyle, syntaxHighlighting } from '@codemirror/language';
import type { Extension } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { tags } from '@lezer/highlight';

/** The colours are design tokens, so they follow the page's light or dark theme. */
const highlight = HighlightStyle.define([
  { tag: [tags.brace, tags.punctuation, tags.derefOperator], color: 'var(--color-faint)' },
  { tag: [tags.variableName, tags.propertyName], color: 'var(--color-accent-text)' },
  { tag: tags.function(tags.variableName), color: 'var(--color-merged)' },
  {
    tag: [tags.keyword, tags.controlKeyword, tags.definitionKeyword, tags.moduleKeyword],
    color: 'var(--color-merged)',
  },
  { tag: [tags.operatorKeyword, tags.compareOperator, tags.logicOperator], color: 'var(--color-merged)' },
  { tag: [tags.string, tags.attributeValue], color: 'var(--color-ok)' },
  { tag: [tags.number, tags.bool, tags.null, tags.atom], color: 'var(--color-warn)' },
  { tag: [tags.comment, tags.meta, tags.documentMeta], color: 'var(--color-faint)', fontStyle: 'italic' },
  { tag: [tags.tagName, tags.angleBracket], color: 'var(--color-info)' },
  { tag: tags.attributeName, color: 'var(--color-muted)' },
  { tag: tags.invalid, color: 'var(--color-bad)' },
]);

const theme = EditorView.theme({
  '&': { backgroundColor: 'transparent', color: 'var(--color-fg)', fontSize: 'var(--code-size, 12px)' },
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': { fontFamily: 'var(--font-mono)', lineHeight: '20px', overflow: 'auto' },
  '.cm-content': { padding: '5px 0', caretColor: 'var(--color-fg)', minHeight: 'var(--code-min-height, 0)' },
  '.cm-line': { padding: '0 9px' },
  '.cm-placeholder': { color: 'var(--color-faint)' },
  '.cm-cursor': { borderLeftColor: 'var(--color-fg)' },
  '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground': {
    backgroundColor: 'light-dark(oklch(88% 0.07 275), oklch(38% 0.12 275))',
  },
  '&.cm-focused .cm-matchingBracket': {
    backgroundColor: 'var(--color-accent-soft)',
    outline: 'none',
  },
  '.cm-matchingBracket, .cm-nonmatchingBracket, &.cm-focused .cm-nonmatchingBracket': {
    backgroundColor: 'transparent',
  },
  '.cm-lintRange-error': {
    backgroundImage: 'none',
    textDecoration: 'underline wavy var(--color-bad)',
    textDecorationSkipInk: 'none',
    textUnderlineOffset: '3px',
  },
  '&[data-completing] .cm-lintRange-error': { textDecoration: 'none' },
  '.cm-tooltip': {
    zIndex: 60,
    border: '0',
    borderRadius: '8px',
    backgroundColor: 'var(--color-raised)',
    color: 'var(--color-fg)',
    boxShadow: 'var(--shadow-float)',
    fontFamily: 'var(--font-sans)',
    fontSize: '12px',
  },
  '.cm-diagnostic': { borderLeft: '0', padding: '6px 10px', maxWidth: '360px', whiteSpace: 'normal' },
  '.cm-diagnosticAction': {
    display: 'inline-block',
    margin: '6px 0 0',
    padding: '3px 8px',
    border: '1px solid var(--color-line-strong)',
    borderRadius: '6px',
    backgroundColor: 'var(--color-surface)',
    color: 'var(--color-fg)',
    cursor: 'pointer',
  },
  '.cm-tooltip.cm-tooltip-autocomplete > ul': {
    fontFamily: 'var(--font-sans)',
    maxHeight: '244px',
    maxWidth: 'min(440px, 86vw)',
    padding: '4px',
    scrollbarWidth: 'thin',
  },
  '.cm-tooltip.cm-tooltip-autocomplete > ul > li': {
    display: 'flex',
    alignItems: 'baseline',
    gap: '12px',
    padding: '3px 8px',
    borderRadius: '6px',
    lineHeight: '20px',
  },
  '.cm-tooltip-autocomplete > ul > li[aria-selected]': {
    backgroundColor: 'var(--color-accent-soft) !important',
    color: 'var(--color-fg) !important',
  },
  '.cm-completionLabel': {
    fontFamily: 'var(--font-mono)',
    flex: '1 1 auto',
    overflow: 'hidden',
    textOverflow: 'ellipsis',
  },
  '.cm-completionMatchedText': { textDecoration: 'none', fontWeight: '600', color: 'var(--color-accent-text)' },
  '.cm-completionDetail': { fontStyle: 'normal', color: 'var(--color-faint)', marginLeft: '0', flex: '0 0 auto' },
  '.cm-tooltip.cm-completionInfo': {
    padding: '6px 10px',
    maxWidth: '260px',
    lineHeight: '1.45',
    color: 'var(--color-muted)',
  },
});

export const codeTheme: Extension = [theme, syntaxHighlighting(highlight)];
