import { renderToString } from 'react-dom/server';
import { expect, test } from 'vitest';
import { localMoment, parseInput } from '../../../shared/forms/parse-input.ts';
import { DateInput } from './date-input.tsx';

const draw = (format: string, value: unknown) =>
  renderToString(
    <DateInput
      id="when"
      name="when"
      schema={{ type: 'string', title: 'When', format }}
      value={value}
      required
      disabled={false}
      onChange={() => {}}
    />,
  );

test('a date has the browser’s own date input', () => {
  const input = draw('date', '2026-06-05');
  for (const attribute of ['id="when"', 'name="when"', 'type="date"', 'value="2026-06-05"'])
    expect(input).toContain(attribute);
});

test('a moment has a datetime-local input, in the reader’s time zone and to the minute', () => {
  const moment = '2026-06-05T15:04:07.000Z';
  expect(draw('date-time', moment)).toContain('type="datetime-local"');
  expect(draw('date-time', moment)).toContain(`value="${localMoment(moment)}"`);
});

test.each(['date', 'date-time'])('no value of format %s is an empty input', (format) => {
  expect(draw(format, null)).toContain('value=""');
});

test.each(['0002-06-05T10:15', '0202-12-31T23:59', '1883-11-18T11:59', '2026-06-05T15:04'])(
  'the moment %s, shown while its year is typed, stays as it was typed',
  (typed) => {
    const schema = { type: 'string', format: 'date-time' } as const;
    expect(localMoment(String(parseInput(schema, typed)))).toBe(typed);
  },
);
