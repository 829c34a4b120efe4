import { parseAsInteger, parseAsString, parseAsStringLiteral, useQueryStates } from 'nuqs';

const tabs = ['activity', 'messages', 'preferences', 'topics', 'channels'] as const;
export type ProfileTab = (typeof tabs)[number];

/** The fields that a link can open for editing. The dialog focuses the field. */
const EDITED_FIELDS = ['email', 'phone', 'locale', 'timezone'] as const;
export type EditedField = (typeof EDITED_FIELDS)[number];

/** The URL parameters of a profile. The tabs share the page number and the filters, so these restart with each tab. */
const parsers = {
  tab: parseAsStringLiteral(tabs).withDefault('activity'),
  page: parseAsInteger,
  status: parseAsString,
  workflow: parseAsString,
  channel: parseAsString,
  range: parseAsString,
  from: parseAsString,
  to: parseAsString,
  zone: parseAsString,
  dialog: parseAsStringLiteral(['edit', 'trigger', 'dry-run']),
  field: parseAsStringLiteral(EDITED_FIELDS),
};

const NO_FILTERS = {
  page: null,
  status: null,
  workflow: null,
  channel: null,
  range: null,
  from: null,
  to: null,
  zone: null,
};

/** Opens the tabs and dialogs of a profile. Each has a URL, so that other pages can link to it. */
export function useProfile() {
  const [{ tab, dialog, field }, setQuery] = useQueryStates(parsers);
  return {
    tab,
    dialog,
    field,
    openTab: (next: ProfileTab) => void setQuery({ ...NO_FILTERS, tab: next }),
    edit: (which?: EditedField) => void setQuery({ dialog: 'edit', field: which ?? null }),
    trigger: () => void setQuery({ dialog: 'trigger' }),
    dryRun: () => void setQuery({ dialog: 'dry-run' }),
    closeDialog: () => void setQuery({ dialog: null, field: null }),
  };
}
