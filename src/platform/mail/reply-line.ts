/** Stands above a mail that can be replied to; what is below it in the reply is the quotation. */
export const replyAbove = 'Please write your answer above this line.';
