import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { afterEach, expect, test } from 'vitest';
import { hourMs } from '../../../shared/durations.ts';
import { setServerClock } from '../../../shared/http/server-clock.ts';
import type { EditablePost } from '../post.ts';
import { usePublication } from './use-post-form.ts';

afterEach(() => setServerClock(new Date().toISOString()));

const atDevice = (hours: number) => new Date(Date.now() + hours * hourMs).toISOString();

test.each([
  [-2, 'later'],
  [0, 'unchanged'],
])('a post of an hour ago, with the server’s clock %i hours from the device’s, is "%s"', (skew, choice) => {
  setServerClock(atDevice(skew));
  const choices: string[] = [];
  function Editor() {
    choices.push(usePublication({ published_at: atDevice(-1) } as EditablePost).value.choice);
    return null;
  }
  renderToStaticMarkup(createElement(Editor));
  expect(choices).toEqual([choice]);
});
