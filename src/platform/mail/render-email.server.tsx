import { Body } from '@react-email/body';
import { Column } from '@react-email/column';
import { Container } from '@react-email/container';
import { Head } from '@react-email/head';
import { Heading } from '@react-email/heading';
import { Html } from '@react-email/html';
import { Img } from '@react-email/img';
import { Row } from '@react-email/row';
import { Section } from '@react-email/section';
import { Text } from '@react-email/text';
import { renderToStaticMarkup } from 'react-dom/server';
import { telHref } from '../../shared/text/phone.ts';
import { Block, TextLink } from './email-blocks.server.tsx';
import { type EmailContent, toPreview } from './email-content.server.ts';
import { replyAbove } from './reply-line.ts';
import { styleSheet, styles } from './theme.server.ts';

/** The HTML of a mail: the one layout of all. */
export const renderEmail = (content: EmailContent): string =>
  `<!doctype html>${renderToStaticMarkup(<Email {...content} />)}`;

function Email(content: EmailContent) {
  const { title, kicker, image, blocks, contact } = content;
  return (
    <Html lang="en">
      <Head>
        <title>{title}</title>
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="supported-color-schemes" content="light dark" />
        <meta name="format-detection" content="telephone=no,date=no,address=no,email=no,url=no" />
        <style>{styleSheet}</style>
      </Head>
      <Body className="page" style={styles.page}>
        <div style={styles.preview}>{toPreview(content)}</div>
        <Container className="frame" style={styles.frame}>
          {content.replyAbove && (
            <Text className="soft" style={styles.small}>
              {replyAbove}
            </Text>
          )}
          <Section>
            <Text className="mark" style={styles.mark}>
              <span style={styles.sun} />
              {contact?.name ?? 'PCB Beach Rentals'}
            </Text>
          </Section>
          <Section className="card" style={styles.card}>
            {/* React would preload other images with an element that mail programs may not know. */}
            {image && (
              <Img src={image.url} alt={image.alt} width="600" fetchPriority="low" style={styles.image} />
            )}
            <Row>
              <Column className="content" style={styles.content}>
                {kicker && (
                  <Text className="kicker" style={styles.kicker}>
                    {kicker}
                  </Text>
                )}
                <Heading as="h1" className="title" style={styles.title}>
                  {title}
                </Heading>
                {blocks.map((block, index) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: rendered once
                  <Block key={index} block={block} />
                ))}
              </Column>
            </Row>
          </Section>
          <Footer {...content} />
        </Container>
      </Body>
    </Html>
  );
}

function Footer({ contact, siteUrl, reason }: EmailContent) {
  if (!contact && !siteUrl && !reason) return null;
  return (
    <Row>
      <Column className="footer" style={styles.footer}>
        {(contact || siteUrl) && (
          <Text className="soft" style={styles.small}>
            {contact && (
              <>
                {contact.name} · <TextLink href={telHref(contact.phone)}>{contact.phone}</TextLink> ·{' '}
                <TextLink href={`mailto:${contact.email}`}>{contact.email}</TextLink>
              </>
            )}
            {contact && siteUrl && <br />}
            {siteUrl && <TextLink href={siteUrl}>{new URL(siteUrl).host}</TextLink>}
          </Text>
        )}
        {reason && (
          <Text className="soft" style={styles.small}>
            {reason}
          </Text>
        )}
      </Column>
    </Row>
  );
}
