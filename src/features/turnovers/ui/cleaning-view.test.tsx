import { expect, test } from 'vitest';
import { renderPage } from '../../../../test/render-page.tsx';
import type { CleanerTurnover } from '../contract.server.ts';
import { CleaningView } from './cleaning-view.tsx';

const turnover: CleanerTurnover = {
  id: 'a-turnover',
  home: 'The Beachcomber',
  departsOn: '2027-07-05',
  arrivesOn: '2027-07-09',
  isSameDay: false,
  outBy: '10:00',
  nextGuestsFrom: '16:00',
  guests: 2,
  pets: 0,
  note: '',
  address: '',
  checkList: '',
  access: '',
  status: 'todo',
  report: '',
  photos: [],
  doneAt: null,
  canReport: true,
};

test.each([
  ['todo', true],
  ['problem', true],
  ['done', false],
] as const)('an earlier day whose turnover is %s is said to be still open: %s', (status, isOpen) => {
  const page = { name: 'Marisol', today: '2027-07-09', turnovers: [{ ...turnover, status }] };
  const { text } = renderPage(<CleaningView page={page} sent={null} formKey="a-form" unsent={null} />);
  expect(text).toContain('Monday, July 5');
  expect(text.includes('Still open, Monday, July 5')).toBe(isOpen);
});
