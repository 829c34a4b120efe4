import { type CSSProperties, type PointerEvent, type RefObject, useEffect, useRef, useState } from 'react';

/** First and last place that an item may move to. */
export type PlaceRange = readonly [first: number, last: number];

interface Options {
  /** The element whose children are the items. */
  list: RefObject<HTMLElement | null>;
  onMove: (from: number, to: number) => void;
}

interface Drag {
  from: number;
  to: number;
  /** Pixels that the item was dragged down. */
  offset: number;
  height: number;
}

interface DragOrder {
  /** Starts dragging an item by its handle. */
  start: (event: PointerEvent, from: number, range: PlaceRange) => void;
  /** Returns the style that moves an item during a drag. Undefined if the item is at its original place. */
  styleOf: (index: number) => CSSProperties | undefined;
}

/**
 * Reorders the items of a list by dragging with mouse, pen or finger. During the drag, only the display changes.
 * Releasing the item calls `onMove`, and Escape cancels. The caller must offer the same with the keyboard.
 */
export function useDragOrder({ list, onMove }: Options): DragOrder {
  const [drag, setDrag] = useState<Drag>();
  const ending = useRef<AbortController>(undefined);
  useEffect(() => () => ending.current?.abort(), []);

  const start: DragOrder['start'] = (event, from, range) => {
    if (event.button !== 0 || !event.isPrimary || !list.current) return;
    const boxes = [...list.current.children].map((item) => item.getBoundingClientRect());
    const begin = event.clientY;
    let last: Drag = { from, to: from, offset: 0, height: boxes[from]?.height ?? 0 };
    const controller = new AbortController();
    ending.current?.abort();
    ending.current = controller;
    const end = (isMove: boolean) => {
      controller.abort();
      setDrag(undefined);
      if (isMove && last.to !== from) onMove(from, last.to);
    };
    const follow = ({ clientY }: globalThis.PointerEvent) => {
      const offset = clientY - begin;
      last = { ...last, offset, to: placeAt(boxes, from, offset, range) };
      setDrag(last);
    };
    const { signal } = controller;
    window.addEventListener('pointermove', follow, { signal });
    window.addEventListener('pointerup', () => end(true), { signal });
    window.addEventListener('pointercancel', () => end(false), { signal });
    window.addEventListener('keydown', ({ key }) => key === 'Escape' && end(false), { signal });
  };
  return { start, styleOf: (index) => drag && styleOf(drag, index) };
}

/**
 * Returns the place of an item that was dragged by `offset` pixels. The item passes another item when its middle passes
 * the other item's middle.
 */
export function placeAt(
  boxes: readonly Pick<DOMRect, 'top' | 'height'>[],
  from: number,
  offset: number,
  [first, last]: PlaceRange,
): number {
  const middle = (index: number) => (boxes[index]?.top ?? 0) + (boxes[index]?.height ?? 0) / 2;
  const own = middle(from) + offset;
  const isPassed = (index: number) => (index < from ? middle(index) <= own : middle(index) < own);
  const others = boxes.map((_, index) => index).filter((index) => index >= first && index <= last && index !== from);
  return first + others.filter(isPassed).length;
}

function styleOf({ from, to, offset, height }: Drag, index: number): CSSProperties | undefined {
  if (index === from) return { transform: `translateY(${offset}px)`, position: 'relative', zIndex: 20 };
  if (from < index && index <= to) return { transform: `translateY(${-height}px)` };
  if (to <= index && index < from) return { transform: `translateY(${height}px)` };
  return undefined;
}
