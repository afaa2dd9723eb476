// A plain static file server, as any host has one: files of a folder, index.html for a folder, 404 for the
// rest. `types: false`: it knows no content types but HTML and scripts.
import { createReadStream, existsSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import { extname, join, normalize } from 'node:path';

const TYPES = { '.html': 'text/html; charset=utf-8', '.js': 'text/javascript', '.css': 'text/css', '.svg': 'image/svg+xml', '.wasm': 'application/wasm', '.webmanifest': 'application/manifest+json', '.png': 'image/png', '.woff2': 'font/woff2' };

export class Static {
  static async start(folder, { types = true, port = 0 } = {}) {
    const host = new Static();
    host.folder = folder;
    host.asked = [];
    host.server = createServer((request, response) => {
      const path = normalize(decodeURIComponent(new URL(request.url, 'http://host').pathname));
      host.asked.push(path);
      let file = join(host.folder, path);
      if (existsSync(file) && statSync(file).isDirectory()) file = join(file, 'index.html');
      if (path.includes('..') || !existsSync(file)) {
        response.writeHead(404, { 'content-type': 'text/html' });
        response.end('<h1>404 Not Found</h1>');
        return;
      }
      const known = types || ['.html', '.js', '.css'].includes(extname(file));
      response.writeHead(200, { 'content-type': (known && TYPES[extname(file)]) || 'application/octet-stream' });
      createReadStream(file).pipe(response);
    });
    await new Promise((ready) => host.server.listen(port, '127.0.0.1', ready));
    host.url = `http://127.0.0.1:${host.server.address().port}`;
    return host;
  }

  async stop() {
    const closed = new Promise((done) => this.server.close(done));
    this.server.closeAllConnections();
    await closed;
  }
}
