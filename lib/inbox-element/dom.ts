type Child = Node | string | false | undefined;

interface Properties {
  on?: Record<string, (event: Event) => void>;
  [attribute: string]: unknown;
}

/**
 * Creates an element. Texts become text nodes, never markup. An attribute that is undefined or false is left out. A button
 * submits no form unless its type is given.
 */
export function h<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  { on = {}, ...attributes }: Properties = {},
  ...children: Child[]
): HTMLElementTagNameMap[Name] {
  const element = document.createElement(name);
  setAttributes(element, { ...(name === 'button' && { type: 'button' }), ...attributes });
  for (const [event, listener] of Object.entries(on)) element.addEventListener(event, listener);
  element.append(...children.filter((child) => child !== undefined && child !== false));
  return element;
}

export function setAttributes(element: Element, attributes: Record<string, unknown>): void {
  for (const [name, value] of Object.entries(attributes))
    if (value === undefined || value === false) element.removeAttribute(name);
    else element.setAttribute(name, value === true ? '' : String(value));
}

const SVG = 'http://www.w3.org/2000/svg';

/** Strokes in a square of 24 units, drawn for Belfry. */
const ICONS = {
  bell: 'M6 16V11a6 6 0 0 1 12 0v5l1.5 2h-15zM10 21h4M12 3v2',
  gear: 'M4 7h9M17 7h3M4 17h3M11 17h9M15 5v4M9 15v4',
  more: 'M5 12h.01M12 12h.01M19 12h.01',
  close: 'M6 6l12 12M18 6L6 18',
  back: 'M14 6l-6 6 6 6',
  down: 'M6 9l6 6 6-6',
  check: 'M5 13l4.5 4.5L19 7',
  checks: 'M2 13l4 4 8.5-9M12 16l1 1 9-9.5',
  dot: 'M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8z',
  archive: 'M4 5h16v4H4zM6 9v10h12V9M10 13h4',
  unarchive: 'M4 5h16v4H4zM6 9v10h12V9M12 17v-5M9.5 14L12 11.5l2.5 2.5',
  clock: 'M12 4a8 8 0 1 0 0 16 8 8 0 0 0 0-16zM12 8v4l3 2',
  trash: 'M5 7h14M10 7V4h4v3M7 7l1 13h8l1-13M10.5 11v5M13.5 11v5',
  inbox: 'M4 13l3-8h10l3 8v6H4zM4 13h5l1 2h4l1-2h5',
  lock: 'M6 11h12v9H6zM9 11V8a3 3 0 0 1 6 0v3',
  warning: 'M12 4L3 20h18zM12 10v4M12 17h.01',
  plus: 'M12 6v12M6 12h12',
} as const;
export type IconName = keyof typeof ICONS;

export function icon(name: IconName): SVGSVGElement {
  const svg = document.createElementNS(SVG, 'svg');
  setAttributes(svg, { viewBox: '0 0 24 24', 'aria-hidden': 'true', class: `icon icon-${name}` });
  const path = document.createElementNS(SVG, 'path');
  path.setAttribute('d', ICONS[name]);
  svg.append(path);
  return svg;
}

/** Returns a button with only an icon. `label` is its accessible name and its tooltip. */
export function iconButton(name: IconName, label: string, onClick: () => void, properties: Properties = {}) {
  const own = { class: 'icon-button', 'aria-label': label, title: label, on: { click: onClick } };
  return h('button', { ...own, ...properties }, icon(name));
}
