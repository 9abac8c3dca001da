import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { FormValues } from '../../../shared/forms/schema.ts';
import { draftNoteQuery } from '../calls/queries.ts';

const pauseMs = 300;

/** Returns a value once it has not changed for a moment. */
export function useSettled<Value>(value: Value): Value {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), pauseMs);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}

/** The effect of a form's values, from the call that its table names; empty while they are not valid. */
export function DraftNote({ call, values }: { call: string; values: FormValues }) {
  const { data } = useQuery(draftNoteQuery(call, useSettled(values)));
  return (
    <div role="status" className="mt-5 rounded-xl bg-mist p-4 text-ink empty:hidden">
      {data && (
        <>
          <p className="font-semibold text-deep">{data.title}</p>
          <ul className="mt-1 list-disc pl-5 wrap-anywhere">
            {data.lines.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        </>
      )}
    </div>
  );
}
