import { useMutation, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { FormDialog } from '../../../ui/overlays/form-dialog.tsx';
import { rates } from './calls.ts';
import type { RateChange, RateEffect } from './contract.server.ts';
import { EffectView } from './effect-view.tsx';
import type { ChosenNights } from './nights-fields.tsx';
import { effectQuery } from './queries.ts';
import { type RatedProperty, RateFields } from './rate-fields.tsx';
import { parseRateForm, type RateForm } from './rate-form.ts';

interface RatesDialogProps {
  homes: readonly RatedProperty[];
  property: RatedProperty;
  span: ChosenNights;
  onChanged(change: RateEffect & { undo: string }): void;
  onClose(): void;
}

const typingPauseMs = 300;

/** The change once typing has paused. */
function usePaused(change: RateChange | null): RateChange | null {
  const key = JSON.stringify(change);
  const [paused, setPaused] = useState(key);
  useEffect(() => {
    const timer = setTimeout(() => setPaused(key), typingPauseMs);
    return () => clearTimeout(timer);
  }, [key]);
  return paused === key ? change : null;
}

/** Prices and rules of a range of nights; they can be saved once their effect is shown. */
export function RatesDialog({ homes, property, span, onChanged, onClose }: RatesDialogProps) {
  const [form, setForm] = useState<RateForm>({
    span,
    properties: [property.id],
    nightly: '',
    weekend: '',
    minNights: '',
    arrival: 'keep',
    arrivalDays: [],
  });
  const { change, errors } = parseRateForm(form);
  const effect = useQuery(effectQuery(usePaused(change)));
  const saving = useMutation({
    mutationFn: (json: RateChange) => rates.change({ json }),
    onSuccess: onChanged,
  });
  const isVisible = change !== null && effect.data !== undefined;
  return (
    <FormDialog
      title={`Prices and rules of ${form.properties.length > 1 ? `${form.properties.length} homes` : property.title}`}
      submitLabel="Save"
      closeLabel="Cancel"
      call={saving}
      canSubmit={isVisible}
      onSubmit={() => isVisible && saving.mutate(change)}
      onClose={onClose}
    >
      <RateFields form={form} errors={errors} homes={homes} onChange={setForm} />
      <section
        aria-label="Effect"
        aria-live="polite"
        data-effect=""
        className="sticky -bottom-5 max-h-[35dvh] overflow-y-auto rounded-xl border border-glass bg-mist p-4 shadow-card"
      >
        <h3 className="mb-2 text-lg text-deep">What this does</h3>
        <Effect change={change} invalid={Object.keys(errors)} effect={effect} />
      </section>
    </FormDialog>
  );
}

interface EffectProps {
  change: RateChange | null;
  /** The names of fields to mend first, which may be out of sight. */
  invalid: readonly string[];
  effect: { data: RateEffect | undefined; error: Error | null; refetch(): void };
}

const fieldLabels: Record<string, string> = {
  first_night: 'first night',
  last_night: 'last night',
  nightly_cents: 'price of a night',
  weekend_cents: 'Fri and Sat nights',
  min_nights: 'fewest nights',
  arrival_days: 'days of arrival',
  properties: 'homes',
};

function Effect({ change, invalid, effect: { data, error, refetch } }: EffectProps) {
  if (invalid.length > 0)
    return (
      <p className="font-medium text-danger">
        {`Please mend first: ${invalid.map((name) => fieldLabels[name] ?? name).join(', ')}.`}
      </p>
    );
  if (!change) return <p>Set a price or a rule to see its effect before you save it.</p>;
  if (error)
    return (
      <div className="grid justify-items-start gap-3">
        <p className="text-danger">{error.message}</p>
        <Button variant="quiet" onClick={refetch}>
          Try again
        </Button>
      </div>
    );
  return data ? <EffectView effect={data} /> : <p>Working it out…</p>;
}
