import fc from 'fast-check';
import { expect, test } from 'vitest';
import { runs } from '../../../test/runs.ts';
import { cleanPastedHtml } from './clean-pasted-html.ts';

const origin = 'https://site.example';
const clean = (html: string) => cleanPastedHtml(html, origin);

test.each([
  [
    '<p>Early check-in: level one = $20, level two = $30.</p>',
    'Early check-in: level one = $20, level two = $30.',
  ],
  ['<p>Set a style = "calm" and onwards = "go"</p>', 'Set a style = "calm" and onwards = "go"'],
  ['<p>onclick=x style=y once=1</p>', 'onclick=x style=y once=1'],
  ['<p>2 < 3, a <3 b, x > y</p>', '2 &lt; 3, a &lt;3 b, x &gt; y'],
  ['<p>Type &lt;b style=bold&gt; and &amp;nbsp;</p>', 'Type &lt;b style=bold&gt; and &amp;nbsp;'],
])('text of %s that looks like markup stays', (html, words) => {
  expect(clean(html).replaceAll('&quot;', '"')).toBe(`<p>${words}</p>`);
});

test('attributes are dropped, unquoted and oddly written ones too, and what they say is no text', () => {
  const html = `<p STYLE=color:red onclick = 'a>b' class="x" data-a="1>2"><a onmouseover=x() href=https://a.example/>go</a></p>`;
  expect(clean(html)).toBe('<p><a href="https://a.example/">go</a></p>');
});

test.each([
  ['<script>a</script><style>p{}</style><title>t</title><template>x</template><svg><title>y</title></svg>'],
  ['<!-- comment --><!--[if gte mso 9]><xml><o:a>1</o:a></xml><![endif]-->'],
  ['<iframe src="x">a</iframe><noscript>b</noscript>'],
  ['<p style="display:none">a</p><span style="mso-hide:all">b</span><p hidden>c</p>'],
])('%s leaves nothing', (html) => expect(clean(html)).toBe(''));

test('links to programs, and addresses within the source, are text', () => {
  expect(
    clean('<a href="javascript:alert(1)">a</a> <a href="#_ftn1">[1]</a> <a href="mailto:a@b.example">c</a>'),
  ).toBe('<p>a [1] <a href="mailto:a@b.example">c</a></p>');
});

const inParagraph = (html: string) => `<p>${html}</p>`;

test.each([
  ['font-weight:700', '<strong>a</strong>'],
  ['FONT-WEIGHT: Bold !important', '<strong>a</strong>'],
  ['font-weight:500', 'a'],
  ['font-style:italic', '<em>a</em>'],
  ['font-style:oblique', '<em>a</em>'],
  ['text-decoration:underline', '<u>a</u>'],
  ['text-decoration-line:underline line-through', '<u><s>a</s></u>'],
  ['text-decoration: line-through solid red', '<s>a</s>'],
  ['font:italic bold 12pt/1.5 "Times, New; Roman"', '<strong><em>a</em></strong>'],
  ['font-family:"a;font-weight:bold"', 'a'],
  ['mso-bidi-font-weight:bold', 'a'],
])('the style %j becomes marks', (style, marked) => {
  expect(clean(`<p><span style='${style}'>a</span></p>`)).toBe(inParagraph(marked));
});

test.each([
  [
    '<b style="font-weight:normal"><p>a <span style="font-weight:700">b</span></p></b>',
    'a <strong>b</strong>',
  ],
  ['<strong style="font-weight:400">a</strong>', 'a'],
  ['<b style="mso-bidi-font-weight:normal">a</b>', '<strong>a</strong>'],
  ['<i style="font-style:normal">a</i>', 'a'],
  ['<u style="text-decoration:none">a</u>', 'a'],
  ['<b><span style="font:7pt Times">a</span></b>', 'a'],
  ['<b><span style="font-weight:inherit">a</span></b>', '<strong>a</strong>'],
  ['<u><span style="text-decoration:none">a</span></u>', '<u>a</u>'],
  ['<ins>a</ins><del>b</del><strike>c</strike>', '<u>a</u><s>bc</s>'],
])('in %s the innermost word on weight and slant counts', (html, marked) => {
  expect(clean(html)).toBe(inParagraph(marked));
});

