// node server.js PORT LOBBY_PORT: boardgame.io with its own in-memory storage, which is the fastest it has: nothing goes to a disk.
const { Server } = require('boardgame.io/server');
const { Tiny } = require('./game');

process.env.NODE_ENV = 'production';
const server = Server({ games: [Tiny], origins: [/.*/] });
// The lobby on a port of its own: beside the sockets its routes are not found with the Koa that npm brings today.
server.run({ port: Number(process.argv[2]), lobbyConfig: { apiPort: Number(process.argv[3]) }, callback: () => console.log('listening') });
