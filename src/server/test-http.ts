import { connect, type Socket } from 'node:net';

/** For tests: a raw connection to a port of this machine, and the text it received. */
export class RawClient {
  readonly socket: Socket;
  received = '';

  constructor(port: number) {
    this.socket = connect(port, '127.0.0.1');
    this.socket.setEncoding('utf8').on('data', (text) => {
      this.received += text;
    });
    this.socket.on('error', () => undefined);
  }

  send(...lines: readonly string[]): void {
    this.socket.write(lines.join('\r\n'));
  }

  /** Sends a POST whose head declares the body's length, or `bytes` of which only `body` come. */
  post(path: string, body: string, headers: readonly string[] = [], bytes = body.length): void {
    this.send(
      `POST ${path} HTTP/1.1`,
      'Host: localhost',
      'Content-Type: application/json',
      `Content-Length: ${bytes}`,
      ...headers,
      '',
      body,
    );
  }

  closed(): Promise<void> {
    return new Promise((resolve) => {
      if (this.socket.closed) resolve();
      else this.socket.once('close', () => resolve());
    });
  }
}
