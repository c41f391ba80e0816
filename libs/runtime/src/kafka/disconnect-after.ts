const WAIT_MS = 8_000;

/**
 * Disconnects a client of kafkajs once what it has under way is over: that would go on after `disconnect`
 * and bring the client back to life.
 */
export async function disconnectAfter(
  client: { readonly disconnect: () => Promise<void> },
  underWay: Promise<void> | undefined,
): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, WAIT_MS);
  });
  await Promise.race([underWay, late]);
  clearTimeout(timer);
  await client.disconnect();
}
