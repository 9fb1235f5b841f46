"""The two networks: the detector of top sides and the reader of crops."""

from __future__ import annotations

import torch
from torch import nn
from torch.nn import functional as F

STRIDE = 4
EMBEDDING = 64


def conv(inputs: int, outputs: int, stride: int = 1, kernel: int = 3) -> nn.Sequential:
    return nn.Sequential(
        nn.Conv2d(inputs, outputs, kernel, stride, kernel // 2, bias=False),
        nn.BatchNorm2d(outputs),
        nn.ReLU(inplace=True),
    )


class Residual(nn.Module):
    """Two convolutions and a way past them."""

    def __init__(self, inputs: int, outputs: int, stride: int = 1) -> None:
        super().__init__()
        self.first = conv(inputs, outputs, stride)
        self.second = nn.Sequential(nn.Conv2d(outputs, outputs, 3, 1, 1, bias=False), nn.BatchNorm2d(outputs))
        self.past = nn.Identity() if inputs == outputs and stride == 1 else conv(inputs, outputs, stride, 1)[:2]

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return F.relu(self.second(self.first(x)) + self.past(x), inplace=True)


class Edges(nn.Module):
    """The picture's gradients with their direction times four, at stride 4: all edges of a square agree in it.

    (gx + i gy)^4 / |g|^3 of Sobel gradients at half resolution; (n, 2, h/4, w/4).
    """

    def __init__(self) -> None:
        super().__init__()
        sobel = torch.tensor([[-1.0, 0, 1], [-2, 0, 2], [-1, 0, 1]])
        self.register_buffer("kernels", torch.stack([sobel, sobel.T])[:, None])

    def forward(self, image: torch.Tensor) -> torch.Tensor:
        grey = F.avg_pool2d(image.mean(1, keepdim=True), 2)
        gradient = F.conv2d(F.pad(grey, (1, 1, 1, 1), mode="replicate"), self.kernels)
        x, y = gradient[:, :1], gradient[:, 1:]
        length = x * x + y * y
        real, imaginary = x * x - y * y, 2 * x * y
        fourfold = torch.cat([real * real - imaginary * imaginary, 2 * real * imaginary], 1)
        return F.avg_pool2d(fourfold / (length * length.sqrt() + 1e-6), 2) * 10


class Turn(nn.Module):
    """The edges' vote on a top side's turn: which edges count, and over how wide a window, is learned."""

    WINDOWS = ((1, 3), (1, 7), (2, 7), (4, 7))  # averaged by this stride first, then over this many cells

    def __init__(self, features: int) -> None:
        super().__init__()
        self.edges = Edges()
        self.counts = nn.Conv2d(features, len(self.WINDOWS), 1)
        self.windows = nn.Conv2d(features, len(self.WINDOWS), 1)

    def forward(self, image: torch.Tensor, features: torch.Tensor) -> torch.Tensor:
        with torch.autocast("cpu", enabled=False):  # gradients need more than eight bits
            edges = self.edges(image.float())
        counts = torch.sigmoid(self.counts(features))
        windows = torch.softmax(self.windows(features), 1)
        votes = 0.0
        for k, (stride, width) in enumerate(self.WINDOWS):
            pooled = edges * counts[:, k : k + 1]
            if stride > 1:
                pooled = F.avg_pool2d(pooled, stride)
            pooled = F.avg_pool2d(pooled, width, 1, width // 2, count_include_pad=False)
            if stride > 1:
                pooled = F.interpolate(pooled, scale_factor=float(stride), mode="nearest")
            votes = votes + pooled * windows[:, k : k + 1] * (stride * width)
        return votes


class Detector(nn.Module):
    """Fully convolutional: strides 4 to 32, merged top-down at stride 4."""

    def __init__(self) -> None:
        super().__init__()
        self.stem = conv(3, 16, 2)
        self.s4 = Residual(16, 32, 2)
        self.s8 = nn.Sequential(Residual(32, 48, 2), Residual(48, 48))
        self.s16 = nn.Sequential(Residual(48, 64, 2), Residual(64, 64))
        self.s32 = nn.Sequential(Residual(64, 64, 2), Residual(64, 64))
        self.side = nn.ModuleList([conv(c, 32, 1, 1) for c in (32, 48, 64, 64)])
        self.merge = nn.ModuleList([conv(32, 32) for _ in range(3)])
        self.head = conv(32, 48)
        self.out = nn.Conv2d(48, 4, 1)
        self.turn = Turn(48)
        nn.init.constant_(self.out.bias[:1], -4.0)

    def raw(self, image: torch.Tensor) -> torch.Tensor:
        """(n, 6, h/4, w/4): heat logit, log(size / 40), offset x and y in sizes, cos and sin of four turns."""
        x = self.stem(image * 4 - 2)
        levels = []
        for stage in (self.s4, self.s8, self.s16, self.s32):
            x = stage(x)
            levels.append(x)
        x = self.side[3](levels[3])
        for k in (2, 1, 0):
            x = self.merge[k](F.interpolate(x, scale_factor=2.0, mode="nearest") + self.side[k](levels[k]))
        features = self.head(x)
        return torch.cat([self.out(features).float(), unit(self.turn(image, features).float())], 1)

    def forward(self, image: torch.Tensor) -> tuple[torch.Tensor, ...]:
        raw = self.raw(image)
        size = torch.exp(raw[:, 1:2].clamp(-3, 3)) * 40
        return torch.sigmoid(raw[:, 0:1]), size, raw[:, 2:4] * size, raw[:, 4:6]


class Reader(nn.Module):
    """A crop of 64 x 64 pixels to class logits and an embedding of unit length."""

    def __init__(self, classes: int) -> None:
        super().__init__()
        self.trunk = nn.Sequential(
            conv(3, 24, 2),
            Residual(24, 24),
            Residual(24, 56, 2),
            Residual(56, 56),
            Residual(56, 96, 2),
            Residual(96, 96),
            Residual(96, 128, 2),
        )
        self.place = nn.Conv2d(128, 128, 4, groups=128)
        self.classes = nn.Linear(256, classes)
        self.embed = nn.Sequential(nn.Linear(256, 128), nn.ReLU(), nn.Linear(128, EMBEDDING))

    def forward(self, crops: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        x = self.trunk(crops * 4 - 2)
        features = torch.cat([x.mean((2, 3)), self.place(x).flatten(1)], 1)
        return self.classes(features), F.normalize(self.embed(features), dim=1)


def unit(vectors: torch.Tensor) -> torch.Tensor:
    """Vectors (n, 2, h, w) of length one."""
    return vectors / (vectors.square().sum(1, keepdim=True) + 1e-8).sqrt()


def parameters(net: nn.Module) -> int:
    return sum(p.numel() for p in net.parameters())


class Average:
    """The running mean of a network's weights, which reads better than the last step's."""

    def __init__(self, net: nn.Module, decay: float = 0.998) -> None:
        self.decay = decay
        self.state = {k: v.detach().clone() for k, v in net.state_dict().items()}

    @torch.no_grad()
    def update(self, net: nn.Module, step: int) -> None:
        decay = min(self.decay, (step + 1) / (step + 10))
        for name, value in net.state_dict().items():
            if value.is_floating_point():
                self.state[name].lerp_(value, 1 - decay)
            else:
                self.state[name].copy_(value)
