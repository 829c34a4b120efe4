import type { Page } from '@playwright/test';
import { blocks, createLayout, slot } from '#e2e/layouts.ts';
import type { SessionUser } from '#e2e/session.ts';
import type { Layout } from '#lib/layouts/schema.ts';
import { expectAccessible } from './accessible.ts';
import { expect, test } from './fixtures.ts';

/** Returns the block editor on the page of a layout. */
function editor(page: Page) {
  return {
    canvas: page.getByRole('textbox', { name: 'Body of the layout' }),
    tools: page.getByRole('toolbar', { name: 'Text and blocks' }),
    settings: page.getByRole('complementary', { name: 'Block settings' }),
    save: page.getByRole('button', { name: 'Save', exact: true }),
  };
}

async function open(page: Page, { call }: SessionUser, visit: (path: string) => Promise<void>, ...content: object[]) {
  await createLayout(call, { name: 'House style', layoutId: 'house', controlValues: blocks(...content) });
  await visit('/layouts/house');
  await expect(editor(page).canvas).toContainText('Email content');
}

/** Saves, and returns the stored document. */
async function saved(page: Page, { call }: SessionUser): Promise<unknown[]> {
  const { save } = editor(page);
  await save.click();
  await expect(save).toHaveAccessibleDescription('Nothing is changed.');
  const { controls } = (await call<Layout>('GET', '/v2/layouts/house')).body;
  return JSON.parse(controls.values.email?.body ?? '{}').content;
}

const text = (text: string, marks?: object[]) => ({ type: 'text', text, ...(marks && { marks }) });
const paragraph = (...content: object[]) => ({ type: 'paragraph', ...(content.length > 0 && { content }) });

/** Moves the cursor to a new line at the end. */
async function newLine(page: Page): Promise<void> {
  const { canvas, settings } = editor(page);
  await canvas.getByText('Last words').click();
  // Wait until the settings are those of the block with the cursor.
  await expect(settings.getByRole('button', { name: 'Move down' })).toHaveAccessibleDescription(
    'This is the last block.',
  );
  await page.keyboard.press('End');
  await page.keyboard.press('Enter');
}

const last = paragraph(text('Last words'));

test('blocks are inserted by "/" and the keyboard alone, and their settings are next to the text', async ({
  page,
  visit,
  member,
}) => {
  await open(page, member, visit, slot, last);
  const { canvas, settings } = editor(page);
  await expect(settings).toHaveCount(0);
  await newLine(page);
  await page.keyboard.type('/');
  const menu = page.getByRole('listbox', { name: 'Blocks' });
  await expect(menu.getByRole('option').first()).toContainText('Text');
  await expect(menu).not.toContainText('Email content');
  await page.keyboard.type('but');
  await expect(menu.getByRole('option', { selected: true })).toContainText('Button');
  await expect(canvas).toHaveAttribute('aria-activedescendant', /.+/);
  await page.keyboard.press('Enter');
  await expect(menu).toHaveCount(0);
  await expect(settings.getByRole('heading', { name: 'Button' })).toBeVisible();
  await settings.getByRole('textbox', { name: 'Address' }).click();
  await page.keyboard.insertText('https://shop.example');
  await settings.getByRole('textbox', { name: 'Colour', exact: true }).fill('#2f5d46');
  await canvas.getByText('Open', { exact: true }).click();
  await page.keyboard.press('Enter');
  await page.keyboard.type('# Heading');
  await page.keyboard.press('Enter');
  await page.keyboard.type('/nothing like it');
  await expect(menu).toHaveCount(0);
  expect(await saved(page, member)).toEqual([
    slot,
    last,
    { type: 'button', attrs: { text: 'Open', url: 'https://shop.example', buttonColor: '#2f5d46' } },
    { type: 'heading', content: [text('Heading')] },
    paragraph(text('/nothing like it')),
  ]);
});

test('variables are completed after "{{", and inserted as text', async ({ page, visit, member }) => {
  await open(page, member, visit, slot, last);
  const { settings, canvas } = editor(page);
  await newLine(page);
  await page.keyboard.type('Hi {{sub.fir');
  await expect(page.getByRole('listbox')).toContainText('sub.fir');
  for (let n = 0; n < 7; n++) await page.keyboard.press('Backspace');
  await page.keyboard.type('firstName');
  await page.keyboard.press('Enter');
  await page.keyboard.type(', {{ payload.total | upcase }}!');
  await expect(canvas.getByText('payload.total | upcase', { exact: true })).toBeVisible();
  await canvas.getByText('subscriber.firstName').click();
  await settings.getByRole('textbox', { name: 'When it is empty' }).fill('there');
  // Typing next to a selected variable does not delete it.
  await canvas.getByText('subscriber.firstName').click();
  await page.keyboard.type(' X');
  expect((await saved(page, member)).at(-1)).toEqual(
    paragraph(
      text('Hi '),
      { type: 'variable', attrs: { id: 'subscriber.firstName', fallback: 'there' } },
      text(' X, '),
      { type: 'variable', attrs: { id: 'payload.total | upcase' } },
      text('!'),
    ),
  );
});

