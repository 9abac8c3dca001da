import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { channelName, type RelayWindow, receivedMessage, relayToOpener } from './oauth-response.ts';
import { cancelled, type ListeningWindow, openPopup, type PopupOpener, waitForResponse } from './popup.ts';

const origin = 'http://localhost:3000';
let flows = 0;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'setTimeout', 'clearTimeout'] });
});
afterEach(() => {
  vi.useRealTimers();
});

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
  }) as unknown as ListeningWindow;
  const popup = { closed: false, close: vi.fn() };
  const onMaybeClosed = vi.fn();
  const cancelling = new AbortController();
  const outcome = waitForResponse({ popup, flow, onMaybeClosed, signal: cancelling.signal }, browser);
  const settled = vi.fn();
  outcome.then(settled, settled);
  const response = { type: 'google-sign-in', flow, code: 'c1' };
  const post = (data: unknown, from = origin) =>
    target.dispatchEvent(Object.assign(new Event('message'), { origin: from, data }));
  const store = (key: string, newValue: string) => {
    stored.set(key, newValue);
    target.dispatchEvent(Object.assign(new Event('storage'), { key, newValue }));
  };
  return { flow, response, browser, stored, popup, onMaybeClosed, cancelling, outcome, settled, post, store };
}

function screenWith(open: PopupOpener['open'], screen: object): PopupOpener {
  return { open, screen: screen as Screen };
}

test('openPopup opens 500 by 600 pixels in the middle of the screen', () => {
  const open = vi.fn(() => ({}) as Window);
  openPopup(screenWith(open, { availLeft: 0, availTop: 0, width: 1500, height: 1000 }));
  expect(open).toHaveBeenCalledWith(
    'about:blank',
    '_blank',
    'popup=yes,width=500,height=600,left=500,top=200',
  );
});

test('openPopup throws when the browser blocks it', () => {
  const blocked = screenWith(() => null, { width: 390, height: 844 });
  expect(() => openPopup(blocked)).toThrow('Failed to open popup window');
});

test('a message from our own origin resolves and closes the popup', async () => {
  const tab = waitingTab();
  tab.post(tab.response);
  await expect(tab.outcome).resolves.toMatchObject({ code: 'c1' });
  expect(tab.popup.close).toHaveBeenCalled();
});

test('T-28: messages of other origins, other shapes and other flows are ignored', async () => {
  const tab = waitingTab();
  for (const from of ['null', 'http://127.0.0.1:3000', 'https://evil.example', ''])
    tab.post(tab.response, from);
  tab.post({ ...tab.response, more: 1 });
  tab.post({ ...tab.response, flow: 'another' });
  tab.post('x'.repeat(1_000_000));
  await vi.advanceTimersByTimeAsync(2_000);
  expect(tab.settled).not.toHaveBeenCalled();
  tab.cancelling.abort();
  await expect(tab.outcome).rejects.toThrow(cancelled);
});

test('T-30: a response in local storage is removed at once, only by the tab of its flow', async () => {
  const [one, other] = [waitingTab(), waitingTab()];
  one.store(channelName(one.flow), JSON.stringify(one.response));
  other.store(channelName(one.flow), JSON.stringify(one.response));
  await expect(one.outcome).resolves.toMatchObject({ code: 'c1' });
  expect(one.stored.size).toBe(0);
  expect(other.settled).not.toHaveBeenCalled();
  other.cancelling.abort();
  await expect(other.outcome).rejects.toThrow(cancelled);
});

test('a broadcast resolves and is acknowledged', async () => {
  const tab = waitingTab();
  const sender = new BroadcastChannel(channelName(tab.flow));
  const acknowledged = new Promise((resolve) => {
    sender.onmessage = ({ data }) => resolve(data);
  });
  sender.postMessage(tab.response);
  await expect(tab.outcome).resolves.toMatchObject({ code: 'c1' });
  await expect(acknowledged).resolves.toBe(receivedMessage);
  sender.close();
});

test('rejects with Google’s error', async () => {
  const tab = waitingTab();
  tab.post({ type: 'google-sign-in', flow: tab.flow, error: 'access_denied' });
  await expect(tab.outcome).rejects.toThrow('access_denied');
});

test('a popup that looks closed for nine minutes is not cancelled and still resolves', async () => {
  const tab = waitingTab();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(tab.onMaybeClosed).not.toHaveBeenCalled();
  tab.popup.closed = true;
  await vi.advanceTimersByTimeAsync(3_000);
  expect(tab.onMaybeClosed).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(9 * 60_000);
  expect(tab.settled).not.toHaveBeenCalled();
  tab.post(tab.response);
  await expect(tab.outcome).resolves.toMatchObject({ code: 'c1' });
});

test('a popup that stays closed for ten minutes is cancelled', async () => {
  const tab = waitingTab();
  tab.popup.closed = true;
  await vi.advanceTimersByTimeAsync(10 * 60_000 + 2_000);
  await expect(tab.outcome).rejects.toThrow('User cancelled the login process');
});

function callbackPage(opener: RelayWindow['opener']) {
  const stored = new Map<string, string>();
  const localStorage = {
    setItem: (key: string, value: string) => stored.set(key, value),
    removeItem: (key: string) => stored.delete(key),
  } as unknown as Storage;
  return { stored, browser: { opener, location: { origin }, localStorage } as RelayWindow };
}

test('relayToOpener posts to the opener on our origin only and stores nothing', async () => {
  const postMessage = vi.fn();
  const { stored, browser } = callbackPage({ closed: false, postMessage } as unknown as Window);
  const response = { type: 'google-sign-in', flow: 'opened', code: 'c1' } as const;
  const received = relayToOpener(response, browser);
  expect(postMessage).toHaveBeenCalledExactlyOnceWith(response, origin);
  expect(stored.size).toBe(0);
  await vi.advanceTimersByTimeAsync(4_000);
  await expect(received).resolves.toBe(false);
});

test('T-30: relayToOpener without an opener uses local storage for half a second', async () => {
  const { stored, browser } = callbackPage(null);
  const response = { type: 'google-sign-in', flow: 'alone', code: 'c1' } as const;
  const received = relayToOpener(response, browser);
  expect([...stored]).toEqual([[channelName('alone'), JSON.stringify(response)]]);
  await vi.advanceTimersByTimeAsync(500);
  expect(stored.size).toBe(0);
  await vi.advanceTimersByTimeAsync(4_000);
  await expect(received).resolves.toBe(false);
});

test('a response is relayed by broadcast where local storage is blocked', async () => {
  const tab = waitingTab();
  const blocked = () => {
    throw new DOMException('The operation is insecure.', 'SecurityError');
  };
  Object.defineProperty(tab.browser, 'localStorage', { get: blocked });
  const { browser } = callbackPage(null);
  Object.defineProperty(browser, 'localStorage', { get: blocked });
  await expect(relayToOpener({ ...tab.response, type: 'google-sign-in' }, browser)).resolves.toBe(true);
  await expect(tab.outcome).resolves.toMatchObject({ code: 'c1' });
  await vi.advanceTimersByTimeAsync(500);
});
