/** The address of a fix's link. `base` is that of its environment. */
export function fixAddress(base: string, link: string): string {
  return link.startsWith('/') ? link : `${base}/${link}`;
}

/** What a fix's link leads to, as the label of a button. */
export function fixLabel(link: string): string {
  const [page = '', id] = (link.split('?')[0] ?? '').split('/').filter(Boolean);
  if (page === 'settings') return 'Open the settings';
  if (link.includes('activity?run=')) return 'Open the run';
  const one = ONE[page];
  if (id && one) return `Open the ${one}`;
  return ALL[page] ?? 'Open the page';
}

const ONE: Readonly<Record<string, string | undefined>> = {
  subscribers: 'subscriber',
  workflows: 'workflow',
  layouts: 'layout',
};

const ALL: Readonly<Record<string, string | undefined>> = {
  subscribers: 'Search subscribers',
  workflows: 'See the workflows',
  integrations: 'Open integrations',
  layouts: 'Open layouts',
  activity: 'Open activity',
};
