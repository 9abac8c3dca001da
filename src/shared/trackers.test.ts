import { expect, test } from 'vitest';
import { testSettings } from '../../test/app.ts';
import { contentSecurityPolicy } from '../platform/http/security-headers.server.ts';
import { trackerNames, vendorOrigins } from './trackers.ts';

const settingsWith = (env: Record<string, string>) => testSettings('postgresql://localhost/pcb', '/tmp', env);
const all = {
  POSTHOG_KEY: 'phc_abcDEF123456',
  META_PIXEL_ID: '123456789012345',
  GTM_ID: 'GTM-ABC1234',
  PINTEREST_TAG_ID: '2612345678901',
};

test('no tracker is configured without ids, and a page sends only to the site', () => {
  const settings = settingsWith({ POSTHOG_HOST: 'https://eu.i.posthog.com' });
  expect(settings.vendors).toEqual({ posthog: null, metaPixelId: null, gtmId: null, pinterestTagId: null });
  expect(trackerNames(settings.vendors)).toEqual([]);
  expect(vendorOrigins(settings.vendors)).toEqual([]);
  expect(contentSecurityPolicy(settings, { sources: [] })).toContain("connect-src 'self';");
});

test('each id configures only its tracker and its host', () => {
  const origins = {
    POSTHOG_KEY: ['https://us.i.posthog.com'],
    META_PIXEL_ID: ['https://www.facebook.com'],
    GTM_ID: [],
    PINTEREST_TAG_ID: ['https://ct.pinterest.com'],
  };
  for (const name of Object.keys(all) as (keyof typeof all)[]) {
    const { vendors } = settingsWith({ [name]: ` ${all[name]} ` });
    expect(trackerNames(vendors)).toHaveLength(1);
    expect(vendorOrigins(vendors)).toEqual(origins[name]);
  }
  const { vendors } = settingsWith(all);
  expect(trackerNames(vendors)).toEqual(['PostHog', 'Meta', 'Google', 'Pinterest']);
});

test('PostHog accepts another origin', () => {
  const host = (POSTHOG_HOST: string) => settingsWith({ ...all, POSTHOG_HOST }).vendors.posthog?.host;
  expect(host('https://eu.i.posthog.com/')).toBe('https://eu.i.posthog.com');
  expect(host('https://counts.beach.example:8443')).toBe('https://counts.beach.example:8443');
  for (const wrong of [
    'eu.i.posthog.com',
    'https://a.example/path',
    'https://a.example/?x=1',
    'ftp://a.example',
  ])
    expect(() => host(wrong)).toThrow('POSTHOG_HOST must be an address');
});

test.each([
  ['POSTHOG_KEY', 'abc', 'phc_a b', 'phc_";alert(1)'],
  ['META_PIXEL_ID', 'abc', '12', '123456789012345; script-src *'],
  ['GTM_ID', 'GTM-', 'gtm-abc1234', 'UA-12345-1', 'GTM-ABC&x=1', 'GTM-ABC123"><script>'],
  ['PINTEREST_TAG_ID', '26-1', 'x'],
])('settings reject %s in any form but its tracker’s', (name, ...wrong) => {
  for (const value of wrong) expect(() => settingsWith({ [name]: value })).toThrow(`${name} must look like`);
});
