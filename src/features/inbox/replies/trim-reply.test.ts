import { expect, test } from 'vitest';
import { trimReply } from './trim-reply.ts';

test.each([
  ['plain', 'Yes!\n\nBest, Ann', 'Yes!\n\nBest, Ann'],
  ['Gmail', 'Yes!\n\nOn Mon, Nov 22, 2026 at 3:04 PM PCB <a@b.example> wrote:\n\n> Hello\n> Ann', 'Yes!'],
  [
    'Gmail, broken in two',
    'Yes!\n\nOn Mon, Nov 22, 2026 at 3:04 PM PCB Beach Rentals\n<reply+abc@b.example> wrote:\n\n> Hello',
    'Yes!',
  ],
  [
    'Apple Mail',
    'Yes!\n\nSent from my iPhone\n\n> On Nov 22, 2026, at 3:04 PM, PCB wrote:\n> \n> Hello',
    'Yes!',
  ],
  ['Outlook', 'Yes!\n\nFrom: PCB <a@b.example>\nSent: Monday\nTo: Ann\nSubject: Re: x\n\nHello Ann', 'Yes!'],
  ['Outlook, ruled off', 'Yes!\n________________________________\nFrom: PCB\nHello', 'Yes!'],
  ['original message', 'Yes!\n-----Original Message-----\nHello', 'Yes!'],
  ['German', 'Ja!\n\nAm Mo., 22. Nov. 2026 um 15:04 Uhr schrieb PCB:\n> Hallo', 'Ja!'],
  ['signature', 'Yes!\n-- \nAnn Lee\n+1 850 555 0100', 'Yes!'],
  ['below the quotation', '> Do you bring a dog?\nNo dog.\n> How many?\nFour of us.', 'No dog.\nFour of us.'],
  ['nothing but a quotation', '> Hello', '> Hello'],
  [
    'a sentence that begins with From',
    'From: here on we are four.\nThanks',
    'From: here on we are four.\nThanks',
  ],
  ['a sentence that ends in wrote', 'I like what you wrote:\nboats', 'I like what you wrote:\nboats'],
])('trimReply finds the author’s own text: %s', (_, mail, own) => {
  expect(trimReply(mail)).toBe(own);
});

// Where it grew with the square of the text, it would take minutes, and the limit of the test would end it.
test('trimReply takes time that grows with the text alone', () => {
  for (const part of ['>', 'On ', 'wrote:\n', '_', '-----', 'From: x\n']) {
    const text = part.repeat(300_000);
    // Nothing in it ends what the guest wrote. Texts of this length are not printed.
    expect(trimReply(text) === text.trimEnd(), part).toBe(true);
  }
});
