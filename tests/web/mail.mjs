// A mail server that keeps what it receives, for tests of letters.
import { createServer } from 'node:net';
import { patience } from './patience.mjs';

export class Mail {
  static async start() {
    const mail = new Mail();
    mail.letters = [];
    mail.waiting = [];
    mail.listener = createServer((line) => mail.talk(line));
    await new Promise((ready) => mail.listener.listen(0, '127.0.0.1', ready));
    mail.port = mail.listener.address().port;
    return mail;
  }

  talk(line) {
    let text = '';
    let inside = false; // a letter is being received
    line.on('error', () => line.destroy());
    line.setEncoding('utf8');
    line.write('220 sink\r\n');
    line.on('data', (part) => {
      text += part;
      for (let end; (end = text.indexOf(inside ? '\r\n.\r\n' : '\r\n')) >= 0; ) {
        const said = text.slice(0, end);
        text = text.slice(end + (inside ? 5 : 2));
        if (inside) this.take(said);
        const data = !inside && said === 'DATA';
        if (said === 'QUIT') return void line.end('221 bye\r\n');
        line.write(data ? '354 go\r\n' : '250 ok\r\n');
        inside = data;
      }
    });
  }

  take(letter) {
    const next = this.waiting.shift();
    if (next) next(letter);
    else this.letters.push(letter);
  }

  // The next letter.
  letter() {
    if (this.letters.length) return Promise.resolve(this.letters.shift());
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error('no letter came')), patience());
      this.waiting.push((letter) => (clearTimeout(timer), resolve(letter)));
    });
  }

  stop() {
    return new Promise((done) => this.listener.close(done));
  }
}
