import { connect } from 'node:http2';

/** What a caller shows, and by whose signature it believes the server. */
type CallerTls = { readonly cert: string; readonly key: string; readonly ca: string };

/**
 * What comes of a connection to a server of RPCs, by these certificates or, without any, in the clear. A
 * caller that is refused has ended its own handshake: a server that lets it in speaks first.
 */
export function connectionOutcome(target: string, tls?: CallerTls): Promise<'let in' | 'refused'> {
  const checkServerIdentity = (): undefined => undefined;
  const session = connect(`${tls === undefined ? 'http' : 'https'}://${target}`, { ...tls, checkServerIdentity });
  return new Promise((resolve) => {
    const end = (outcome: 'let in' | 'refused') => () => {
      resolve(outcome);
      session.destroy();
    };
    session.once('remoteSettings', end('let in'));
    session.on('error', end('refused')).once('close', end('refused'));
  });
}
