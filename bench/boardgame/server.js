// node server.js PORT LOBBY_PORT [FOLDER]: boardgame.io with its own in-memory storage, which is the fastest
// it has, or with its storage in files, FlatFile, which writes every move to FOLDER but does not sync it.
const { FlatFile, Server } = require('boardgame.io/server');
const { Tiny } = require('./game');

process.env.NODE_ENV = 'production';
const [port, lobby, folder] = process.argv.slice(2);
const db = folder ? new FlatFile({ dir: folder }) : undefined;
const server = Server({ games: [Tiny], origins: [/.*/], db });
// The lobby has a port of its own: beside the sockets its routes are not found with the version of Koa that
// npm installs.
server.run({
  port: Number(port),
  lobbyConfig: { apiPort: Number(lobby) },
  callback: () => console.log('listening'),
});
