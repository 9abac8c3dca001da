/** Repeats a request that gets 503, as clients with `Retry-After` do: a busy machine may reject the first ones. */
export async function untilTaken<Answer extends { status: number }>(
  send: () => Promise<Answer>,
): Promise<Answer> {
  const response = await send();
  return response.status === 503 ? untilTaken(send) : response;
}
