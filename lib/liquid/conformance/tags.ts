/** Cases for every tag. */
import { legal } from './case.ts';

export const TAGS = legal(
  // if, elsif, else, unless
  ['{% if payload.count == 1 %}one{% elsif payload.count == 3 %}three{% else %}many{% endif %}', 'three'],
  ['{% if payload.no %}a{% elsif payload.no %}b{% else %}c{% endif %}', 'c'],
  ['{% if payload.yes %}{% if payload.no %}a{% else %}b{% endif %}{% endif %}', 'b'],
  ['{% unless payload.no %}shown{% endunless %}', 'shown'],
  ['{% unless payload.yes %}a{% else %}b{% endunless %}', 'b'],
  ['{% unless payload.yes %}a{% elsif payload.count == 3 %}b{% endunless %}', 'b'],
  ['{% if payload.goods.size > 2 and payload.user.age > 18 %}both{% endif %}', 'both'],
  // case
  ['{% case payload.count %}{% when 1 %}one{% when 3 %}three{% else %}other{% endcase %}', 'three'],
  ['{% case payload.name %}{% when "x", "y" %}a{% when "z" or "Ada Lovelace" %}b{% endcase %}', 'b'],
  ['{% case payload.zero %}{% when 1 %}one{% else %}other{% endcase %}', 'other'],
  ['{% case payload.zero %}{% when 1 %}one{% endcase %}', ''],
  ['{% case payload.count %}{% when payload.one %}one{% when payload.count %}itself{% endcase %}', 'itself'],
  // for
  ['{% for colour in payload.colours %}{{ colour }} {% endfor %}', 'red green blue '],
  ['{% for good in payload.goods %}{{ good.title }}:{{ good.price }};{% endfor %}', 'Shoe:50;Hat:15;Mug:8;'],
  ['{% for item in payload.none %}x{% else %}nothing{% endfor %}', 'nothing'],
  ['{% for n in (1..4) %}{{ n }}{% endfor %}', '1234'],
  ['{% for n in (payload.one..payload.count) %}{{ n }}{% endfor %}', '123'],
  ['{% assign top = 2 %}{% for n in (1..top) %}{{ n }}{% endfor %}', '12'],
  ['{% for n in (1..9) limit: 2 %}{{ n }}{% endfor %}', '12'],
  ['{% for n in (1..5) offset: 3 %}{{ n }}{% endfor %}', '45'],
  ['{% for n in (1..9) limit: 2 offset: 4 %}{{ n }}{% endfor %}', '56'],
  ['{% for n in (1..9) limit: payload.one %}{{ n }}{% endfor %}', '1'],
  [
    '{% for n in (1..6) limit: 2 %}{{ n }}{% endfor %}-{% for n in (1..6) limit: 2 offset: continue %}{{ n }}{% endfor %}',
    '12-34',
  ],
  ['{% for n in payload.numbers reversed %}{{ n }}{% endfor %}', '213'],
  ['{% for n in (1..6) reversed limit: 2 %}{{ n }}{% endfor %}', '21'],
  ['{% for n in (1..9) %}{% if n == 4 %}{% break %}{% endif %}{{ n }}{% endfor %}', '123'],
  ['{% for n in (1..4) %}{% if n == 2 %}{% continue %}{% endif %}{{ n }}{% endfor %}', '134'],
  [
    '{% for c in payload.colours %}{{ forloop.index }}{{ forloop.index0 }}{{ forloop.rindex }}{{ forloop.rindex0 }} {% endfor %}',
    '1032 2121 3210 ',
  ],
  ['{% for c in payload.colours %}{{ c }}{% unless forloop.last %}, {% endunless %}{% endfor %}', 'red, green, blue'],
  ['{% for c in payload.colours %}{% if forloop.first %}{{ forloop.length }}{% endif %}{% endfor %}', '3'],
  ['{% for a in (1..2) %}{% for b in (1..2) %}{{ a }}{{ b }} {% endfor %}{% endfor %}', '11 12 21 22 '],
  ['{% for pair in payload.user.home %}{{ pair[0] }}={{ pair[1] }};{% endfor %}', 'city=Paris;post code=75001;'],
  ['{% for event in steps.collect.events limit: 2 %}{{ event.payload.name }} {% endfor %}', 'Jane Omar '],
  ['{% for word in payload.csv %}{{ word }}{% endfor %}', 'red,green,blue'],
  ['{% for n in (3..1) %}x{% else %}none{% endfor %}', 'none'],
  ['{% for payload in (1..2) %}{{ payload }}{% endfor %}{{ payload.one }}', '121'],
  // tablerow
  [
    '{% tablerow n in (1..3) cols: 2 %}{{ n }}{% endtablerow %}',
    '<tr class="row1"><td class="col1">1</td><td class="col2">2</td></tr><tr class="row2"><td class="col1">3</td></tr>',
  ],
  [
    '{% tablerow c in payload.colours limit: 1 offset: 1 %}{{ c }}{% endtablerow %}',
    '<tr class="row1"><td class="col1">green</td></tr>',
  ],
  [
    '{% tablerow n in (1..2) cols: 2 %}{{ tablerowloop.col }}{{ tablerowloop.col_first }}{% endtablerow %}',
    '<tr class="row1"><td class="col1">1true</td><td class="col2">2false</td></tr>',
  ],
  // cycle
  ['{% for n in (1..4) %}{% cycle "a", "b", "c" %}{% endfor %}', 'abca'],
  ['{% cycle "x": 1, 2 %}{% cycle "y": 1, 2 %}{% cycle "x": 1, 2 %}', '112'],
  ['{% for n in (1..3) %}{% cycle payload.one, payload.count %}{% endfor %}', '131'],
  // assign, capture, increment, decrement
  ['{% assign who = payload.name %}{{ who }}', 'Ada Lovelace'],
  ['{% assign who = payload.name | upcase | append: "!" %}{{ who }}', 'ADA LOVELACE!'],
  ['{% assign list = "a,b" | split: "," %}{{ list[1] }}', 'b'],
  ['{% assign n = 1 %}{% for i in (1..3) %}{% assign n = n | plus: i %}{% endfor %}{{ n }}', '7'],
  ['{% assign payload = "hidden" %}{{ payload }}', 'hidden'],
  ['{% assign found = payload.goods | where: "kind", "home" | first %}{{ found.title }}', 'Mug'],
  ['{% capture line %}{{ payload.one }} of {{ payload.count }}{% endcapture %}[{{ line }}]', '[1 of 3]'],
  ['{% capture "quoted name" %}x{% endcapture %}y', 'y'],
  ['{% capture a %}1{% endcapture %}{% capture a %}{{ a }}2{% endcapture %}{{ a }}', '12'],
  ['{% increment n %}{% increment n %}{% increment n %}', '012'],
  ['{% decrement n %}{% decrement n %}', '-1-2'],
  ['{% increment n %}{% assign m = 9 %}{% increment m %}{{ m }}', '009'],
  // comments, raw
  ['a{% comment %} {{ nothing.reads }} this {% endcomment %}b', 'ab'],
  ['a{% # one line %}b', 'ab'],
  ['a{% # first\n  # second %}b', 'ab'],
  ['{% raw %}{% if %}{{{% endraw %}', '{% if %}{{'],
  ['a {%- raw %}{{ x }}{% endraw -%} b', 'a{{ x }}b'],
  // liquid, echo
  ['{% liquid\n  assign n = 2\n  echo n\n%}', '2'],
  ['{% liquid\n  for c in payload.colours\n    echo c | upcase\n    echo " "\n  endfor\n%}', 'RED GREEN BLUE '],
  ['{% liquid\n  if payload.yes\n    echo "on"\n  else\n    echo "off"\n  endif\n%}', 'on'],
  ['{% liquid\n  # a note\n  case payload.count\n  when 3\n    echo "three"\n  endcase\n%}', 'three'],
  ['{% echo payload.name | upcase %}', 'ADA LOVELACE'],
);
