import type { BookingInquiry } from './inquiry.schema.ts';

export const inquiryFormId = 'booking_inquiry';

export const inquiryThanks = "Thank you for your inquiry! We'll get back to you within 24 hours.";

/** What the form says when sending failed and nobody said why. */
export const inquiryFailure = 'Something went wrong. Please try again.';

/** An inquiry as it is stored; the address is canonical, and what was left empty is ''. */
export interface Inquiry extends Required<BookingInquiry> {
  id: string;
  receivedAt: Date;
}

/**
 * What the contact form sends beside its fields, to tell robots from people. Both may be left out: programs that use
 * the API, and the specification's own payload, know neither.
 */
export interface HumanSigns {
  /** A field that people cannot see; only a robot, or a browser that fills in too much, writes into it. */
  website?: string;
  /** Milliseconds from the moment the form was shown to the moment it was sent. */
  elapsedMs?: number;
}

/** What the contact form sends. */
export type InquirySubmission = { formId: string } & BookingInquiry & HumanSigns;

/** Nobody reads and fills in the form faster than this. */
export const shortestHumanMs = 2_000;

/** More links than a person puts into a question about a home. */
const mostLinks = 2;

/** The shortest text that two people do not write by chance, in characters. */
const tellingLength = 60;

const link = /https?:\/\/|\bwww\.|\[url\b|<a\s/gi;

/**
 * Why a submission looks like a robot's, in words for a person, who can follow them and send again; null when nothing
 * speaks against it. Nothing is ever dropped behind a pretended success.
 *
 * - The hidden field is filled in: the form empties it, so that sending again succeeds.
 * - The form was sent less than two seconds after it was shown: waiting a moment succeeds.
 * - The texts hold more than two links: removing them succeeds.
 */
export function robotSign(texts: { name: string; message: string }, signs: HumanSigns): RobotSign | null {
  if (typeof signs.website === 'string' && signs.website.trim() !== '') {
    return {
      message: 'Please wait a moment and send the form again.',
      fields: { website: 'Please leave this field empty' },
    };
  }
  if (typeof signs.elapsedMs === 'number' && signs.elapsedMs < shortestHumanMs) {
    return { message: 'That was very quick! Please wait a moment and send the form again.' };
  }
  if (countLinks(`${texts.name}\n${texts.message}`) > mostLinks) {
    const message = `Message can hold at most ${mostLinks} links`;
    return { message: `${message}. Please remove some and send the form again.`, fields: { message } };
  }
  return null;
}

export interface RobotSign {
  message: string;
  fields?: Record<string, string>;
}

/** How many web links a text holds, also in the spellings that forums and HTML use. */
export const countLinks = (text: string): number => text.match(link)?.length ?? 0;

/**
 * The part of a message that counts as "the same text": without case, white space and punctuation.
 * @returns null for texts too short to tell anything
 */
export function tellingText(message: string): string | null {
  const text = message.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '');
  return text.length >= tellingLength ? text : null;
}

const plainName = /^\p{L}[\p{L}\p{M}'’ -]{0,39}$/u;

/**
 * The name to greet with. The acknowledgement goes to whatever address was typed, so it carries no words of the sender's
 * choice: a name that could be anything but a name (links, digits, a sentence) is left out.
 */
export const greetingName = (name: string): string | null => (plainName.test(name) ? name : null);
