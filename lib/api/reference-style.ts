/** The style of the API reference page: no fonts, scripts or images; light and dark follow the reader's system. */
export const referenceStyle = `
:root { color-scheme: light dark; --ink: light-dark(#1c1c22, #ececf1); --soft: light-dark(#62626e, #a2a2b0);
  --line: light-dark(#e3e3ea, #2d2d36); --back: light-dark(#fff, #131317); --panel: light-dark(#f7f7fa, #1b1b21); --mark: light-dark(#4338ca, #a5b4fc); }
* { box-sizing: border-box; }
body { margin: 0; background: var(--back); color: var(--ink); font: 15px/1.55 system-ui, sans-serif; }
.frame { display: grid; grid-template-columns: 280px minmax(0, 1fr); max-width: 1240px; margin: 0 auto; }
nav { position: sticky; top: 0; height: 100vh; overflow-y: auto; padding: 24px 16px; border-right: 1px solid var(--line); font-size: 13px; }
nav h2 { margin: 20px 0 4px; font-size: 12px; color: var(--soft); }
nav a { display: block; padding: 3px 8px; border-radius: 6px; color: inherit; text-decoration: none; }
nav a:hover, nav a:focus-visible { background: var(--panel); }
main { padding: 32px; }
h1 { margin: 0 0 8px; font-size: 26px; }
main > h2 { margin: 48px 0 16px; padding-top: 16px; border-top: 1px solid var(--line); font-size: 20px; }
article { margin: 0 0 24px; padding: 16px 20px; border: 1px solid var(--line); border-radius: 10px; scroll-margin-top: 16px; }
article:target { border-color: var(--mark); }
h3 { margin: 0 0 6px; font-size: 16px; }
h4 { margin: 16px 0 6px; font-size: 13px; color: var(--soft); }
code, pre { font: 13px/1.5 ui-monospace, monospace; }
pre { margin: 0; padding: 12px; overflow-x: auto; border-radius: 8px; background: var(--panel); }
.line { overflow-wrap: anywhere; }
.method { display: inline-block; min-width: 56px; color: var(--mark); font-weight: 600; }
.soft { color: var(--soft); }
a { color: var(--mark); }
table { width: 100%; border-collapse: collapse; font-size: 14px; }
th, td { padding: 6px 8px 6px 0; border-top: 1px solid var(--line); text-align: left; vertical-align: top; overflow-wrap: anywhere; }
th { font-weight: 500; color: var(--soft); }
summary { cursor: pointer; }
@media (max-width: 760px) { .frame { grid-template-columns: minmax(0, 1fr); } nav { position: static; height: auto; max-height: 40vh; border: 0; border-bottom: 1px solid var(--line); } main { padding: 16px; } }
`;
