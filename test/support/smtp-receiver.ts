import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';

/** A mail server of the tests: takes each mail, or answers its end as `answer` says; null answers nothing at all. */
export class SmtpReceiver {
  readonly mails: string[] = [];
  /** Ends of mails that came, whatever they were answered. */
  attempts = 0;
  answer: string | null = '250 taken';
  /** An answer never ends, and so no client finds the server silent. */
  isEndless = false;
  /** It dies at the end of a mail that it takes: before it says so, or after. */
  dies: 'before' | 'after' | null = null;
  private readonly sockets = new Set<Socket>();

  private constructor(private readonly server: Server) {}

  static async start(): Promise<SmtpReceiver> {
    const server = createServer();
    const receiver = new SmtpReceiver(server);
    server.on('connection', (socket) => receiver.serve(socket));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return receiver;
  }

  get url(): string {
    return `smtp://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  async stop(): Promise<void> {
    for (const socket of this.sockets) socket.destroy();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private serve(socket: Socket): void {
    this.sockets.add(socket);
    socket.on('error', () => undefined).once('close', () => this.sockets.delete(socket));
    socket.setEncoding('utf8').write('220 test\r\n');
    let buffer = '';
    let isMail = false;
    socket.on('data', (text: string) => {
      buffer += text;
      for (;;) {
        const end = buffer.indexOf(isMail ? '\r\n.\r\n' : '\r\n');
        if (end < 0) return;
        const part = buffer.slice(0, end);
        buffer = buffer.slice(end + (isMail ? 5 : 2));
        if (isMail) this.take(socket, part);
        else socket.write(part.startsWith('DATA') ? '354 go\r\n' : '250 ok\r\n');
        isMail = !isMail && part.startsWith('DATA');
      }
    });
  }

  private take(socket: Socket, mail: string): void {
    this.attempts += 1;
    if (this.isEndless) {
      const talk = setInterval(() => socket.write('250-and\r\n'), 1_000);
      socket.once('close', () => clearInterval(talk));
      return;
    }
    if (this.answer?.startsWith('2')) this.mails.push(mail);
    if (this.answer !== null && this.dies !== 'before') socket.write(`${this.answer}\r\n`);
    if (this.dies !== null) socket.end();
  }
}
