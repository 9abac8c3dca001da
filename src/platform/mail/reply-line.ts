/** Stands above a mail that is answered by mail: what is below it in the answer is its quotation. */
export const replyAbove = 'Please write your answer above this line.';
