import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { channelName, receivedMessage } from './oauth-response.ts';
import { type AnswerListener, cancelled, openPopup, type PopupOpener, waitForAnswer } from './popup.ts';
import { type RelayWindow, relayToOpener } from './relay-to-opener.ts';

const origin = 'http://localhost:3000';
let flows = 0;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'setTimeout', 'clearTimeout'] });
});
afterEach(() => {
  vi.useRealTimers();
});

/** A window as far as waiting needs it, and what can happen to it. */
function waitingTab() {
  flows += 1;
  const flow = `flow-${flows}`;
  const stored = new Map<string, string>();
  const target = new EventTarget();
  const browser = Object.assign(target, {
    location: { origin },
    localStorage: {
      setItem: (key: string, value: string) => stored.set(key, value),
      removeItem: (key: string) => stored.delete(key),
    },
  }) as unknown as AnswerListener;
  const popup = { closed: false, close: vi.fn() };
  const seemsClosed = vi.fn();
  const ending = new AbortController();
  const outcome = waitForAnswer({ popup, flow, seemsClosed, signal: ending.signal }, browser);
  const settled = vi.fn();
  outcome.then(settled, settled);
  const answer = { type: 'google-sign-in', flow, code: 'c1' };
  const say = (data: unknown, from = origin) =>
    target.dispatchEvent(Object.assign(new Event('message'), { origin: from, data }));
  const store = (key: string, newValue: string) => {
    stored.set(key, newValue);
    target.dispatchEvent(Object.assign(new Event('storage'), { key, newValue }));
  };
  return { flow, answer, browser, stored, popup, seemsClosed, ending, outcome, settled, say, store };
}

function screenWith(open: PopupOpener['open'], screen: object): PopupOpener {
  return { open, screen: screen as Screen };
}

test('the popup is 500 by 600 in the middle of the screen', () => {
  const open = vi.fn(() => ({}) as Window);
  openPopup(screenWith(open, { availLeft: 0, availTop: 0, width: 1500, height: 1000 }));
  expect(open).toHaveBeenCalledWith(
    'about:blank',
    '_blank',
    'popup=yes,width=500,height=600,left=500,top=200',
  );
});

test('a popup that the browser refuses is said', () => {
  const refuse = screenWith(() => null, { width: 390, height: 844 });
  expect(() => openPopup(refuse)).toThrow('Failed to open popup window');
});

test('a message from our own origin is the answer, and the popup is closed', async () => {
  const tab = waitingTab();
  tab.say(tab.answer);
  await expect(tab.outcome).resolves.toMatchObject({ code: 'c1' });
  expect(tab.popup.close).toHaveBeenCalled();
});

test('T-28: messages from elsewhere, of another shape or of another tab’s sign-in are ignored', async () => {
  const tab = waitingTab();
  for (const from of ['null', 'http://127.0.0.1:3000', 'https://evil.example', '']) tab.say(tab.answer, from);
  tab.say({ ...tab.answer, more: 1 });
  tab.say({ ...tab.answer, flow: 'another' });
  tab.say('x'.repeat(1_000_000));
  await vi.advanceTimersByTimeAsync(2_000);
  expect(tab.settled).not.toHaveBeenCalled();
  tab.ending.abort();
  await expect(tab.outcome).rejects.toThrow(cancelled);
});

test('T-30: an answer in local storage is taken out at once, by the tab that it is for alone', async () => {
  const [one, other] = [waitingTab(), waitingTab()];
  one.store(channelName(one.flow), JSON.stringify(one.answer));
  other.store(channelName(one.flow), JSON.stringify(one.answer));
  await expect(one.outcome).resolves.toMatchObject({ code: 'c1' });
  expect(one.stored.size).toBe(0);
  expect(other.settled).not.toHaveBeenCalled();
  other.ending.abort();
  await expect(other.outcome).rejects.toThrow(cancelled);
});

test('a broadcast is the answer, and its sender learns that it was taken', async () => {
  const tab = waitingTab();
  const sender = new BroadcastChannel(channelName(tab.flow));
  const heard = new Promise((resolve) => {
    sender.onmessage = ({ data }) => resolve(data);
  });
  sender.postMessage(tab.answer);
  await expect(tab.outcome).resolves.toMatchObject({ code: 'c1' });
  await expect(heard).resolves.toBe(receivedMessage);
  sender.close();
});

test('Google’s own word for a refusal is passed on', async () => {
  const tab = waitingTab();
  tab.say({ type: 'google-sign-in', flow: tab.flow, error: 'access_denied' });
  await expect(tab.outcome).rejects.toThrow('access_denied');
});

test('a window that looks closed is never called cancelled while the person may still type in it', async () => {
  const tab = waitingTab();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(tab.seemsClosed).not.toHaveBeenCalled();
  tab.popup.closed = true;
  await vi.advanceTimersByTimeAsync(3_000);
  expect(tab.seemsClosed).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(9 * 60_000);
  expect(tab.settled).not.toHaveBeenCalled();
  tab.say(tab.answer);
  await expect(tab.outcome).resolves.toMatchObject({ code: 'c1' });
});

test('a window that stays closed for ten minutes was cancelled', async () => {
  const tab = waitingTab();
  tab.popup.closed = true;
  await vi.advanceTimersByTimeAsync(10 * 60_000 + 2_000);
  await expect(tab.outcome).rejects.toThrow('User cancelled the login process');
});

/** The callback page's window. */
function callbackPage(opener: RelayWindow['opener']) {
  const stored = new Map<string, string>();
  const localStorage = {
    setItem: (key: string, value: string) => stored.set(key, value),
    removeItem: (key: string) => stored.delete(key),
  } as unknown as Storage;
  return { stored, browser: { opener, location: { origin }, localStorage } as RelayWindow };
}

test('the callback page tells its opener, on our origin only, and keeps nothing', async () => {
  const postMessage = vi.fn();
  const { stored, browser } = callbackPage({ closed: false, postMessage } as unknown as Window);
  const answer = { type: 'google-sign-in', flow: 'opened', code: 'c1' } as const;
  const passed = relayToOpener(answer, browser);
  expect(postMessage).toHaveBeenCalledExactlyOnceWith(answer, origin);
  expect(stored.size).toBe(0);
  await vi.advanceTimersByTimeAsync(4_000);
  await expect(passed).resolves.toBe(false);
});

test('T-30: the callback page without an opener uses local storage for half a second', async () => {
  const { stored, browser } = callbackPage(null);
  const answer = { type: 'google-sign-in', flow: 'alone', code: 'c1' } as const;
  const passed = relayToOpener(answer, browser);
  expect([...stored]).toEqual([[channelName('alone'), JSON.stringify(answer)]]);
  await vi.advanceTimersByTimeAsync(500);
  expect(stored.size).toBe(0);
  await vi.advanceTimersByTimeAsync(4_000);
  await expect(passed).resolves.toBe(false);
});

test('an answer passes by broadcast where local storage is blocked', async () => {
  const tab = waitingTab();
  const blocked = () => {
    throw new DOMException('The operation is insecure.', 'SecurityError');
  };
  Object.defineProperty(tab.browser, 'localStorage', { get: blocked });
  const { browser } = callbackPage(null);
  Object.defineProperty(browser, 'localStorage', { get: blocked });
  await expect(relayToOpener({ ...tab.answer, type: 'google-sign-in' }, browser)).resolves.toBe(true);
  await expect(tab.outcome).resolves.toMatchObject({ code: 'c1' });
  await vi.advanceTimersByTimeAsync(500);
});
