/** Cases for mistakes that the parser ignores silently, each with the correct form next to it. */
import { illegal, legal } from './case.ts';

/** The template and its output, then the correct form and its output. */
const PAIRS = [
  // A name is missing
  ['{{ payload. }}', '*', '{{ payload.name}}', 'Ada Lovelace'],
  ['{{ payload.user.home. }}', '*', '{{ payload.user.home["post code"] }}', '75001'],
  ['{{ payload.colours.[0] }}', '*', '{{ payload.colours [0] }}', null],
  ['{{ payload[] }}', '', '{{ payload["[].["] }}', null],
  ['{{ .name }}', '', '{{ payload.digits | plus: .5 }}', null],
  ['{{ payload.none | default: payload. }}', '*', '{{ payload.nothing | default: payload.one }}', '1'],
  ['{% assign x = payload.user. %}{{ x.name }}', '*', '{% assign x = payload.user %}{{ x.home.city }}', 'Paris'],
  [
    '{% for c in payload.user. %}{% endfor %}',
    '',
    '{% for c in payload.colours reversed %}{{ c }}{% endfor %}',
    'bluegreenred',
  ],
  ['{% for n in (1..payload.) %}{% endfor %}', '*', '{% for n in (1..payload.one) %}{{ n }}{% endfor %}', '1'],
  // Words without a role
  ['{{ payload.name "b" }}', '*', '{{ payload.name | append: "b" }}', 'Ada Lovelaceb'],
  ['{{ payload.name payload.count }}', '*', '{{ payload.name }} {{ payload.count }}', 'Ada Lovelace 3'],
  ['{{ payload.name, payload.count }}', 'Ada Lovelace', '{% cycle payload.name, payload.count %}', 'Ada Lovelace'],
  ['{% assign x = 1 2 %}', '', '{% assign x = 12 %}{{ x }}', '12'],
  ['{% echo payload.name "b" %}', '*', '{% echo %}', ''],
  ['{% cycle "a" "b" %}', '*', '{% cycle "a", "b", %}', 'a'],
  ['{% if payload.yes payload.no %}x{% endif %}', '*', '{% if payload.yes or payload.no %}x{% endif %}', 'x'],
  ['{% if payload.count == 3 4 %}x{% endif %}', '*', '{% if payload.count == 3 and 4 %}x{% endif %}', 'x'],
  [
    '{% case payload.count 3 %}{% when 3 %}x{% endcase %}',
    '*',
    '{% case 3 %}{% when payload.count %}x{% endcase %}',
    'x',
  ],
  ['{% case 3 %}{% when 1 3 %}x{% endcase %}', '*', '{% case 3 %}{% when 1 or 3 %}x{% endcase %}', 'x'],
  ['{% case 3 %}{% when %}x{% endcase %}', '', '{% case 3 %}{% when 3, %}x{% endcase %}', 'x'],
  ['{% capture a b %}{% endcapture %}', '', '{% capture a-b %}x{% endcapture %}{{ a-b }}', 'x'],
  ['{% increment a b %}', '0', '{% increment a_b %}', '0'],
  ['{% increment %}', '*', '{% increment a %}', '0'],
  [
    '{% for c in payload.colours %}{% break now %}{% endfor %}',
    '',
    '{% for c in payload.colours %}x{% break %}{% endfor %}',
    'x',
  ],
  [
    '{% for c in payload.colours | reverse %}{% endfor %}',
    '',
    '{% for c in payload.colours, limit: 1 %}{{ c }}{% endfor %}',
    'red',
  ],
  [
    '{% for c in payload.colours reverse %}{% endfor %}',
    '',
    '{% for c in payload.colours reversed limit:1 %}{{ c }}{% endfor %}',
    'red',
  ],
  [
    '{% for c in payload.colours limit 1 %}{% endfor %}',
    '*',
    '{% for c in payload.colours limit:1 %}{{ c }}{% endfor %}',
    'red',
  ],
  [
    '{% for c in payload.colours limit: %}{% endfor %}',
    '*',
    '{% for c in payload.colours offset: 2 %}{{ c }}{% endfor %}',
    'blue',
  ],
  [
    '{% tablerow n in (1..1) cols 1 %}{% endtablerow %}',
    '*',
    '{% tablerow n in (1..1) cols: 1 %}{% endtablerow %}',
    '<tr class="row1"><td class="col1"></td></tr>',
  ],
  ['{% liquid\n echo payload.name "b"\n%}', '*', '{% liquid\n echo payload.one\n echo "b"\n%}', '1b'],
  // Operators without a value on one side
  ['{% if payload.count == %}x{% endif %}', '*', '{% if payload.count == 3 %}x{% endif %}', 'x'],
  ['{% if == 3 %}x{% endif %}', '*', '{% if 3 == payload.count %}x{% endif %}', 'x'],
  ['{% if payload.yes and %}x{% endif %}', '*', '{% if payload.yes and not payload.no %}x{% endif %}', 'x'],
  ['{% if not %}x{% endif %}', '*', '{% if not not payload.yes %}x{% endif %}', 'x'],
  ['{% if payload.yes not payload.no %}x{% endif %}', '*', '{% if not payload.no and payload.yes %}x{% endif %}', 'x'],
  ['{% if payload.name contains %}x{% endif %}', '*', '{% if payload.name contains "Ada" %}x{% endif %}', 'x'],
  ['{% unless payload.count > %}x{% endunless %}', '*', '{% unless payload.count > 3 %}x{% endunless %}', 'x'],
  [
    '{% if payload.no %}{% elsif payload.count == %}x{% endif %}',
    '*',
    '{% if payload.no %}{% elsif payload.count == 3 %}x{% endif %}',
    'x',
  ],
  [
    '{% liquid\n if payload.count ==\n echo "x"\n endif\n%}',
    '*',
    '{% liquid\n if payload.count == 3\n echo "x"\n endif\n%}',
    'x',
  ],
  [
    '{{ payload.goods | where_exp: "g", "g.price >" | size }}',
    '*',
    '{{ payload.goods | where_exp: "g", "g.price > 9" | size }}',
    '2',
  ],
  [
    '{% if payload.yes == not payload.no %}x{% endif %}',
    '*',
    '{% if not payload.no == payload.yes %}x{% endif %}',
    'x',
  ],
  // Filters that are missing or lack a value
  ['{{ payload.name | }}', 'Ada Lovelace', '{{ payload.name|upcase }}', 'ADA LOVELACE'],
  ['{{ payload.name | upcase | }}', 'ADA LOVELACE', '{{ payload.name | replace: "|", "." }}', 'Ada Lovelace'],
  ['{{ payload.name | default: "x", allow_false: }}', '*', '{{ payload.no | default: "y", allow_false: false }}', 'y'],
] as const;

export const UNFINISHED = illegal(
  'ILLEGAL_VARIABLE_IN_CONTROL_VALUE',
  ...PAIRS.map(([template, output]) => [template, output] as const),
);

export const FINISHED = legal(
  ...PAIRS.flatMap(([, , template, output]) => (output === null ? [] : [[template, output] as const])),
  // Text inside comments may be unfinished
  ['{% comment %}{{ payload. }}{% if payload.count == %}{% endcomment %}', ''],
  ['{% liquid\n comment\n echo payload.\n endcomment\n%}', ''],
  ['{% raw %}{{ payload. }}{% endraw %}', '{{ payload. }}'],
  ['{% # payload. "b" == %}', ''],
);
