// A proxy between a browser and the server, for tests of the line: it freezes (what arrives is kept back and
// nothing is closed, as after a change of network), cuts, slows down, or answers in the server's place as a
// network does that wants people to sign in first.
import { createServer, connect } from 'node:net';
import { setTimeout } from 'node:timers/promises';

const HOTEL = '<html><title>Welcome</title>Please sign in</html>';
const SIGN_IN = `HTTP/1.1 200 OK\r\ncontent-type: text/html\r\ncontent-length: ${HOTEL.length}\r\nconnection: close\r\n\r\n${HOTEL}`;

export class Proxy {
  static async start(server) {
    const proxy = new Proxy();
    const to = Number(new URL(server.url).port);
    proxy.lines = new Set();
    proxy.mode = 'through';
    proxy.delay = 0;
    proxy.listener = createServer((near) => proxy.take(near, to));
    await new Promise((ready) => proxy.listener.listen(0, '127.0.0.1', ready));
    proxy.url = `http://127.0.0.1:${proxy.listener.address().port}`;
    return proxy;
  }

  take(near, to) {
    near.on('error', () => near.destroy());
    if (this.mode === 'portal') return void near.once('data', () => near.end(SIGN_IN));
    const far = connect(to, '127.0.0.1');
    const line = { near, far, frozen: this.mode === 'frozen', kept: [] };
    this.lines.add(line);
    for (const [from, into] of [[near, far], [far, near]]) {
      let order = Promise.resolve();
      from.on('data', (bytes) => {
        if (line.frozen) return void line.kept.push([into, bytes]);
        const { delay } = this;
        order = order.then(async () => {
          if (delay) await setTimeout(delay);
          if (!into.destroyed) into.write(bytes);
        });
      });
      from.on('error', () => from.destroy());
      from.on('close', () => {
        this.lines.delete(line);
        into.destroy();
      });
    }
    return undefined;
  }

  // All connections that there are, and those to come, carry nothing and stay open.
  freeze() {
    this.mode = 'frozen';
    for (const line of this.lines) line.frozen = true;
  }

  // New connections are carried again; the frozen ones stay as they are, as after a change of network.
  thaw() {
    this.mode = 'through';
  }

  // What was kept back arrives after all, late.
  deliver() {
    this.mode = 'through';
    for (const line of this.lines) {
      line.frozen = false;
      for (const [into, bytes] of line.kept.splice(0)) if (!into.destroyed) into.write(bytes);
    }
  }

  cut() {
    for (const line of this.lines) line.near.destroy();
  }

  async stop() {
    this.cut();
    await new Promise((done) => this.listener.close(done));
  }
}
