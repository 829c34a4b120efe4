/** Recognises Handlebars and Mustache, which look like Liquid, and suggests the equivalent Liquid. */

/**
 * Returns a sentence with the Liquid that replaces a Handlebars output. Undefined for other outputs.
 *
 * @param output the output as written, with its braces.
 */
export function liquidForHandlebars(output: string): string | undefined {
  // Before a sign such as `#`, a third brace means the same as two braces.
  const text = output.slice(0, LONGEST).replace(/^\{\{\{(?=~?\s*[#^/!>&])/, '{{');
  for (const [pattern, say] of FORMS) {
    const match = pattern.exec(text);
    if (match) return say(...match.slice(1).map((part) => (part ?? '').trim()));
  }
  return undefined;
}

const LONGEST = 200;

type Say = (...parts: string[]) => string;

const write = (...liquid: string[]) => `In Liquid, write ${liquid.map((each) => `\`${each}\``).join(' … ')}.`;
const loop = (list: string) => {
  const rest = 'Within the loop, `this.name` is `item.name` and `@index` is `forloop.index0`.';
  return `${write(`{% for item in ${list || 'payload.items'} %}`, '{% endfor %}')} ${rest}`;
};

const CLOSED: Readonly<Record<string, string>> = { if: 'endif', unless: 'endunless', each: 'endfor', with: '' };

/** Patterns of Handlebars outputs, the most specific first. */
const FORMS: readonly (readonly [RegExp, Say])[] = [
  [/^\{\{\{([^{}]*)/, (value = '') => write(`{{ ${value} | raw }}`)],
  [/^\{\{~?#\s*if\s([^{}]*)/, (value = '') => write(`{% if ${value} %}`, '{% endif %}')],
  [/^\{\{~?#\s*unless\s([^{}]*)/, (value = '') => write(`{% unless ${value} %}`, '{% endunless %}')],
  [/^\{\{~?#\s*each\s([^{}]*)/, loop],
  [/^\{\{~?#\s*with\s([^{}]*)/, (value = '') => `In Liquid, write each name in full, such as \`{{ ${value}.name }}\`.`],
  [
    /^\{\{~?#([^{}]*)/,
    (value = '') => `${write(`{% if ${value} %}`, '{% endif %}').slice(0, -1)}, or for a list ${list(value)}.`,
  ],
  [/^\{\{~?\^([^{}]*)/, (value = '') => write(`{% unless ${value || 'payload.name'} %}`, '{% endunless %}')],
  [/^\{\{~?\/([^{}]*)/, (name = '') => end(name)],
  [/^\{\{~?\s*else\s+if\s([^{}]*)/, (value = '') => write(`{% elsif ${value} %}`)],
  [/^\{\{~?\s*else\s*~?\}\}/, () => write('{% else %}')],
  [/^\{\{~?!([^{}]*)/, () => write('{% comment %}', '{% endcomment %}')],
  [/^\{\{~?>/, () => 'Liquid has no partials here: write the text itself, or put it into a layout.'],
  [/^\{\{~?&([^{}]*)/, (value = '') => write(`{{ ${value} | raw }}`)],
  [/^\{\{~?\s*@index/, () => write('{{ forloop.index0 }}')],
  [/^\{\{~?\s*(?:this\b|\.\.?\/|@)/, () => 'In Liquid, name the item of the loop, such as `{{ item.name }}`.'],
  [/^\{\{~([^{}]*)/, (value = '') => write(`{{- ${value.replace(/~$/, '').trim()} -}}`)],
];

function list(value: string): string {
  return `\`{% for item in ${value} %}\` … \`{% endfor %}\``;
}

function end(name: string): string {
  const tag = Object.hasOwn(CLOSED, name) ? CLOSED[name] : 'endif';
  return tag ? write(`{% ${tag} %}`) : 'Liquid has no such closing tag: remove this tag.';
}
