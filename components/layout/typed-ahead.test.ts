import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { collectKeys, isCollecting, takeKeys, typedOn } from './typed-ahead.ts';

/** The part of a document that receives keys. */
const page = new EventTarget();
const reached = vi.fn();

beforeEach(() => vi.stubGlobal('document', page));

afterEach(() => {
  takeKeys();
  page.removeEventListener('keydown', reached);
  reached.mockClear();
  vi.unstubAllGlobals();
});

function press(...keys: string[]): void {
  for (const key of keys) {
    page.dispatchEvent(Object.assign(new Event('keydown', { cancelable: true }), { key }));
  }
}

test('keys typed before the field exists reach the field and not the page', () => {
  collectKeys(() => undefined);
  // A listener of the page, which runs after the capturing listener.
  page.addEventListener('keydown', reached);
  press('g', 'a', 'x', 'Backspace', 'r', 'Enter');
  expect(reached).not.toHaveBeenCalled();
  expect(takeKeys()).toBe('gar');
  press('g');
  expect(reached).toHaveBeenCalledOnce();
});

test('Escape stops the capture of keys', () => {
  const cancel = vi.fn();
  collectKeys(cancel);
  press('g', 'Escape');
  expect(cancel).toHaveBeenCalledOnce();
  expect(isCollecting()).toBe(false);
});

test('the key that opens the field keeps what was typed when it is pressed again', () => {
  collectKeys(() => undefined);
  press('g');
  collectKeys(() => undefined);
  press('a');
  expect(takeKeys()).toBe('ga');
});

test('Backspace takes a whole letter', () => {
  expect(typedOn('a𝒳', 'Backspace')).toBe('a');
});
