import { raw } from 'hono/html';
import { pageColors, SCHEMES } from './colors.ts';

const COLOR = /^#[0-9a-f]{6}$/;

/**
 * Returns the styles of the recipient's page, in light and dark.
 *
 * @param color `#rrggbb`. Anything else is Belfry's colour.
 */
export function stylesOf(color: string | undefined): ReturnType<typeof raw> {
  if (color === undefined || !COLOR.test(color)) return raw(STYLES);
  const { fill, onFill, light, dark } = pageColors(color);
  return raw(`${STYLES}:root { --fill: ${fill}; --on-fill: ${onFill}; --main: ${light} }
@media (prefers-color-scheme: dark) { :root { --main: ${dark} } }
`);
}

/** Returns the colours as variables. */
function variables(scheme: Readonly<Record<string, string>>): string {
  return Object.entries(scheme)
    .map(([name, color]) => `--${name}: ${color}`)
    .join('; ');
}

/** A switch that the recipient has changed, but not saved. The button that saves then stays in view. */
const CHANGED = ':checked:not([checked]), [checked]:not(:checked)';

const STYLES = `
:root { color-scheme: light dark; ${variables(SCHEMES.light)} }
@media (prefers-color-scheme: dark) { :root { ${variables(SCHEMES.dark)} } }
html:has(${CHANGED}) { scroll-padding-bottom: 6rem }
* { box-sizing: border-box }
body { margin: 0; background: var(--ground); color: var(--text); font: 16px/1.5 system-ui, sans-serif }
main { max-width: 40rem; margin: 0 auto; padding: 2rem 1rem 4rem; overflow-wrap: anywhere }
h1 { margin: 0 0 1rem; font-size: 1.5rem; line-height: 1.25 }
h2 { margin: 0 0 .5rem; font-size: 1.0625rem }
p { margin: 0 0 .5rem }
:is(section, .notice) > p:last-child { margin-bottom: 0 }
.sender { display: flex; align-items: center; gap: .75rem; margin: 0 0 .25rem; color: var(--quiet) }
.logo { max-width: 12rem; max-height: 3rem }
section, .notice { margin: 0 0 1rem; padding: 1rem 1.25rem; border: 1px solid var(--line); border-radius: .5rem; background: var(--card) }
.notice { border-color: var(--main) }
section p { color: var(--quiet) }
.state { color: var(--text) }
.notice .state { font-weight: 600 }
.notice .state::before { content: '\\2713\\00a0'; color: var(--main) }
fieldset { display: flex; flex-wrap: wrap; align-items: center; min-width: 0; margin: 0; padding: .25rem 0; border: 0; border-bottom: 1px solid var(--line) }
legend { padding: .375rem 0 0; float: left; width: 100%; font-weight: 600 }
@media (min-width: 36rem) { legend { width: 14rem; padding: .25rem 1rem .25rem 0 } fieldset { flex-wrap: nowrap } fieldset > div { flex: 1 } }
label { display: inline-flex; gap: .5rem; align-items: center; min-height: 2.75rem; margin-right: 1.25rem; cursor: pointer }
input[type=checkbox] { width: 1.125rem; height: 1.125rem; margin: 0; accent-color: var(--main) }
form > p { margin: 1rem 0 0 }
.save { display: flex; flex-wrap: wrap; align-items: center; gap: .5rem 1rem; margin: 0 -1.25rem -1rem; padding: .75rem 1.25rem; border-top: 1px solid var(--line); border-radius: 0 0 .5rem .5rem; background: var(--card) }
form:has(${CHANGED}) .save { position: sticky; bottom: 0 }
fieldset:last-of-type { border-bottom: 0 }
button { min-height: 2.75rem; padding: .5rem 1rem; border: 1px solid var(--edge); border-radius: .375rem; background: var(--card); color: var(--text); font: inherit; cursor: pointer }
button:hover { filter: brightness(.94) }
:is(button.main, form:has(${CHANGED}) .save button) { border-color: var(--main); background: var(--fill, var(--main)); color: var(--on-fill, var(--on-main)) }
a { color: var(--main) }
:focus-visible { outline: 2px solid var(--main); outline-offset: 2px }
:target { scroll-margin-top: 8rem; border-color: var(--main) }
`;
