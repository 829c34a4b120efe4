/** What the editor calls the controls, by their component; a control without an entry is called by its key. */
import type { UiComponent } from '#lib/steps/ui-schema.ts';

interface Words {
  label?: string;
  help?: string;
  placeholder?: string;
}

const TEMPLATE = 'Type {{ for variables, and | behind one for filters. Tab takes a suggestion, Escape closes the list.';
const KEY_PATH = 'A path such as payload.orderId.';

export const fieldWords: Partial<Record<UiComponent, Words>> = {
  TEXT_INLINE_LABEL: { placeholder: 'Your order {{ payload.orderId }}' },
  EMAIL_BODY: { label: 'Body' },
  LAYOUT_SELECT: {
    label: 'Layout',
    help: 'What stands around the body. Made and changed under',
  },
  DISABLE_SANITIZATION_SWITCH: {
    label: 'Keep unsafe HTML',
    help: 'Scripts, forms and event handlers normally are removed from what is rendered. Only switch this on when every variable can be trusted.',
  },
  IN_APP_DISABLE_SANITIZATION_SWITCH: {
    label: 'Keep unsafe HTML',
    help: 'Scripts, forms and event handlers normally are removed from what is rendered. Only switch this on when every variable can be trusted.',
  },
  IN_APP_AVATAR: {
    label: 'Avatar',
    help: 'Address of an image: https://…, a path that starts with /, or a variable.',
    placeholder: 'https://example.com/avatar.png',
  },
  IN_APP_PRIMARY_SUBJECT: { label: 'Subject', help: 'Subject or body is needed.' },
  IN_APP_BODY: { label: 'Body', help: TEMPLATE },
  URL_TEXT_BOX: { label: 'Redirect', help: 'Where a click on the notification leads when it meets no button.' },
  DATA: {
    label: 'Data',
    help: 'Goes with the notification to your front end and is never shown by itself. Values may hold variables.',
  },
  SMS_BODY: { label: 'Text', help: TEMPLATE, placeholder: 'Your code is {{ payload.code }}' },
  CHAT_BODY: { label: 'Message', help: TEMPLATE },
  PUSH_SUBJECT: { label: 'Title' },
  PUSH_BODY: { label: 'Text', help: TEMPLATE },
  DELAY_TYPE: { label: 'Wait' },
  DELAY_AMOUNT: { label: 'For' },
  DELAY_CRON: { label: 'Schedule' },
  DELAY_DYNAMIC_KEY: {
    label: 'Until the time in',
    help: `${KEY_PATH} Its value is a date, or an object with amount and unit.`,
  },
  DIGEST_TYPE: { label: 'Collect events' },
  DIGEST_AMOUNT: { label: 'For' },
  DIGEST_CRON: { label: 'Schedule' },
  DIGEST_KEY: {
    label: 'Group by',
    help: `${KEY_PATH} Events with the same value are collected together; without one, all events of the person are.`,
    placeholder: 'Person',
  },
  THROTTLE_TYPE: { label: 'Window' },
  THROTTLE_WINDOW: { label: 'Length' },
  THROTTLE_DYNAMIC_KEY: {
    label: 'Window from',
    help: `${KEY_PATH} Its value is a date, or an object with amount and unit.`,
  },
  THROTTLE_THRESHOLD: {
    label: 'Runs allowed',
    help: 'In one window. Beyond that the run ends here, and its steps are skipped.',
    placeholder: '1',
  },
  THROTTLE_KEY: {
    label: 'Count by',
    help: `${KEY_PATH} Runs with the same value count together; without one, all runs of the person do.`,
    placeholder: 'Person',
  },
  EXTEND_TO_SCHEDULE: { label: 'Wait for the schedule of the person' },
  DESTINATION_METHOD: { label: 'Method' },
  DESTINATION_URL: {
    label: 'Address',
    help: 'A full address that starts with https://, or a variable.',
    placeholder: 'https://api.example.com/orders/{{ payload.orderId }}',
  },
  DESTINATION_HEADERS: { label: 'Headers', help: 'Values may hold variables.' },
  DESTINATION_BODY: { label: 'Body', help: 'JSON. Values may hold variables.' },
  DESTINATION_RESPONSE_BODY_SCHEMA: {
    label: 'Response schema',
    help: 'JSON Schema of the answer. Later steps can use its properties.',
  },
  DESTINATION_ENFORCE_SCHEMA_VALIDATION: {
    label: 'Refuse other answers',
    help: 'An answer that does not fit the response schema fails the step.',
  },
  DESTINATION_CONTINUE_ON_FAILURE: {
    label: 'Go on after a failure',
    help: 'Otherwise a failed request cancels the steps after it.',
  },
  DESTINATION_TIMEOUT: { label: 'Timeout in seconds' },
  QUERY_EDITOR: {
    label: 'Skip this step when',
    help: 'The step is left out of a run when the conditions hold; the steps after it go on.',
  },
};

/** The same for controls that no component stands for, by their key. */
export const plainWords: Record<string, Words> = {
  lookBackWindow: {
    label: 'Look back',
    help: 'When nothing came for this long, the first event goes on at once and collecting starts after it. Leave it empty to always collect.',
  },
};

/** Choices of segmented controls, by value. */
export const choiceWords: Record<string, string> = {
  regular: 'For a time',
  timed: 'Until a schedule',
  dynamic: 'From the payload',
  fixed: 'Fixed',
  block: 'Blocks',
  html: 'HTML',
  _self: 'Same tab',
  _blank: 'New tab',
  _parent: 'Parent frame',
  _top: 'Whole window',
  _unfencedTop: 'Out of the fenced frame',
};