test('text is formatted, linked and aligned by the toolbar', async ({ page, visit, member }) => {
  await open(page, member, visit, slot, last);
  const { canvas, tools } = editor(page);
  // The click is on the first word.
  await canvas.getByText('Last words').dblclick({ position: { x: 6, y: 6 } });
  await expect.poll(() => page.evaluate(() => getSelection()?.toString())).toBe('Last');
  await tools.getByRole('button', { name: 'Bold' }).click();
  await expect(tools.getByRole('button', { name: 'Bold' })).toHaveAttribute('aria-pressed', 'true');
  await tools.getByRole('button', { name: 'Link' }).click();
  await page.getByRole('textbox', { name: 'Address' }).fill('{{ payload.url }}');
  await page.getByRole('button', { name: 'Add link' }).click();
  await tools.getByRole('button', { name: 'More formats' }).click();
  await page.getByRole('menuitemradio', { name: 'Align centre' }).click();
  const [, text] = (await saved(page, member)) as { attrs: object; content: { text: string; marks?: object[] }[] }[];
  expect(text?.attrs).toEqual({ textAlign: 'center' });
  expect(text?.content.map((part) => part.text)).toEqual(['Last', ' words']);
  expect(text?.content[0]?.marks).toEqual(
    expect.arrayContaining([{ type: 'bold' }, { type: 'link', attrs: { href: '{{ payload.url }}' } }]),
  );
});

test('blocks are moved, duplicated and deleted, and an unknown block stays unchanged', async ({
  page,
  visit,
  member,
}) => {
  const strange = {
    type: 'countdown',
    attrs: { until: '2030-01-01', deep: [1, { a: null }] },
    content: [{ type: 'dial' }],
  };
  await open(page, member, visit, slot, strange, last);
  const { canvas, settings, save } = editor(page);
  await expect(save).toHaveAccessibleDescription('Nothing is changed.');
  await expect(canvas).toContainText('Unknown block “countdown”');
  await canvas.getByText('Last words').click();
  await settings.getByRole('button', { name: 'Move up' }).click();
  await settings.getByRole('button', { name: 'Duplicate' }).click();
  await settings.getByRole('button', { name: 'Move down' }).click();
  expect(await saved(page, member)).toEqual([slot, last, strange, last]);
  await settings.getByRole('button', { name: 'Delete' }).click();
  expect(await saved(page, member)).toEqual([slot, last, strange]);
});

test('sections, columns and repeats contain blocks, and a repeat names its item', async ({ page, visit, member }) => {
  await open(page, member, visit, slot, last);
  const { settings, tools } = editor(page);
  await newLine(page);
  await tools.getByRole('button', { name: 'Insert', exact: true }).click();
  await page.getByRole('menuitem', { name: /^Repeat/ }).click();
  await page.keyboard.type('One of them');
  await settings.getByRole('button', { name: 'Repeat' }).click();
  const list = settings.getByRole('combobox', { name: 'For each item of' });
  await expect(list, 'a list of the browser has neither our look nor our keys').not.toHaveAttribute('list');
  await list.fill('payload.items');
  await page.getByRole('button', { name: 'Add a block at the end' }).click();
  await page.getByRole('menuitem', { name: /^Columns/ }).click();
  await page.keyboard.type('Left');
  await settings.getByRole('button', { name: 'Columns' }).click();
  await settings.getByRole('button', { name: 'Add a column' }).click();
  await page.keyboard.type('Third');
  expect((await saved(page, member)).slice(2)).toEqual([
    { type: 'repeat', attrs: { each: 'payload.items' }, content: [paragraph(text('One of them'))] },
    {
      type: 'columns',
      content: [paragraph(text('Left')), paragraph(), paragraph(text('Third'))].map((inside) => ({
        type: 'column',
        content: [inside],
      })),
    },
  ]);
});

test('the editor is accessible with a block selected and a menu open', async ({ page, visit, member }) => {
  await open(page, member, visit, slot, { type: 'button', attrs: { text: 'Go', url: '' } }, last);
  const { canvas, settings } = editor(page);
  await canvas.getByText('Go', { exact: true }).click();
  await expect(settings.getByRole('heading', { name: 'Button' })).toBeVisible();
  await expectAccessible(page);
  await newLine(page);
  await page.keyboard.type('/');
  await expect(page.getByRole('listbox', { name: 'Blocks' })).toBeVisible();
  await expectAccessible(page);
});
