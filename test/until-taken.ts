/** Sends again whatever gets 503, as clients do that are told to come again: a busy machine may say so at first. */
export async function untilTaken<Answer extends { status: number }>(
  send: () => Promise<Answer>,
): Promise<Answer> {
  const response = await send();
  return response.status === 503 ? untilTaken(send) : response;
}