test('marks by the classes of a style sheet are read, those for other media are not', () => {
  const html =
    '<style><!-- /* a { } */ p.p1, li.p1 {margin: 0; font: bold 12.0px Helvetica}\n.xl65 {font-style:italic;}\n#x{text-decoration:underline} ' +
    '@media print { .y { display:none } } @font-face {font-family:"a b";} --></style>' +
    '<p class="p1">a</p><p class="q xl65">b</p><p id=x>c</p><p class=y>d</p><p class=p1 style="font-weight:normal">e</p>';
  expect(clean(html)).toBe('<p><strong>a</strong></p><p><em>b</em></p><p><u>c</u></p><p>d</p><p>e</p>');
});

test('headings and links need no mark for what they are anyway', () => {
  expect(
    clean(
      '<h2 style="font-weight:bold"><span style="font-weight:700">T <a href="/shop" style="text-decoration:underline">s</a></span></h2>',
    ),
  ).toBe('<h2>T <a href="/shop">s</a></h2>');
});

test.each([
  ['<h4>a</h4>', '<h3>a</h3>'],
  ['<p role="heading" aria-level="1">a</p>', '<h1>a</h1>'],
  ['<p class="MsoTitle">a</p>', '<h1>a</h1>'],
  ['<p style="mso-outline-level:2">a</p>', '<h2>a</h2>'],
  ['<h2><div>a</div></h2>', '<h2>a</h2>'],
  [
    '<h2 style="mso-list:l0 level1 lfo1"><span style="mso-list:Ignore">1.<span>&nbsp;</span></span>a</h2>',
    '<h2>1. a</h2>',
  ],
])('%s becomes a heading', (html, expected) => expect(clean(html)).toBe(expected));

test('a copy of Google Docs keeps its marks, lists and links', () => {
  const html =
    '<meta charset="utf-8"><b style="font-weight:normal;" id="docs-internal-guid-1"><h2 dir="ltr"><span style="font-weight:400">Arrival</span></h2>' +
    '<p dir="ltr"><span style="white-space:pre-wrap;font-weight:400">Plain </span><span style="white-space:pre-wrap;font-weight:700;font-style:italic">both</span></p><br>' +
    '<ul><li dir="ltr" aria-level="1"><p role="presentation"><span>one</span></p></li><ul><li aria-level="2"><p><span>nested</span></p></li></ul><li><p>two</p></li></ul>' +
    '<p><a href="https://a.example/" style="text-decoration:none;"><span style="text-decoration:underline">link</span></a></p></b><br class="Apple-interchange-newline">';
  expect(clean(html)).toBe(
    '<h2>Arrival</h2><p>Plain <strong><em>both</em></strong></p><p></p>' +
      '<ul><li><p>one</p><ul><li><p>nested</p></li></ul></li><li><p>two</p></li></ul>' +
      '<p><a href="https://a.example/">link</a></p>',
  );
});

const entry = (level: number, marker: string, text: string, list = 'l0') =>
  `<p class=MsoListParagraph style='margin-left:${level / 2}in;mso-list:${list} level${level} lfo1'><![if !supportLists]>` +
  `<span style='mso-list:Ignore'>${marker}<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp; </span></span><![endif]>${text}<o:p></o:p></p>\n`;

test('Word lists are nested by their levels, of bullets or numbers, and go on from their number', () => {
  const html =
    entry(1, '·', 'Towels') +
    entry(2, 'o', 'two each') +
    entry(3, '§', 'blue') +
    entry(1, '·', 'Hats') +
    entry(1, '1.', 'Sun', 'l1') +
    entry(2, 'a)', 'strong', 'l1') +
    '<p class=MsoNormal>between</p>' +
    entry(1, '2.', 'Sea', 'l1');
  expect(clean(html)).toBe(
    '<ul><li><p>Towels</p><ul><li><p>two each</p><ul><li><p>blue</p></li></ul></li></ul></li><li><p>Hats</p></li></ul>' +
      '<ol><li><p>Sun</p><ol><li><p>strong</p></li></ol></li></ol><p>between</p><ol start="2"><li><p>Sea</p></li></ol>',
  );
});

test("a Word list's format in the style sheet counts before its marker, and a list by class is one", () => {
  const html =
    '<style>@list l0:level1\n{mso-level-number-format:bullet;} @list l3:level1 {mso-level-number-format:arabic;} p.MsoListBullet {mso-list:l0 level1 lfo2}</style>' +
    `${entry(1, '1.', 'a')}<p class=MsoListBullet>b</p>${entry(1, '', 'c', 'l3')}`;
  expect(clean(html)).toBe('<ul><li><p>a</p></li><li><p>b</p></li></ul><ol><li><p>c</p></li></ol>');
});

