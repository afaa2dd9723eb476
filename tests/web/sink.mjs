// A push service for tests that decrypts what it receives, with the keys of the browser that it stands for
// (RFC 8291, by Node's own cryptography).
import { execFileSync } from 'node:child_process';
import { createDecipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { patience } from './patience.mjs';

export class Sink {
  static async start() {
    const sink = new Sink();
    sink.folder = mkdtempSync(join(tmpdir(), 'lanterne-sink-'));
    sink.ca = join(sink.folder, 'cert.pem');
    const key = join(sink.folder, 'key.pem');
    execFileSync('openssl', ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-keyout', key, '-out', sink.ca, '-days', '2', '-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost'], { stdio: 'ignore' });
    sink.ecdh = createECDH('prime256v1');
    sink.ecdh.generateKeys();
    sink.auth = randomBytes(16);
    sink.messages = [];
    sink.waiting = [];
    sink.server = createServer({ key: readFileSync(key), cert: readFileSync(sink.ca) }, (request, answer) => {
      const parts = [];
      request.on('data', (part) => parts.push(part));
      request.on('end', () => {
        answer.writeHead(201).end();
        sink.take(sink.read(Buffer.concat(parts)));
      });
    });
    await new Promise((ready) => sink.server.listen(0, '127.0.0.1', ready));
    sink.port = sink.server.address().port;
    return sink;
  }

  // What a browser would hand to the page.
  get subscription() {
    return { endpoint: `https://localhost:${this.port}/send`, p256dh: [...this.ecdh.getPublicKey()], auth: [...this.auth] };
  }

  read(body) {
    const salt = body.subarray(0, 16);
    const theirs = body.subarray(21, 21 + body[20]);
    const data = body.subarray(21 + body[20]);
    const about = Buffer.concat([Buffer.from('WebPush: info\0'), this.ecdh.getPublicKey(), theirs]);
    const secret = Buffer.from(hkdfSync('sha256', this.ecdh.computeSecret(theirs), this.auth, about, 32));
    const key = Buffer.from(hkdfSync('sha256', secret, salt, 'Content-Encoding: aes128gcm\0', 16));
    const nonce = Buffer.from(hkdfSync('sha256', secret, salt, 'Content-Encoding: nonce\0', 12));
    const cipher = createDecipheriv('aes-128-gcm', key, nonce);
    cipher.setAuthTag(data.subarray(-16));
    const text = Buffer.concat([cipher.update(data.subarray(0, -16)), cipher.final()]);
    return text.subarray(0, text.lastIndexOf(2)).toString();
  }

  take(message) {
    const next = this.waiting.shift();
    if (next) next(message);
    else this.messages.push(message);
  }

  // The next message, as text.
  message() {
    if (this.messages.length) return Promise.resolve(this.messages.shift());
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error('no push message came')), patience());
      this.waiting.push((message) => (clearTimeout(timer), resolve(message)));
    });
  }

  async stop() {
    this.server.closeAllConnections();
    await new Promise((done) => this.server.close(done));
    rmSync(this.folder, { recursive: true, force: true });
  }
}
