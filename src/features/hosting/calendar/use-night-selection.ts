import { type KeyboardEvent, type MouseEvent, type PointerEvent, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { Selection } from './selection.ts';

interface Position {
  slug: string;
  night: string;
}

type Step = (from: Position & { last: string }, key: string) => Position | null;

interface NightSelectionOptions {
  selection: Selection | null;
  select(selection: Selection | null): void;
  /** Returns the cell to which a key leads from another; `null` for other keys. */
  step: Step;
  /** Moves the focus to the actions for the selection. */
  proceed(): void;
}

const toCell = (target: EventTarget | null): HTMLElement | null =>
  target instanceof Element ? target.closest<HTMLElement>('[data-night]') : null;

interface GridCell extends Position {
  /** The last night of the cell, whose entry may take several. */
  last: string;
}

const toPosition = (cell: HTMLElement): GridCell => {
  const { night = '', last = night } = cell.dataset;
  return { slug: cell.closest<HTMLElement>('[data-slug]')?.dataset.slug ?? '', night, last };
};

/** @param grid carries `data-slug` itself, or each of its rows does */
function findCell(grid: HTMLElement, position: Position): HTMLElement | undefined {
  return [...grid.querySelectorAll<HTMLElement>('[data-night]')].find((cell) => {
    const { slug, night, last } = toPosition(cell);
    return slug === position.slug && night <= position.night && position.night <= last;
  });
}

/** The selection up to a cell, from where it began in that home, else from `from`. */
function extended(selection: Selection | null, { slug, night, last }: GridCell, from = night): Selection {
  const anchor = selection?.slug === slug ? selection.anchor : from;
  return { slug, anchor, end: night < anchor ? night : last };
}

const isWidget = (target: EventTarget): boolean =>
  target instanceof Element && target.closest('a, button') !== null;

/** A mouse drags over nights; of two taps the first selects a night, the next one of the same home the nights up to it. */
function usePointer({ selection, select }: Pick<NightSelectionOptions, 'selection' | 'select'>) {
  const draggedSlug = useRef<string | null>(null);
  const pointerType = useRef('mouse');

  useEffect(() => {
    const stop = () => {
      draggedSlug.current = null;
    };
    window.addEventListener('pointerup', stop);
    return () => window.removeEventListener('pointerup', stop);
  }, []);

  return {
    onPointerDown({ pointerType: type, target, button, shiftKey }: PointerEvent) {
      pointerType.current = type;
      const cell = toCell(target);
      if (!cell || isWidget(target) || type !== 'mouse' || button !== 0) return;
      const position = toPosition(cell);
      if (!shiftKey) draggedSlug.current = position.slug;
      select(extended(shiftKey ? selection : null, position));
    },
    onPointerOver({ target, buttons }: PointerEvent) {
      const cell = buttons === 1 ? toCell(target) : null;
      const position = cell && toPosition(cell);
      if (position && draggedSlug.current === position.slug) select(extended(selection, position));
    },
    onClick({ target }: MouseEvent) {
      const cell = toCell(target);
      if (!cell || isWidget(target) || pointerType.current === 'mouse') return;
      const position = toPosition(cell);
      const isSecond = selection?.slug === position.slug && selection.anchor === selection.end;
      select(extended(isSecond ? selection : null, position));
    },
  };
}

/** Selects nights of one home in a grid of cells: by a pointer or by keys. */
export function useNightSelection({ selection, select, step, proceed }: NightSelectionOptions) {
  const [focus, setFocus] = useState<Position | null>(null);
  const pointer = usePointer({ selection, select });

  function onKeyDown(event: KeyboardEvent<HTMLElement>) {
    const cell = toCell(event.target);
    if (!cell) return;
    const position = toPosition(cell);
    if (event.key === 'Escape' && selection) select(null);
    else if (event.key === 'Enter' || event.key === ' ') activate(cell, event.key);
    else {
      const next = step(position, event.key);
      const nextCell = next && findCell(event.currentTarget, next);
      if (!next || !nextCell) return;
      nextCell.focus();
      setFocus(next);
      if (event.shiftKey && next.slug === position.slug)
        select(extended(selection, toPosition(nextCell), position.night));
    }
    event.preventDefault();
  }

  function activate(cell: HTMLElement, key: string) {
    const widget = cell.querySelector<HTMLElement>('a, button');
    if (widget) return widget.click();
    const position = toPosition(cell);
    const isSelected = selection?.slug === position.slug && isWithin(selection, position.night);
    // The selection is rendered at once, so that its actions are there to receive the next key.
    if (!isSelected) flushSync(() => select(extended(null, position)));
    if (key === 'Enter') proceed();
  }

  function onFocus({ target }: { target: EventTarget }) {
    const cell = toCell(target);
    if (cell) setFocus(toPosition(cell));
  }

  return { focus, grid: { ...pointer, onKeyDown, onFocus } };
}

const isWithin = ({ anchor, end }: Selection, night: string): boolean =>
  (anchor <= night && night <= end) || (end <= night && night <= anchor);