test('a marker with letters is text', () => {
  expect(clean(entry(1, 'Article 1.', 'Pets'))).toBe('<p>Article 1. Pets</p>');
});

test('a Word list whose description a mail program has removed is detected by its markers', () => {
  const html =
    '<p class="m_1MsoListParagraph" style="margin-left:0.5in"><span style="font-family:Symbol">·<span style="font:7pt Times">&nbsp; &nbsp;</span></span>Towels</p>' +
    '<p class="m_1MsoListParagraph" style="margin:0in 0in 0in 1in">1.<span>&nbsp;&nbsp; </span><b>Sun</b></p>' +
    '<p class="m_1MsoListParagraph">o clock</p>';
  expect(clean(html)).toBe(
    '<ul><li><p>Towels</p><ol><li><p><strong>Sun</strong></p></li></ol></li></ul><p>o clock</p>',
  );
});

test('Word Online lists, one for each entry, are one list', () => {
  const html =
    '<div class="ListContainerWrapper"><ul class="BulletListStyle1 x"><li data-aria-level="1"><p class="Paragraph"><span>a</span></p></li></ul></div>' +
    '<div class="ListContainerWrapper"><ul class="BulletListStyle2 x"><li data-aria-level="2"><p>b</p></li></ul></div>' +
    '<div class="ListContainerWrapper"><ol class="NumberListStyle1" start="3"><li data-aria-level="1"><p>c</p></li></ol></div>';
  expect(clean(html)).toBe(
    '<ul><li><p>a</p><ul><li><p>b</p></li></ul></li></ul><ol start="3"><li><p>c</p></li></ol>',
  );
});

test.each([
  ['<ul><li>a<ul><li>b</li></ul></li></ul>', '<ul><li><p>a</p><ul><li><p>b</p></li></ul></li></ul>'],
  [
    '<ul><li>a</li><li style="list-style:none"><ol><li>b</li></ol></li></ul>',
    '<ul><li><p>a</p><ol><li><p>b</p></li></ol></li></ul>',
  ],
  ['<ul><ul><li>a</li></ul></ul>', '<ul><li><p>a</p></li></ul>'],
  ['<ol start=4><li>a</ol>', '<ol start="4"><li><p>a</p></li></ol>'],
  ['<ul><li><h2>a</h2><p>b</p></li></ul>', '<ul><li><p>a</p><p>b</p></li></ul>'],
  ['<li>a</li><li>b</li>', '<ul><li><p>a</p></li><li><p>b</p></li></ul>'],
  ['<ul>a</ul>', '<ul><li><p>a</p></li></ul>'],
  ['<ul></ul>', ''],
])('the list %s becomes %s', (html, expected) => expect(clean(html)).toBe(expected));

test('a table becomes a line for each row, its cells apart', () => {
  const html =
    '<style>.xl65{font-weight:700}</style><table border=0><colgroup><col></colgroup><!--StartFragment--><tr><td class=xl65>Season</td><td>Price</td></tr>\n' +
    '<tr><td>Summer</td><td x:num="250"><p class=MsoNormal>250<br>a night</p><p>net</p></td></tr><!--EndFragment--></table>';
  expect(clean(html)).toBe('<p><strong>Season</strong> | Price</p><p>Summer | 250 a night net</p>');
});

test('merged and empty cells keep the columns, empty rows go', () => {
  const html =
    '<table><caption>Prices</caption><tr><th colspan=2>When</th><th>USD</th></tr><tr><td rowspan=2>Summer</td><td>May</td><td>1</td></tr>' +
    '<tr><td>June</td><td>2</td></tr><tr><td></td><td>any</td><td></td></tr><tr><td></td><td>&nbsp;</td></tr></table>';
  expect(clean(html)).toBe(
    '<p>Prices</p><p><strong>When</strong> | | <strong>USD</strong></p><p>Summer | May | 1</p><p>| June | 2</p><p>| any</p>',
  );
});

