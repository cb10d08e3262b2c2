import { connect } from 'node:net';

/**
 * Sends the lines of a request unchanged, and returns everything until the server closes the
 * connection.
 */
export async function exchange(url: string, lines: readonly string[], body = ''): Promise<string> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  socket.write(`${[...lines, '', ''].join('\r\n')}${body}`);
  let text = '';
  socket.setEncoding('utf8');
  for await (const chunk of socket) text += String(chunk);
  return text;
}

/** The status and the problem code of a response. */
export function outcomeOf(answer: string): { status: number; code: string | undefined } {
  const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(answer)?.[1]);
  return { status, code: /"code":"([a-z_]+)"/.exec(answer)?.[1] };
}
