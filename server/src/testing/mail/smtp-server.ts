import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { SMTPServer } from 'smtp-server';

interface ReceivedMail {
  to: string;
  subject: string;
  /** The decoded text. */
  text: string;
}

export interface TestMailServer {
  url: string;
  /** The received emails, oldest first. */
  mails: ReceivedMail[];
  /** Recipients that the server refuses, with the SMTP status. */
  refusals: Map<string, number>;
  close: () => Promise<void>;
}

/** Starts a real SMTP server on a free port, which stores the emails it receives. */
export async function startMailServer(): Promise<TestMailServer> {
  const mails: ReceivedMail[] = [];
  const refusals = new Map<string, number>();
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onRcptTo: ({ address }, _session, done) => {
      const status = refusals.get(address);
      done(status === undefined ? null : Object.assign(new Error('Mailbox refused'), { responseCode: status }));
    },
    onData: (stream, session, done) => {
      text(stream).then(
        (source) => {
          mails.push({ to: session.envelope.rcptTo.map(({ address }) => address).join(), ...parseMail(source) });
          done();
        },
        (error: Error) => done(error),
      );
    },
  });
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  const { port } = server.server.address() as AddressInfo;
  return {
    url: `smtp://127.0.0.1:${port}`,
    mails,
    refusals,
    close: () => new Promise((resolve) => void server.close(() => resolve())),
  };
}

/**
 * Starts a server that accepts connections and sends nothing. `connected` resolves at the first connection, and `close` closes all
 * connections.
 */
export async function startSilentServer(): Promise<{ url: string; connected: Promise<void>; close: () => void }> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => void sockets.add(socket.on('error', () => undefined)));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`,
    connected: once(server, 'connection').then(() => undefined),
    close: () => {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}

function parseMail(source: string): { subject: string; text: string } {
  const [mailHead = '', ...bodyParts] = source.split('\r\n\r\n');
  const body = bodyParts.join('\r\n\r\n').replaceAll('=\r\n', '');
  return {
    subject: /^Subject: (.*)$/m.exec(mailHead)?.[1]?.trim() ?? '',
    text: body.replaceAll(/=([0-9A-F]{2})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16))),
  };
}

/** Returns the secret of the link in an email or a response. */
export function readSecret(text: string): string {
  const secret = /#([0-9a-f]{64})/.exec(text)?.[1];
  if (!secret) throw new Error(`no link in: ${text}`);
  return secret;
}
