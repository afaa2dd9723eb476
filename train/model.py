"""The net as PyTorch trains it, and its file in whole numbers for bots/net.c.

A net has layers of weighted sums. Its input are the cells of an observation, each divided by its highest
value; a value between two layers is limited to 0..1. The first output is the logit of the seat's chance to
win, the others rate the actions of the dense numbering, the last one declining.

In the file all numbers are whole: weights have 16 bits, values between layers are counted in 1/1024 and
outputs in 1/256, a layer's sums are shifted right. The shift is the largest with which every weight fits and
no sum can leave 32 bits, so rounding changes an output by far less than 1/256 of what it is counted in.
"""

import hashlib
import struct

import numpy as np
import torch

VERSION = 1
FILE_MAX = 200 * 1024
GAME_BYTES, HASH_BYTES = 32, 32
ONE, CELL_MAX, OUTPUT_UNIT = 1024, 255, 256
SHIFT_MAX, WEIGHT_MAX, SUM_MAX = 24, 32767, 2**31 - 1


class Net(torch.nn.Module):
    """`highs`: the highest value of each cell; `hidden`: the sizes between input and output."""

    def __init__(self, highs, hidden, actions):
        super().__init__()
        highs = np.maximum(np.asarray(highs, np.float32), 1)
        self.register_buffer("scale", torch.from_numpy(1 / highs))
        sizes = [len(highs), *hidden, 1 + actions]
        self.layers = torch.nn.ModuleList(torch.nn.Linear(*pair) for pair in zip(sizes, sizes[1:]))
        with torch.no_grad():
            self.layers[-1].weight.mul_(0.1)
            for layer in self.layers[:-1]:
                layer.bias.add_(0.25)  # most values begin between the limits, where a slope is

    def forward(self, cells):
        """Logits of the chance to win, and ratings of the actions."""
        values = cells.float() * self.scale
        for layer in self.layers[:-1]:
            values = layer(values).clamp(0, 1)
        outputs = self.layers[-1](values)
        return outputs[:, 0], outputs[:, 1:]


def whole(weight, bias, most, unit):
    """(shift, weights, biases) in whole numbers of a layer whose sums are counted in 1/unit of what comes
    out; `most` is the highest input. Weights are [inputs][outputs]."""
    for shift in range(SHIFT_MAX, -1, -1):
        weights = np.rint(weight * 2.0**shift)
        biases = np.rint(bias * unit * 2.0**shift + (2.0**shift / 2 if unit == ONE else 0))
        sums = most * np.abs(weights).sum(axis=0) + np.abs(biases)
        if np.abs(weights).max() <= WEIGHT_MAX and sums.max() <= SUM_MAX:
            return shift, weights.astype("<i2"), biases.astype("<i4")
    raise ValueError("a weight is too large for the file of a net, or no number")


def export(net, game, layout, seats):
    """The bytes of the net's file. `layout` is the version of the game's layout."""
    name = game.encode()
    assert len(name) < GAME_BYTES
    sizes = [net.layers[0].in_features, *(layer.out_features for layer in net.layers)]
    parts = [b"LAN-NET\n", struct.pack("<HHBBH", VERSION, layout, seats, len(net.layers), 0), name.ljust(GAME_BYTES, b"\0"),
             struct.pack(f"<{len(sizes)}I", *sizes)]
    for number, layer in enumerate(net.layers):
        last = number == len(net.layers) - 1
        weight = layer.weight.detach().double().numpy().T
        bias = layer.bias.detach().double().numpy()
        if number == 0:
            weight = weight * net.scale.double().numpy()[:, None] * ONE
        if last:
            weight = weight * (OUTPUT_UNIT / ONE)
        shift, weights, biases = whole(weight, bias, ONE if number else CELL_MAX, OUTPUT_UNIT if last else ONE)
        parts += [struct.pack("<I", shift), biases.tobytes(), weights.tobytes()]
    body = b"".join(parts)
    data = body + hashlib.blake2b(body, digest_size=HASH_BYTES).digest()
    if len(data) > FILE_MAX:
        raise ValueError(f"the net would have {len(data)} bytes; at most {FILE_MAX} are allowed")
    return data
