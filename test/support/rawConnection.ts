import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { poll } from './process';

/** A TCP connection to the service that collects the received bytes. */
export class RawConnection {
  received = '';
  /** True if the service has closed the connection. */
  isClosed = false;

  private constructor(readonly socket: Socket) {
    socket.on('data', (chunk) => (this.received += String(chunk)));
    socket.on('error', () => undefined);
    socket.on('close', () => (this.isClosed = true));
  }

  /** @param url `http://127.0.0.1:PORT` */
  static async open(url: string): Promise<RawConnection> {
    const wire = new RawConnection(connect(Number(new URL(url).port), '127.0.0.1'));
    await once(wire.socket, 'connect');
    return wire;
  }

  /** Sends the head of a request. */
  sendHead(method: string, path: string, headers: Readonly<Record<string, string | number>>): void {
    const lines = Object.entries({ Host: 'x', ...headers }).map(([name, value]) => `${name}: ${value}\r\n`);
    this.socket.write(`${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n`);
  }

  waitFor(pattern: RegExp): Promise<void> {
    return poll(() => pattern.test(this.received));
  }

  /** Waits until the service has closed the connection. */
  waitUntilClosed(): Promise<void> {
    return poll(() => this.isClosed);
  }
}
