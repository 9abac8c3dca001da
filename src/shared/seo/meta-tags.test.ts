import { expect, test } from 'vitest';
import { seoMeta, siteFacts } from './meta-tags.ts';

const page = {
  origin: 'https://stay.example',
  siteName: 'PCB Beach Rentals',
  path: '/stays/sunset-villa',
  title: 'Sunset Villa | PCB Beach Rentals',
  description: 'A villa with a view.',
};

test('seoMeta returns title, canonical URL, Open Graph and Twitter card', () => {
  const tags = seoMeta({ ...page, image: '/share/stay/sunset-villa.jpg', imageAlt: 'The villa' });
  expect(tags).toContainEqual({ title: page.title });
  expect(tags).toContainEqual({ name: 'description', content: page.description });
  expect(tags).toContainEqual({
    tagName: 'link',
    rel: 'canonical',
    href: 'https://stay.example/stays/sunset-villa',
  });
  const contents = Object.fromEntries(
    tags.flatMap((tag) =>
      'property' in tag ? [[tag.property, tag.content]] : 'name' in tag ? [[tag.name, tag.content]] : [],
    ),
  );
  expect(contents).toMatchObject({
    'og:title': page.title,
    'og:description': page.description,
    'og:url': 'https://stay.example/stays/sunset-villa',
    'og:type': 'website',
    'og:site_name': 'PCB Beach Rentals',
    'og:image': 'https://stay.example/share/stay/sunset-villa.jpg',
    'og:image:width': '1200',
    'og:image:height': '630',
    'og:image:alt': 'The villa',
    'twitter:card': 'summary_large_image',
    'twitter:title': page.title,
    'twitter:image': 'https://stay.example/share/stay/sunset-villa.jpg',
  });
});

test("seoMeta falls back to the home page's image", () => {
  expect(seoMeta(page)).toContainEqual({
    property: 'og:image',
    content: 'https://stay.example/share/page/home.jpg',
  });
});

test("siteFacts reads the root's data, empty when it failed to load", () => {
  const root = { loaderData: { origin: page.origin, settings: { business_name: page.siteName } } };
  expect(siteFacts([root])).toEqual({ origin: page.origin, siteName: page.siteName });
  expect(siteFacts([{}])).toEqual({ origin: '', siteName: '' });
  expect(siteFacts([])).toEqual({ origin: '', siteName: '' });
});
