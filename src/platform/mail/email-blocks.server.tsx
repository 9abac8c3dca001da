import { Button } from '@react-email/button';
import { Heading } from '@react-email/heading';
import { Text } from '@react-email/text';
import { Fragment, type ReactNode } from 'react';
import type { BillRow, EmailBlock, LabeledValue } from './email-content.server.ts';
import { styles } from './theme.server.ts';

export function Block({ block }: { block: EmailBlock }) {
  if (typeof block === 'string') return <Paragraph>{lines(block)}</Paragraph>;
  switch (block.kind) {
    case 'heading':
      return (
        <Heading as="h2" className="heading" style={styles.heading}>
          {block.text}
        </Heading>
      );
    case 'code':
      return (
        <Text className="panel ink" style={{ ...styles.panel, ...styles.code }}>
          {block.text}
        </Text>
      );
    case 'quote':
      return (
        <Text className="panel ink" style={styles.panel}>
          {lines(block.text)}
        </Text>
      );
    case 'facts':
      return <Facts rows={block.rows} />;
    case 'bill':
      return <Bill rows={block.rows} />;
    case 'button':
      return (
        <div style={styles.buttonRow}>
          <Button href={block.url} className="button" style={styles.button}>
            {block.label}
          </Button>
        </div>
      );
    case 'link':
      return (
        <Text className="soft" style={styles.small}>
          {block.text} <TextLink href={block.url}>{block.label}</TextLink>
        </Text>
      );
  }
}

const Paragraph = ({ children }: { children: ReactNode }) => (
  <Text className="ink" style={styles.text}>
    {children}
  </Text>
);

const lines = (text: string): ReactNode =>
  text.split(/\r\n|\r|\n/).map((line, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: rendered once
    <Fragment key={index}>
      {index > 0 && <br />}
      {line}
    </Fragment>
  ));

export const TextLink = ({ href, children }: { href: string; children: ReactNode }) => (
  <a href={href} className="link" style={styles.link}>
    {children}
  </a>
);

const Facts = ({ rows }: { rows: LabeledValue[] }) => (
  <table cellPadding="0" cellSpacing="0" style={styles.table}>
    <tbody>
      {rows.map(([label, value]) => (
        <tr key={label}>
          <th scope="row" className="cell soft" style={{ ...styles.cell, ...styles.label }}>
            {label}
          </th>
          <td className="cell" style={styles.cell}>
            {lines(value)}
          </td>
        </tr>
      ))}
    </tbody>
  </table>
);

const Bill = ({ rows }: { rows: BillRow[] }) => (
  <table cellPadding="0" cellSpacing="0" style={styles.table}>
    <tbody>
      {rows.map(({ label, amount, isTotal }, index) => {
        const cell = isTotal ? { ...styles.cell, ...styles.total } : styles.cell;
        const name = isTotal ? 'cell total' : 'cell';
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: two lines may read the same
          <tr key={index}>
            <th scope="row" className={name} style={cell}>
              {label}
            </th>
            <td className={name} style={{ ...cell, ...styles.amount }}>
              {amount}
            </td>
          </tr>
        );
      })}
    </tbody>
  </table>
);
