import type { CSSProperties } from 'react';

/** The tokens of `src/styles.css` that mails and receipts use. */
export const colors = {
  white: '#ffffff',
  shell: '#fdfaf4',
  sand: '#f7efe1',
  dune: '#eadcc2',
  mist: '#e6f2ee',
  glass: '#c5e2db',
  lagoon: '#4d9f98',
  gulf: '#14606f',
  deep: '#0d4250',
  ink: '#16333c',
  slate: '#47626b',
  coral: '#c04e33',
  sun: '#f2b552',
} as const;

const sans = "Figtree, -apple-system, 'Segoe UI', Roboto, Helvetica, Arial, sans-serif";
const display = "'Young Serif', Georgia, 'Times New Roman', serif";
/** The old-style 1 of these faces reads as a capital I; `font` resets this, so it stands after it. */
const fontVariantNumeric = 'lining-nums';

/** The colours of mail programs without style sheets: light. */
export const styles = {
  page: { margin: 0, padding: '24px 12px 32px', backgroundColor: colors.sand, fontFamily: sans },
  preview: { display: 'none', maxHeight: 0, overflow: 'hidden', fontSize: 1, lineHeight: '1px', opacity: 0 },
  frame: { width: '100%', maxWidth: 600 },
  mark: {
    margin: 0,
    padding: '0 8px 16px',
    color: colors.deep,
    font: `400 19px/24px ${display}`,
    fontVariantNumeric,
  },
  sun: {
    display: 'inline-block',
    width: 14,
    height: 14,
    marginRight: 8,
    borderRadius: 7,
    backgroundColor: colors.sun,
    verticalAlign: '-1px',
  },
  card: { backgroundColor: colors.white, borderRadius: 16, overflow: 'hidden' },
  // Text styles are for its alternative text, where images are not loaded.
  image: {
    width: '100%',
    maxWidth: 600,
    height: 'auto',
    backgroundColor: colors.glass,
    color: colors.deep,
    fontSize: 15,
    lineHeight: '32px',
    textIndent: 16,
  },
  content: { padding: '32px 36px 28px' },
  kicker: { margin: '0 0 8px', color: colors.gulf, fontSize: 14, lineHeight: '20px', fontWeight: 600 },
  title: {
    margin: '0 0 20px',
    color: colors.deep,
    font: `400 28px/34px ${display}`,
    fontVariantNumeric,
  },
  heading: {
    margin: '28px 0 8px',
    color: colors.deep,
    font: `400 19px/26px ${display}`,
    fontVariantNumeric,
  },
  text: { margin: '0 0 16px', color: colors.ink, fontSize: 16, lineHeight: '25px', overflowWrap: 'anywhere' },
  table: {
    width: '100%',
    margin: '4px 0 20px',
    borderCollapse: 'collapse',
    color: colors.ink,
    fontSize: 15,
    lineHeight: '22px',
    overflowWrap: 'anywhere',
  },
  cell: {
    padding: '9px 0',
    borderBottom: `1px solid ${colors.dune}`,
    textAlign: 'left',
    verticalAlign: 'top',
    fontWeight: 400,
  },
  label: { color: colors.slate, paddingRight: 14, width: '36%' },
  amount: { textAlign: 'right', whiteSpace: 'nowrap', paddingLeft: 14, fontVariantNumeric: 'tabular-nums' },
  total: { borderBottom: 0, borderTop: `2px solid ${colors.deep}`, fontWeight: 700, fontSize: 17 },
  buttonRow: { padding: '8px 0 20px' },
  button: {
    padding: '13px 28px',
    borderRadius: 26,
    backgroundColor: colors.coral,
    color: colors.white,
    fontSize: 16,
    fontWeight: 600,
    textAlign: 'center',
  },
  panel: {
    margin: '0 0 20px',
    padding: '16px 18px',
    borderRadius: 12,
    backgroundColor: colors.mist,
    color: colors.ink,
    fontSize: 16,
    lineHeight: '25px',
    overflowWrap: 'anywhere',
  },
  code: { fontSize: 34, lineHeight: '44px', fontWeight: 700, letterSpacing: 6, textAlign: 'center' },
  small: {
    margin: '0 0 12px',
    color: colors.slate,
    fontSize: 13,
    lineHeight: '20px',
    overflowWrap: 'anywhere',
  },
  link: { color: colors.gulf, textDecoration: 'underline' },
  footer: { padding: '20px 36px 0' },
} satisfies Record<string, CSSProperties>;

/** Rules for phones and dark mode, in mail programs that support style sheets. */
export const styleSheet = `
:root{color-scheme:light dark;supported-color-schemes:light dark}
@media (max-width:480px){
.content{padding:24px 20px 20px !important}
.footer{padding:20px 20px 0 !important}
.title{font-size:25px !important;line-height:31px !important}
.button{display:block !important}
}
@media (prefers-color-scheme:dark){
body,.page>table>tbody>tr>td{background-color:#08222a !important}
.card{background-color:#0f3541 !important}
.ink,.cell{color:#e9f2ef !important}
.title,.heading,.mark{color:${colors.shell} !important}
.soft{color:#a8c4c6 !important}
.cell{border-color:#2a5560 !important}
.total{border-color:${colors.glass} !important}
.panel{background-color:#184855 !important}
.kicker,.link{color:#93d3c9 !important}
}
`;
