// node load.js PORT LOBBY_PORT TABLES SECONDS THINK_MS: the same load as bench/load.c, for boardgame.io. Each
// table has two players on sockets of their own; a player who is asked waits about THINK_MS and plays a
// random one of its actions; a finished game is followed by a new table. It speaks the socket protocol itself
// instead of running boardgame.io's client, which would play every move once more here. Prints one JSON
// object.
const http = require('http');
const { io } = require('socket.io-client');
const { musts } = require('./game');

const [port, lobby, tables, seconds, think] = process.argv.slice(2).map(Number);
const agent = new http.Agent({ keepAlive: true, maxSockets: 16 });
const players = [];
const latencies = [];
let playing = 0;
let begun = 0;
let moves = 0;
let games = 0;

// Always the same games: a xorshift with a fixed seed.
let seed = 1n;
function below(count) {
  seed ^= (seed << 13n) & 0xffffffffffffffffn;
  seed ^= seed >> 7n;
  seed ^= (seed << 17n) & 0xffffffffffffffffn;
  return Number((seed >> 33n) % BigInt(count));
}

function post(path, body) {
  return new Promise((resolve, reject) => {
    const text = JSON.stringify(body);
    const request = http.request(
      {
        host: '127.0.0.1',
        port: lobby,
        path,
        method: 'POST',
        agent,
        headers: { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(text) },
      },
      (answer) => {
        let got = '';
        answer.on('data', (piece) => (got += piece));
        answer.on('end', () => {
          if (answer.statusCode === 200) resolve(JSON.parse(got));
          else reject(new Error(`${path}: ${answer.statusCode}`));
        });
      },
    );
    request.on('error', reject);
    request.end(text);
  });
}

function report() {
  const elapsed = (performance.now() - begun) / 1000;
  latencies.sort((a, b) => a - b);
  const at = (share) => Number((latencies[Math.floor(share * (latencies.length - 1))] ?? 0).toFixed(2));
  const result = {
    connections: players.length,
    seconds: Number(elapsed.toFixed(1)),
    moves,
    moves_per_second: Math.round(moves / elapsed),
    games,
    p50_ms: at(0.5),
    p99_ms: at(0.99),
    max_ms: at(1),
  };
  console.log(JSON.stringify(result));
  process.exit(0);
}

async function table(pair) {
  const { matchID } = await post('/games/tiny/create', { numPlayers: 2 });
  for (const player of pair) {
    const joined = await post(`/games/tiny/${matchID}/join`, { playerName: 'load', playerID: player.id });
    const { playerCredentials: credentials } = joined;
    Object.assign(player, { matchID, credentials, over: false, waiting: false, asked: 0 });
  }
  for (const player of pair) player.socket.emit('sync', matchID, player.id, player.credentials, 2);
}

function act(player) {
  const [type, ...args] = player.action;
  player.waiting = true;
  player.thinking = false;
  player.asked = performance.now();
  const payload = { type, args, playerID: player.id, credentials: player.credentials };
  player.socket.emit('update', { type: 'MAKE_MOVE', payload }, player.stateID, player.matchID, player.id);
}

function seen(player, state) {
  player.stateID = state._stateID;
  if (state.ctx.gameover) {
    if (!player.over) {
      player.over = true;
      if (player.partner.over) {
        games += 1;
        void table(player.id === '0' ? [player, player.partner] : [player.partner, player]);
      }
    }
    return;
  }
  const list = musts(state.G, Number(player.id));
  if (!list.length || player.waiting || player.thinking) return;
  player.action = list[below(list.length)];
  player.thinking = true;
  if (think) setTimeout(act, think / 2 + below(think), player);
  else setImmediate(act, player);
}

function updated(player, state, log) {
  if (player.waiting && log?.some(({ action }) => action.payload.playerID === player.id)) {
    player.waiting = false;
    moves += 1;
    if (begun) latencies.push(performance.now() - player.asked);
  }
  seen(player, state);
}

function connect(player) {
  return new Promise((resolve) => {
    player.socket = io(`http://127.0.0.1:${port}/tiny`, { transports: ['websocket'], forceNew: true });
    player.socket.on('connect', resolve);
    player.socket.on('sync', (matchID, info) => {
      if (matchID !== player.matchID) return;
      if (!player.playing) {
        player.playing = true;
        playing += 1;
        if (playing === players.length) {
          begun = performance.now();
          moves = games = 0;
          setTimeout(report, seconds * 1000);
        }
      }
      seen(player, info.state);
    });
    player.socket.on('update', (matchID, state, log) => {
      if (matchID === player.matchID) updated(player, state, log);
    });
  });
}

async function main() {
  for (let i = 0; i < 2 * tables; i += 1) players.push({ id: String(i % 2) });
  for (let i = 0; i < players.length; i += 1) players[i].partner = players[i ^ 1];
  for (let i = 0; i < players.length; i += 64) await Promise.all(players.slice(i, i + 64).map(connect));
  for (let i = 0; i < players.length; i += 64) {
    const pairs = [];
    for (let at = i; at < Math.min(i + 64, players.length); at += 2) {
      pairs.push(table([players[at], players[at + 1]]));
    }
    await Promise.all(pairs);
  }
}

main().catch((error) => {
  console.error(`load: ${error.message}`);
  process.exit(1);
});
