/**
 * The style sheet of the element. Pages change it by custom properties (`--belfry-…`) and by `::part`. Sides are
 * logical, so that a page in a right-to-left language needs no further rules. `light-dark()` follows the `color-scheme`
 * of the page. A theme forces the colours of the panel only, because the bell is on the background of the page.
 */
export const STYLE = /* css */ `
:host {
  all: initial;
  display: inline-block;
  color: inherit;
  color-scheme: inherit;
  --_font: var(--belfry-font, ui-sans-serif, system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif);
  --_size: var(--belfry-font-size, 14px);
  --_bg: var(--belfry-background, light-dark(#fff, oklch(21% .01 275)));
  --_fg: var(--belfry-text, light-dark(oklch(22% .02 275), oklch(94% .006 275)));
  --_muted: var(--belfry-muted, light-dark(oklch(45% .02 275), oklch(76% .012 275)));
  --_line: var(--belfry-border, light-dark(oklch(91% .006 275), oklch(31% .012 275)));
  --_edge: light-dark(oklch(60% .018 275), oklch(56% .02 275));
  --_hover: var(--belfry-hover, light-dark(oklch(96.4% .005 275), oklch(25.5% .012 275)));
  --_accent: var(--belfry-accent, light-dark(oklch(50% .2 275), oklch(78% .11 275)));
  --_on-accent: var(--belfry-accent-text, light-dark(#fff, oklch(20% .02 275)));
  --_badge: var(--belfry-badge, oklch(52% .2 25));
  --_on-badge: var(--belfry-badge-text, #fff);
  --_bad: light-dark(oklch(50% .19 25), oklch(78% .12 22));
  --_bad-soft: light-dark(oklch(96% .025 25), oklch(28% .055 22));
  --_warn: light-dark(oklch(46% .1 70), oklch(84% .12 82));
  --_warn-soft: light-dark(oklch(96.4% .045 85), oklch(29% .045 78));
  --_soft: light-dark(oklch(95.6% .02 275), oklch(30% .05 275));
  --_radius: var(--belfry-radius, 12px);
  --_shadow: 0 8px 28px oklch(20% .02 275 / .22);
}
:host([theme=light]) .panel { color-scheme: light; }
:host([theme=dark]) .panel { color-scheme: dark; }
/* Needed in a flex row, because the panel is a size container: its content does not widen it. */
:host([inline]) { display: block; inline-size: 100%; min-inline-size: min(18rem, 100vw - 3rem); }
:host([hidden]), [hidden] { display: none !important; }
*, ::before, ::after { box-sizing: border-box; }
button, input, a { font: inherit; letter-spacing: inherit; color: inherit; }
button { margin: 0; padding: 0; border: 0; background: none; text-align: start; cursor: pointer; }
h2, h3, p, ul { margin: 0; padding: 0; font: inherit; }
ul { list-style: none; }
/* A text in another direction than the page’s keeps its order, and is aligned as the others. */
p, span, time, label, h2, h3 { unicode-bidi: plaintext; text-align: -webkit-match-parent; text-align: match-parent; }
:focus { outline: none; }
:focus-visible { outline: 2px solid var(--_accent); outline-offset: 2px; }
.hidden { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
.grow { flex: 1; min-width: 0; }
.icon {
  flex: none; width: 20px; aspect-ratio: 1; fill: none; stroke: currentColor; stroke-width: 1.75;
  stroke-linecap: round; stroke-linejoin: round;
}
.icon-more { stroke-width: 2.75; }
.icon-dot path { fill: currentColor; }
.icon-back:dir(rtl) { transform: scaleX(-1); }

.bell {
  position: relative; display: inline-grid; place-items: center;
  width: var(--belfry-bell-size, 40px); height: var(--belfry-bell-size, 40px);
  border-radius: 50%; color: var(--belfry-bell, currentColor); font: var(--_size)/1 var(--_font);
}
.bell:hover, .bell[aria-expanded=true] { background: color-mix(in oklab, currentColor 12%, transparent); }
.bell:focus-visible { outline-color: currentColor; }
.bell .icon { width: 55%; }
.badge {
  position: absolute; inset-block-start: 1px; inset-inline-end: 1px; min-width: 18px; padding: 0 5px;
  border-radius: 9px; background: var(--_badge); color: var(--_on-badge);
  font: 600 11px/18px var(--_font); text-align: center; white-space: nowrap; font-variant-numeric: tabular-nums;
}
.badge:empty { display: none; }

.panel {
  position: fixed; inset: auto; margin: 0; padding: 0; display: flex; flex-direction: column;
  width: min(var(--belfry-width, 400px), calc(100vw - 16px)); height: min(var(--belfry-height, 600px), calc(100dvh - 16px));
  overflow: hidden; border: 1px solid var(--_line); border-radius: var(--_radius);
  background: var(--_bg); color: var(--_fg); font: var(--_size)/1.45 var(--_font); text-align: start;
  -webkit-text-size-adjust: 100%;
  container-type: inline-size;
  box-shadow: var(--_shadow);
}
.panel.inline { position: static; width: auto; height: var(--belfry-height, 600px); box-shadow: none; }
.head {
  display: flex; align-items: center; gap: 2px; min-height: 52px; padding: 8px; padding-inline-start: 16px;
  border-block-end: 1px solid var(--_line);
}
.head > .icon-button:first-child { margin-inline-start: -8px; }
h2 { flex: 1; min-width: 0; font-size: 1.15em; font-weight: 650; }
.view-button {
  display: inline-flex; align-items: center; gap: 4px; min-height: 32px; padding: 0 8px; margin-inline-start: -8px;
  border-radius: 8px; font-weight: 650;
}
.view-button .icon { width: 16px; color: var(--_muted); }
.icon-button {
  flex: none; display: inline-grid; place-items: center; width: 32px; height: 32px; border-radius: 8px; color: var(--_muted);
}
.view-button:hover, .icon-button:hover, [aria-haspopup=menu][aria-expanded=true] { background: var(--_soft); color: var(--_fg); }

.tabs {
  flex: none; display: flex; gap: 4px; padding: 0 12px; overflow-x: auto; scrollbar-width: none;
  --_before: #000; --_after: #000;
  mask-image: linear-gradient(to right, var(--_before), #000 60px calc(100% - 60px), var(--_after));
}
.tabs:dir(rtl) { mask-image: linear-gradient(to left, var(--_before), #000 60px calc(100% - 60px), var(--_after)); }
.more-before { --_before: transparent; }
.more-after { --_after: transparent; }
.tabs:not([hidden]) + .scroll { border-block-start: 1px solid var(--_line); }
.tab {
  flex: none; display: inline-flex; align-items: center; gap: 6px; min-height: 40px; padding: 0 6px; color: var(--_muted);
  border-block: 2px solid transparent;
}
.tab:hover { color: var(--_fg); }
.tab[aria-selected=true] { color: var(--_fg); font-weight: 600; border-block-end-color: var(--_accent); }
.tab:focus-visible { outline-offset: -2px; border-radius: 6px; }
.count {
  min-width: 20px; padding: 0 6px; border-radius: 10px; background: var(--_soft); font-size: .85em; line-height: 20px;
  font-weight: 600; text-align: center; color: var(--_fg);
}
.count:empty { display: none; }

.scroll { flex: 1; min-height: 0; overflow-y: auto; overscroll-behavior: contain; position: relative; scrollbar-width: thin; scrollbar-color: var(--_edge) transparent; }
.item {
  position: relative; display: flex; gap: 12px; padding: 14px 16px; border-block-end: 1px solid var(--_line);
}
.item:hover, .item:focus-within { background: var(--_hover); }
.item.unread::before {
  content: ''; position: absolute; inset-block-start: 28px; inset-inline-start: 5px; width: 7px; height: 7px;
  border-radius: 50%; background: var(--belfry-unread, var(--_accent));
}
.avatar {
  flex: none; display: grid; place-items: center; width: 36px; height: 36px; overflow: hidden; border-radius: 50%;
  background: var(--_soft); color: var(--_fg); font-weight: 600;
}
.avatar img { width: 100%; height: 100%; object-fit: cover; }
.content { flex: 1; min-width: 0; display: grid; gap: 4px; justify-items: start; overflow-wrap: anywhere; }
.main { max-width: 100%; text-decoration: none; }
.main::after { content: ''; position: absolute; inset: 0; }
.main:focus-visible { outline: none; }
.main:focus-visible::after { outline: 2px solid var(--_accent); outline-offset: -3px; border-radius: 8px; }
.subject { font-weight: 500; }
.unread .subject { font-weight: 650; }
.item .text { font-weight: 400; white-space: pre-line; }
.subject strong, .body strong { font-weight: 700; }
.body { color: var(--_muted); white-space: pre-line; max-width: 100%; }
.subject, .body { display: -webkit-box; -webkit-box-orient: vertical; overflow: hidden; }
.item:not(.whole) .subject { -webkit-line-clamp: 3; }
.item:not(.whole) :is(.text, .body) { -webkit-line-clamp: 4; }
.more {
  position: relative; min-height: 24px; margin-block: -2px; border-radius: 5px; color: var(--_accent); font-size: .92em; font-weight: 550;
}
.more:hover { text-decoration: underline; text-underline-offset: 3px; }
.facts { display: flex; flex-wrap: wrap; align-items: center; gap: 2px 8px; color: var(--_muted); font-size: .88em; }
.facts time { position: relative; }
.fact { display: inline-flex; align-items: center; gap: 4px; }
.fact .icon { width: 14px; }
.severity { padding: 0 6px; border-radius: 5px; font-weight: 600; line-height: 1.55; background: var(--_soft); color: var(--_fg); }
.severity-high :is(.severity, .avatar) { background: var(--_bad-soft); color: var(--_bad); }
.severity-medium .severity { background: var(--_warn-soft); color: var(--_warn); }
.actions { display: flex; flex-wrap: wrap; gap: 8px; margin-block: 6px 2px; max-width: 100%; }
.button {
  position: relative; display: inline-flex; align-items: center; justify-content: center; gap: 6px; min-height: 32px;
  max-width: 100%; padding: 4px 12px; border: 1px solid var(--_edge); border-radius: 8px; font-weight: 550; text-decoration: none;
  background: var(--_bg);
}
.button:hover { background: var(--_soft); }
.button.primary { border-color: transparent; background: var(--_accent); color: var(--_on-accent); }
.button.primary:not(.done):hover { background: color-mix(in oklab, var(--_accent) 88%, var(--_fg)); }
.button.done { border-color: var(--_line); background: none; color: var(--_muted); font-weight: 500; }
.button[aria-disabled=true] { cursor: default; }
.button .icon { width: 16px; }
/* The buttons have the line of the time for themselves, so that they cover no text. */
.foot-line { display: flex; align-items: flex-end; gap: 8px; width: 100%; min-height: 24px; margin-block-end: -4px; }
.foot-line .facts { flex: 1; min-width: 0; min-height: 24px; }
.tools { position: relative; flex: none; display: flex; margin-block: -4px; margin-inline-end: -8px; }
.quick { display: none; }
@container (min-width: 360px) {
  @media (hover: hover) {
    .item:is(:hover, :focus-within, :has([aria-expanded=true])) .quick { display: inline-grid; }
  }
}

.problem-place {
  display: flex; align-items: center; gap: 10px; padding: 6px 16px;
  border-block-end: 1px solid var(--_line); background: var(--_warn-soft); color: var(--_warn);
}
.problem-place:empty { display: none; }
.pill-place { position: sticky; inset-block-start: 8px; z-index: 1; display: flex; justify-content: center; height: 0; }
.pill {
  flex: none; height: 32px; max-width: calc(100% - 24px); padding: 0 14px; border-radius: 16px; overflow: hidden;
  background: var(--_accent); color: var(--_on-accent); font-weight: 600; text-overflow: ellipsis; white-space: nowrap;
  box-shadow: var(--_shadow);
}
.pill:focus-visible { outline: 2px solid var(--_fg); }
.foot { display: grid; place-items: center; min-height: 56px; padding: 8px; }
.spinner { display: inline-block; width: 22px; height: 22px; border: 2px solid var(--_line); border-block-start-color: var(--_accent); border-radius: 50%; }
.ghost { pointer-events: none; }
.ghost .content { gap: 10px; padding-block-start: 4px; }
.bone { display: block; width: 92%; height: 10px; border-radius: 5px; background: var(--_soft); }
.bone.wide { width: 55%; height: 12px; }
.bone.avatar { width: 36px; height: 36px; border-radius: 50%; }
.state {
  display: flex; flex-direction: column; align-items: center; gap: 6px; padding: 72px 32px 32px; text-align: center;
  text-wrap: balance;
}
.state-icon {
  display: grid; place-items: center; width: 56px; height: 56px; margin-block-end: 8px; border-radius: 50%;
  background: var(--_soft); color: var(--_accent);
}
.state-icon .icon { width: 26px; }
.state-title { font-size: 1.08em; font-weight: 600; }
.state-hint { color: var(--_muted); }
.state .button { margin-block-start: 12px; }

/* Below the list instead of on it, so that no message is covered. */
.notice {
  margin: 8px 12px 12px; display: flex; align-items: center; gap: 12px; min-height: 44px; padding: 6px 14px; border-radius: 10px;
  background: light-dark(oklch(25% .02 275), oklch(92% .006 275)); color: light-dark(oklch(97% .004 275), oklch(22% .02 275));
  box-shadow: var(--_shadow);
}
.undo { min-height: 32px; padding: 0 10px; margin-inline-end: -8px; border-radius: 7px; font-weight: 650; text-decoration: underline; text-underline-offset: 3px; }
.undo:focus-visible { outline-color: currentColor; }

.popup {
  position: fixed; inset: auto; margin: 0; padding: 5px; width: max-content; min-width: 220px; max-width: min(340px, calc(100vw - 16px)); overflow: auto;
  border: 1px solid var(--_line); border-radius: 10px; background: var(--_bg); color: inherit;
  box-shadow: var(--_shadow);
}
.entry { display: flex; align-items: center; gap: 10px; width: 100%; min-height: 36px; padding: 4px 10px; border-radius: 6px; }
.entry:focus { background: var(--_soft); }
.entry:focus-visible { outline-offset: -2px; }
.entry .icon { width: 18px; color: var(--_muted); }
.mark { flex: none; display: inline-grid; width: 18px; }
.hint { color: var(--_muted); font-size: .9em; padding-inline-start: 12px; white-space: nowrap; }
.danger, .danger .icon { color: var(--_bad); }
.form { display: grid; width: 250px; max-width: 100%; gap: 8px; padding: 9px; font-weight: 500; }
.form-buttons { display: flex; justify-content: flex-end; gap: 8px; margin-block-start: 4px; }
.input { min-height: 34px; padding: 4px 8px; border: 1px solid var(--_edge); border-radius: 8px; background: var(--_bg); font-weight: 400; }
.input[aria-invalid=true] { border-color: var(--_bad); }
.problem { color: var(--_bad); font-size: .92em; }
.problem:empty { display: none; }

.group { padding: 16px; border-block-end: 1px solid var(--_line); }
h3 { margin-block-end: 6px; color: var(--_muted); font-size: .92em; font-weight: 600; }
.note { margin-block-start: 6px; color: var(--_muted); font-size: .92em; }
.switch { display: flex; align-items: center; gap: 12px; width: 100%; min-height: 40px; border-radius: 6px; }
.track {
  flex: none; width: 36px; height: 22px; padding: 2px; border: 1px solid var(--_edge); border-radius: 11px; background: var(--_edge);
}
.knob { display: block; width: 16px; height: 16px; border-radius: 50%; background: light-dark(#fff, oklch(18% .01 275)); }
.switch[aria-checked=true] .track { border-color: var(--_accent); background: var(--_accent); }
.switch[aria-checked=true] .knob { margin-inline-start: 14px; }
.switch[aria-disabled=true] { cursor: not-allowed; }
.switch[aria-disabled=true] .track { opacity: .55; }
.fold-place + .fold-place { border-block-start: 1px solid var(--_line); }
.fold { display: flex; align-items: center; gap: 8px; width: 100%; min-height: 44px; padding: 6px 0; border-radius: 6px; }
.fold-name { flex: 0 1 auto; font-weight: 550; overflow-wrap: anywhere; }
.summary { flex: 0 1 auto; min-width: 0; margin-inline-start: auto; color: var(--_muted); font-size: .92em; }
.fold .icon { width: 16px; color: var(--_muted); }
.fold[aria-expanded=true] .icon-down { transform: scaleY(-1); }
.fold-body { padding-block-end: 10px; padding-inline-start: 12px; }
.days { margin-block-start: 8px; }
.day { display: flex; flex-wrap: wrap; align-items: flex-start; gap: 4px 8px; padding: 6px 0; }
.day-name { flex: 1; display: flex; align-items: center; gap: 8px; min-height: 34px; white-space: nowrap; }
.day-name input { flex: none; width: 18px; height: 18px; margin: 3px; accent-color: var(--_accent); }
.ranges { flex: none; display: flex; flex-direction: column; align-items: flex-end; gap: 6px; min-height: 34px; }
.range { display: flex; flex-wrap: wrap; align-items: center; gap: 2px; color: var(--_muted); min-height: 34px; }
.range .input { color: var(--_fg); }
.next-day { width: 0; min-width: 100%; margin-inline-end: -2px; font-size: .92em; }
.time { width: 80px; padding: 4px; text-align: center; }
.time::-webkit-calendar-picker-indicator { display: none; }
.range :is(.icon-button, .gap) { width: 28px; }

@media (pointer: coarse) {
  .icon-button { width: 40px; height: 40px; }
  .foot-line { margin-block-end: 0; }
  .tools { margin-block: -8px; }
  .more { min-height: 32px; }
  .range :is(.icon-button, .gap) { width: 32px; }
  .entry { min-height: 44px; }
  .button { min-height: 40px; }
}
@media (prefers-reduced-motion: no-preference) {
  .ringing .icon { animation: ring .8s ease-in-out; transform-origin: 50% 15%; }
  .spinner { animation: turn .8s linear infinite; }
  .bone { animation: fade 1.4s ease-in-out infinite alternate; }
  .knob, .track { transition: margin .15s, background-color .15s; }
  .panel:popover-open:not(.inline) { animation: appear .12s ease-out; }
  @keyframes ring { 20% { rotate: 16deg } 40% { rotate: -13deg } 60% { rotate: 9deg } 80% { rotate: -5deg } }
  @keyframes turn { to { rotate: 1turn } }
  @keyframes fade { to { opacity: .45 } }
  @keyframes appear { from { opacity: 0; translate: 0 -4px } }
}
@media (forced-colors: active) {
  .badge, .count, .severity, .notice, .button, .avatar { border: 1px solid CanvasText; }
  .item.unread::before { forced-color-adjust: none; background: Highlight; }
  /* A transparent border is visible in forced colours. */
  .tab { border-color: Canvas; }
  .tab[aria-selected=true] { border-block-end-color: Highlight; }
  .entry:focus { outline: 2px solid Highlight; outline-offset: -2px; }
  .track { forced-color-adjust: none; background: Canvas; border-color: CanvasText; }
  .knob { background: CanvasText; }
  .switch[aria-checked=true] .track { background: Highlight; border-color: Highlight; }
  .switch[aria-checked=true] .knob { background: HighlightText; }
  .switch[aria-disabled=true] .track { opacity: 1; border-color: GrayText; }
}
`;
