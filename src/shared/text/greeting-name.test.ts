import { expect, test } from 'vitest';
import { greetingName } from './greeting-name.ts';

test.each([
  ['Ann Lee', 'Ann Lee'],
  ["Zoë O'Brien-Núñez", "Zoë O'Brien-Núñez"],
  ['WIN $1000 at spam.example', null],
  ['Ann <b>', null],
  ['A'.repeat(41), null],
])('greetingName(%j) is %j', (name, greeting) => {
  expect(greetingName(name)).toBe(greeting);
});
