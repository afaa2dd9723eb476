// Writes a picture as a PNG of at most 256 colours, or fewer, about a third of the size that a browser
// writes, since pictures stay in the history of the repository.
import { crc32, deflateSync } from 'node:zlib';

const MOST = 256;

// Similar colours are merged: six bits of each channel, represented by their mean.
function keyOf(rgba, at) {
  return ((rgba[at] >> 2) << 12) | ((rgba[at + 1] >> 2) << 6) | (rgba[at + 2] >> 2);
}

function histogram(rgba) {
  const bins = new Map();
  for (let at = 0; at < rgba.length; at += 4) {
    const key = keyOf(rgba, at);
    const bin = bins.get(key) ?? { key, count: 0, sum: [0, 0, 0] };
    bin.count++;
    for (let channel = 0; channel < 3; channel++) bin.sum[channel] += rgba[at + channel];
    bins.set(key, bin);
  }
  for (const bin of bins.values()) bin.mean = bin.sum.map((sum) => sum / bin.count);
  return [...bins.values()];
}

function widest(bins) {
  const spans = [0, 1, 2].map((channel) => {
    const values = bins.map((bin) => bin.mean[channel]);
    return Math.max(...values) - Math.min(...values);
  });
  const span = Math.max(...spans);
  return { channel: spans.indexOf(span), weight: bins.length > 1 ? span * Math.sqrt(bins.reduce((sum, bin) => sum + bin.count, 0)) : 0 };
}

// Median cut: splits the widest box in two until there are enough boxes.
function palette(rgba, most) {
  const all = histogram(rgba);
  const boxes = [{ bins: all, ...widest(all) }];
  while (boxes.length < most) {
    const box = boxes.reduce((best, one) => (one.weight > best.weight ? one : best));
    if (!box.weight) break;
    const sorted = box.bins.sort((one, other) => one.mean[box.channel] - other.mean[box.channel]);
    const half = sorted.reduce((sum, bin) => sum + bin.count, 0) / 2;
    let seen = 0;
    const cut = Math.min(sorted.length - 1, Math.max(1, sorted.findIndex((bin) => (seen += bin.count) > half)));
    boxes.splice(boxes.indexOf(box), 1, ...[sorted.slice(0, cut), sorted.slice(cut)].map((bins) => ({ bins, ...widest(bins) })));
  }
  const index = new Map();
  const colours = boxes.map(({ bins }, number) => {
    const count = bins.reduce((sum, bin) => sum + bin.count, 0);
    for (const bin of bins) index.set(bin.key, number);
    return [0, 1, 2].map((channel) => Math.round(bins.reduce((sum, bin) => sum + bin.sum[channel], 0) / count));
  });
  return { colours, index };
}

function chunk(type, data) {
  const body = Buffer.concat([Buffer.from(type), data]);
  const frame = Buffer.alloc(8);
  frame.writeUInt32BE(data.length, 0);
  frame.writeUInt32BE(crc32(body), 4);
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)]);
}

export function png(width, height, rgba, most = MOST) {
  const { colours, index } = palette(rgba, most);
  const lines = Buffer.alloc(height * (width + 1)); // each line begins with its filter: none
  for (let y = 0, at = 0; y < height; y++) {
    for (let x = 0; x < width; x++, at += 4) {
      lines[y * (width + 1) + 1 + x] = index.get(keyOf(rgba, at));
    }
  }
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, 3], 8); // eight bits, a palette
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([signature, chunk('IHDR', head), chunk('PLTE', Buffer.from(colours.flat())), chunk('IDAT', deflateSync(lines, { level: 9 })), chunk('IEND', Buffer.alloc(0))]);
}
