/** The list with one item at another place; an index outside of it changes nothing. */
export function moveItem<Item>(list: readonly Item[], from: number, to: number): Item[] {
  const item = list[from];
  if (from === to || from < 0 || to < 0 || from >= list.length || to >= list.length) return [...list];
  return list.toSpliced(from, 1).toSpliced(to, 0, item as Item);
}
