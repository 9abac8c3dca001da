import { createContext, useCallback, useContext, useEffect, useId, useRef } from 'react';

/** Told which fields wait for an upload: a row saved meanwhile would go without it. */
export const PendingUploads = createContext<(field: string, isBusy: boolean) => void>(() => {});

/** Tells the form that its widget has something on its way. */
export function useReportPending(): (isBusy: boolean) => void {
  const report = useContext(PendingUploads);
  const id = useId();
  useEffect(() => () => report(id, false), [report, id]);
  return useCallback((isBusy: boolean) => report(id, isBusy), [report, id]);
}

/** Joins what the fields of a form report. @param onBusy told whether any of them waits for an upload */
export function usePendingUploads(
  onBusy: (isBusy: boolean) => void,
): (field: string, isBusy: boolean) => void {
  const waiting = useRef(new Set<string>());
  return useCallback(
    (field, isBusy) => {
      if (isBusy) waiting.current.add(field);
      else waiting.current.delete(field);
      onBusy(waiting.current.size > 0);
    },
    [onBusy],
  );
}