test('tables that lay out a page become what their cells hold', () => {
  const html =
    '<table><tr><td><table><tr><td><h2>a</h2><p>b</p><p>c</p></td></tr></table></td></tr><tr><td><ul><li>d</li></ul></td><td>e</td></tr></table>';
  expect(clean(html)).toBe('<h2>a</h2><p>b</p><p>c</p><ul><li><p>d</p></li></ul><p>e</p>');
});

test.each([
  ['<div>a</div><div>b</div>', '<p>a</p><p>b</p>'],
  ['<dl><dt>a</dt><dd>b</dd></dl>', '<p>a</p><p>b</p>'],
  ['a<div>b</div>c', '<p>a</p><p>b</p><p>c</p>'],
  ['<span style="display:block">a</span><span style="display:block">b</span>', '<p>a</p><p>b</p>'],
  [
    '<p>a</p><p><o:p>&nbsp;</o:p></p><div><br></div><p>b<br>c<br></p><p></p>',
    '<p>a</p><p></p><p></p><p>b<br>c</p>',
  ],
  ['<blockquote><div>a</div></blockquote>', '<blockquote><p>a</p></blockquote>'],
  ['<pre>a\n  b\tc</pre>', '<p>a<br>\u00a0 b\u00a0\u00a0\u00a0 c</p>'],
  ['<span style="white-space:pre-line">a\n  b</span>', '<p>a<br>b</p>'],
  ['<p dir="rtl">שלום \n <b>עולם</b></p>', '<p>שלום <strong>עולם</strong></p>'],
  ['<b><p>a</b><p>b', '<p><strong>a</strong></p><p>b</p>'],
])('the blocks of %j become %j', (html, expected) => expect(clean(html)).toBe(expected));

test('spaces at the ends of a copied part of a line stay, those of the source do not', () => {
  expect(clean('<meta charset="utf-8"><span> two words </span>')).toBe('<p> two words </p>');
  expect(clean('<p data-pm-slice="1 1 []"> two</p>')).toBe('<p> two</p>');
  expect(clean('<html>\n<body>\n <!--StartFragment--><span>a</span><!--EndFragment-->\n</body></html>')).toBe(
    '<p>a</p>',
  );
});

test('images of the site stay, those from elsewhere go, and one of an emoji is text', () => {
  const html = `a<img src="${origin}/media/1/800.jpg" alt='"b"' width=30 onerror=x><img src="https://else.example/x.png" alt="c">d <img src="https://e.example/1.png" alt="👩‍💻">`;
  expect(clean(html)).toBe(
    '<p>a</p><img src="/media/1/800.jpg" alt="&quot;b&quot;" width="30"><p>d 👩‍💻</p>',
  );
});

const tags =
  'p div span b i u s a h1 h2 h5 ul ol li table tr td th blockquote pre font section dl dt dd o:p center q label button caption tbody'.split(
    ' ',
  );
const styles = [
  '',
  'font-weight:700',
  'display:block',
  'mso-list:l0 level2 lfo1',
  'white-space:pre',
  'mso-list:Ignore',
];

test('every word stays once and in its order, in any elements', () => {
  let words = 0;
  const { tree } = fc.letrec<{ tree: () => string }>((tie) => ({
    tree: fc.oneof(
      { depthSize: 'medium', withCrossShrink: true },
      fc.constantFrom('', ' ', '\n', '<br>').map((after) => () => `w${words++}w${after}`),
      fc
        .tuple(fc.constantFrom(...tags), fc.constantFrom(...styles), fc.array(tie('tree'), { maxLength: 4 }))
        .map(
          ([tag, style, inner]) =>
            () =>
              `<${tag} style="${style}">${inner.map((write) => write()).join('')}</${tag}>`,
        ),
    ),
  }));
  fc.assert(
    fc.property(tree, (write) => {
      words = 0;
      const html = write();
      const found = clean(html).match(/w\d+w/g) ?? [];
      expect(found.toSorted()).toEqual(Array.from({ length: words }, (_, i) => `w${i}w`).toSorted());
    }),
    { numRuns: runs(2_000) },
  );
});

test.each([
  ['elements', '<b><i>', 'w'],
  ['lists', '<ul><li>', 'w'],
  ['tables', '<table><tr><td>', 'w'],
  ['quotations', '<blockquote>', 'w'],
])('2,000 nested %s are read', (_, open, text) => {
  const html = clean(open.repeat(2_000) + text);
  expect(html).toContain('w');
  expect(html.length).toBeLessThan(1_000);
});
