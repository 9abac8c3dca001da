/** The check-in that tells apart what has one UID in its file. Older releases stored nights of a series without the words. */
const keyed = /(?: recurs from)? \d{4}-\d{2}-\d{2}(?: \d+)?$/;
const seriesKeyed = / recurs from \d{4}-\d{2}-\d{2}(?: [\d-]+)*$/;

/** The UID that an event has in its file. */
export const baseUid = (uid: string): string => uid.replace(keyed, '');

/** The UID of nights of a recurring event. */
export const seriesUid = (uid: string, checkin: string): string => `${uid} recurs from ${checkin}`;

/** Whether a UID is that of nights of a recurring event. */
export const isOfSeries = (uid: string): boolean => seriesKeyed.test(uid);

/** Takes the first of `uid`, `uid 2`, `uid 3` that is not used yet. */
export function unusedUid(uid: string, used: Set<string>): string {
  let free = uid;
  for (let number = 2; used.has(free); number += 1) free = `${uid} ${number}`;
  used.add(free);
  return free;
}

/** Appends the check-in to the UID of every event that shares it with another one of its file. */
export function keySharedUids<Span extends { uid: string; checkin: string }>(spans: readonly Span[]): Span[] {
  const counts = new Map<string, number>();
  for (const { uid } of spans) counts.set(uid, (counts.get(uid) ?? 0) + 1);
  const used = new Set([...counts].filter(([, count]) => count === 1).map(([uid]) => uid));
  return spans.map((span) =>
    counts.get(span.uid) === 1 ? span : { ...span, uid: unusedUid(`${span.uid} ${span.checkin}`, used) },
  );
}
