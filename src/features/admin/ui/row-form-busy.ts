import { createContext, useCallback, useContext, useEffect, useId } from 'react';

/** Told which fields wait for an upload: a row saved meanwhile would go without it. */
export const RowBusy = createContext<(field: string, isBusy: boolean) => void>(() => {});

/** Tells the form that its widget has something on its way. */
export function useReportBusy(): (isBusy: boolean) => void {
  const report = useContext(RowBusy);
  const id = useId();
  useEffect(() => () => report(id, false), [report, id]);
  return useCallback((isBusy: boolean) => report(id, isBusy), [report, id]);
}
