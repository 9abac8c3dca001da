import { type KeyboardEvent, type MouseEvent, type PointerEvent, useEffect, useRef, useState } from 'react';
import type { Selection } from './selection.ts';

interface Position {
  slug: string;
  night: string;
}

type Step = (from: Position & { last: string }, key: string) => Position | null;

interface Options {
  selection: Selection | null;
  select(selection: Selection | null): void;
  /** Where a key leads from a cell; `null` for keys that lead nowhere. */
  step: Step;
  /** Goes on to what can be done with the selection. */
  proceed(): void;
}

const cellOf = (target: EventTarget | null): HTMLElement | null =>
  target instanceof Element ? target.closest<HTMLElement>('[data-night]') : null;

const positionOf = ({ dataset }: HTMLElement) => ({
  slug: dataset.slug ?? '',
  night: dataset.night ?? '',
  last: dataset.last ?? dataset.night ?? '',
});

function findCell(grid: HTMLElement, { slug, night }: Position): HTMLElement | undefined {
  const cells = grid.querySelectorAll<HTMLElement>(`[data-slug="${CSS.escape(slug)}"]`);
  return [...cells].find(({ dataset }) => (dataset.night ?? '') <= night && night <= (dataset.last ?? ''));
}

/** Selects nights of one home in a grid of cells: by dragging a mouse, by two taps, or by keys. */
export function useNightSelection({ selection, select, step, proceed }: Options) {
  const [focus, setFocus] = useState<Position | null>(null);
  const draggedSlug = useRef<string | null>(null);
  const pointerType = useRef('mouse');

  useEffect(() => {
    const stop = () => {
      draggedSlug.current = null;
    };
    window.addEventListener('pointerup', stop);
    return () => window.removeEventListener('pointerup', stop);
  }, []);

  function extend({ slug, night, last }: ReturnType<typeof positionOf>, from = night) {
    const anchor = selection?.slug === slug ? selection.anchor : from;
    select({ slug, anchor, end: night < anchor ? night : last });
  }

  function onPointerDown(event: PointerEvent) {
    pointerType.current = event.pointerType;
    const cell = cellOf(event.target);
    const isWidget = event.target instanceof Element && event.target.closest('a, button') !== null;
    if (!cell || isWidget || event.pointerType !== 'mouse' || event.button !== 0) return;
    const position = positionOf(cell);
    if (event.shiftKey) return extend(position);
    draggedSlug.current = position.slug;
    select({ slug: position.slug, anchor: position.night, end: position.last });
  }

  function onPointerOver(event: PointerEvent) {
    const cell = cellOf(event.target);
    if (cell && event.buttons === 1 && draggedSlug.current === cell.dataset.slug) extend(positionOf(cell));
  }

  /** The first tap selects a night, the next one of the same home the nights up to it. */
  function onClick(event: MouseEvent) {
    const cell = cellOf(event.target);
    const isWidget = event.target instanceof Element && event.target.closest('a, button') !== null;
    if (!cell || isWidget || pointerType.current === 'mouse') return;
    const position = positionOf(cell);
    const isSecond = selection?.slug === position.slug && selection.anchor === selection.end;
    if (isSecond) extend(position);
    else select({ slug: position.slug, anchor: position.night, end: position.last });
  }

  function onKeyDown(event: KeyboardEvent<HTMLElement>) {
    const cell = cellOf(event.target);
    if (!cell) return;
    const position = positionOf(cell);
    if (event.key === 'Escape' && selection) select(null);
    else if (event.key === 'Enter' || event.key === ' ') activate(cell, event);
    else {
      const next = step(position, event.key);
      const found = next && findCell(event.currentTarget, next);
      if (!next || !found) return;
      found.focus();
      setFocus(next);
      if (event.shiftKey && next.slug === position.slug) extend({ ...positionOf(found) }, position.night);
    }
    event.preventDefault();
  }

  function activate(cell: HTMLElement, { key, target }: KeyboardEvent) {
    const widget = cell.querySelector<HTMLElement>('a, button');
    if (widget) return widget.click();
    const { slug, night, last } = positionOf(cell);
    const isSelected = selection?.slug === slug && target === cell && isWithin(selection, night);
    if (!isSelected) select({ slug, anchor: night, end: last });
    if (key === 'Enter') proceed();
  }

  return {
    focus,
    grid: {
      onPointerDown,
      onPointerOver,
      onClick,
      onKeyDown,
      onFocus: (event: { target: EventTarget }) => {
        const cell = cellOf(event.target);
        if (cell) setFocus(positionOf(cell));
      },
    },
  };
}

const isWithin = ({ anchor, end }: Selection, night: string): boolean =>
  (anchor <= night && night <= end) || (end <= night && night <= anchor);
