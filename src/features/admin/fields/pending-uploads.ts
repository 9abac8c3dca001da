import { createContext, useCallback, useContext, useEffect, useId, useRef } from 'react';

type ReportPending = (field: string, isPending: boolean) => void;

/** Tracks which fields wait for an upload: a row saved before it ends would lack it. */
export const PendingUploads = createContext<ReportPending>(() => {});

export function useReportPending(): (isPending: boolean) => void {
  const report = useContext(PendingUploads);
  const id = useId();
  useEffect(() => () => report(id, false), [report, id]);
  return useCallback((isPending: boolean) => report(id, isPending), [report, id]);
}

/** @param onPending is called with whether any field of the form waits for an upload */
export function usePendingUploads(onPending: (isPending: boolean) => void): ReportPending {
  const waiting = useRef(new Set<string>());
  return useCallback(
    (field, isPending) => {
      if (isPending) waiting.current.add(field);
      else waiting.current.delete(field);
      onPending(waiting.current.size > 0);
    },
    [onPending],
  );
}
