import { useMutation } from '@tanstack/react-query';
import { useLayoutEffect, useState } from 'react';
import { ApiError } from '../../../shared/http/api-error.ts';
import { focusInvalid } from '../../../ui/forms/focus-invalid.ts';

/** Sends a form; what is wrong with it is kept by field, and the first field with a problem gets the focus. */
export function useSending<Sent, Answer>(
  send: (sent: Sent) => Promise<Answer>,
  onDone?: (response: Answer) => void,
) {
  const { mutate, data, error, isPending, reset } = useMutation({ mutationFn: send, onSuccess: onDone });
  const [problems, setProblems] = useState<Record<string, string>>({});
  useLayoutEffect(() => {
    setProblems(error instanceof ApiError ? (error.fields ?? {}) : {});
  }, [error]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: with the new problems, as the next key may come at once
  useLayoutEffect(() => {
    focusInvalid(document.querySelector<HTMLElement>('form [aria-invalid=true]'));
  }, [problems]);
  return {
    send: mutate,
    done: data ?? null,
    problems,
    problem: error?.message ?? '',
    isBusy: isPending,
    reset,
  };
}
