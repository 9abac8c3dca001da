import type { FormEvent, ReactNode } from 'react';
import { Alert } from '../../../ui/alert.tsx';
import { BackLink } from '../../../ui/back-link.tsx';
import { Button } from '../../../ui/button.tsx';
import { listPageClass } from '../../admin/shell/page-class.ts';

interface FormFrameProps {
  title: string;
  back: { to: `/${string}`; label: string };
  intro: string;
  submitLabel: string;
  busyLabel: string;
  isBusy: boolean;
  problem: string;
  /** The first part: the stay to price. */
  stay: ReactNode;
  /** The price, beside the form. */
  aside: ReactNode;
  onSubmit(): void;
  children: ReactNode;
}

/** A hosts' form with the price beside it, after its first part on phones, and one button at its end. */
export function FormFrame({ title, back, intro, stay, aside, onSubmit, children, ...send }: FormFrameProps) {
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!send.isBusy) onSubmit();
  };
  return (
    <div className={`${listPageClass} grid grid-cols-[minmax(0,1fr)] gap-5`}>
      <div>
        <BackLink to={back.to}>{back.label}</BackLink>
        <h1 className="mt-1 text-2xl text-deep sm:text-3xl">{title}</h1>
        <p className="mt-1 text-slate">{intro}</p>
      </div>
      <form
        noValidate
        onSubmit={submit}
        className="grid grid-cols-[minmax(0,1fr)] gap-5 lg:grid-cols-[minmax(0,1fr)_24rem] lg:items-start"
      >
        {stay}
        <div className="lg:col-start-2 lg:row-span-3 lg:row-start-1 lg:h-full">{aside}</div>
        <div className="grid gap-5 lg:col-start-1">{children}</div>
        <div className="grid gap-3 lg:col-start-1">
          <div aria-live="assertive">{send.problem && <Alert failed>{send.problem}</Alert>}</div>
          <Button type="submit" disabled={send.isBusy} className="min-h-13 w-full text-lg">
            {send.isBusy ? send.busyLabel : send.submitLabel}
          </Button>
        </div>
      </form>
    </div>
  );
}

/** A titled part of the form. */
export const FormPart = ({ title, children }: { title: string; children: ReactNode }) => (
  <fieldset className="min-w-0 rounded-2xl border border-dune bg-white p-5 sm:p-6">
    <legend className="float-left mb-4 w-full font-display text-xl text-deep">{title}</legend>
    <div className="clear-both grid gap-4">{children}</div>
  </fieldset>
);
