"""Coins: one blank, beads and legend round it, and the relief that makes the kind."""
import math

from bars import flower, frost, kawung
from look import metal
from shapes import Solid, arc_text, text

R = 1.35


def blank(colour='24', t=0.20, reeds=120, beads=True, rough=0.13):
    n = 480 if reeds else 240

    def ring(r, z, reed=0.0):
        out = []
        for i in range(n):
            a = 2 * math.pi * i / n
            k = r - reed * (0.5 + 0.5 * math.cos(reeds * a))
            out.append((k * math.cos(a), k * math.sin(a), z))
        return out

    q = 0.022 if reeds else 0
    c = Solid().loft([
        ring(R - 0.05, 0), ring(R - 0.018, 0.008), ring(R, 0.035, q * 0.3), ring(R, 0.05, q), ring(R, t - 0.05, q), ring(R, t - 0.035, q * 0.3),
        ring(R - 0.018, t - 0.008), ring(R - 0.05, t), ring(R - 0.11, t), ring(R - 0.135, t - 0.012), ring(R - 0.15, t - 0.035), ring(R - 0.17, t - 0.04),
    ]).build('coin', metal(rough, colour, bump=0.006, scale=8))
    if beads:
        dots = Solid()
        for i in range(96):
            a = 2 * math.pi * i / 96
            dots.dome((R - 0.20) * math.cos(a), (R - 0.20) * math.sin(a), t - 0.04, 0.021, 0.02)
        dots.build('beads', relief_of(colour), c)
    return c, t - 0.04


def relief_of(colour):
    return frost() if colour == '24' else metal(0.40, {'22': (0.88, 0.47, 0.135)}.get(colour, colour))


def legend(c, z, above, below, face='sans', size=0.16, colour='24', radius=R * 0.715):
    arc_text(above, radius, math.pi / 2, z, size, face, relief_of(colour), c)
    arc_text(below, radius, -math.pi / 2, z, size * 0.92, face, relief_of(colour), c, outward=False)


def kawung_coin(below='FINE GOLD 999.9'):
    c, z = blank()
    kawung(Solid(), 0, 0.03, z, R * 0.48, 0.075).build('sign', frost(), c)
    legend(c, z, 'KARAT MINT JAKARTA', below)
    return c


def kawung_back(serial):
    c, z = blank()
    grid = Solid()
    for row in range(-4, 5):
        for column in range(-4, 5):
            x, y = column * 0.26, row * 0.26
            if math.hypot(x, y) < 0.93 and abs(row) > 1:
                kawung(grid, x, y, z, 0.12, 0.016)
    for y in (0.36, -0.36):
        grid.tube([(-0.86, y, z), (0.86, y, z)], 0.012, 8)
    grid.build('pattern', frost(), c)
    text('2026', 0, 0.16, z, 0.26, 'serif', frost(), c, 0.010, 1.05)
    text(serial, 0, -0.16, z, 0.19, 'sans', frost(), c, 0.008, 1.06)
    return c


def sign_coin(sign, above, below, size=1.35, dy=0.0, face='sans', line=True, rough=0.13, lift=0.012):
    """A creature or a plant as a low relief with its drawing on top."""
    c, z = blank(rough=rough)
    if line:
        text(sign, 0, dy, z, size, 'signs', frost(), c, lift * 0.5, outline=True)
        text(sign, 0, dy, z + lift * 0.4, size, 'signs', metal(0.2), c, lift)
    else:
        text(sign, 0, dy, z, size, 'signs', frost(), c, lift)
    legend(c, z, above, below, face)
    return c


def elang_coin():
    c = sign_coin('\U0001F985', 'ELANG JAWA', '999.9 NUSA LOGAM', 1.25, 0.16, 'lato')
    z = 0.16
    peaks = Solid()
    for x, top, half in ((-0.28, -0.28, 0.34), (0.24, -0.34, 0.30)):
        peaks.tube([(x - half, -0.56, z), (x - 0.06, top, z), (x + 0.06, top, z), (x + half, -0.56, z)], 0.018, 8, flat=0.7)
    peaks.tube([(-0.74, -0.58, z), (0.74, -0.58, z)], 0.016, 8, flat=0.7)
    peaks.build('crater', frost(), c)
    return c


def komodo_coin():
    c = sign_coin('\U0001F98E', 'KOMODO', 'RINCA 999.9', 1.35, 0.12, 'didot', line=False, lift=0.02)
    beach = Solid()
    for k in range(3):
        y = -0.62 - 0.08 * k
        beach.tube([(-0.42 + 0.05 * i, y + 0.02 * math.sin(i * 0.9 + k), 0.16) for i in range(18 - 2 * k)], 0.013, 8, flat=0.7)
    beach.build('waves', frost(), c)
    return c


def bunga_raya_coin():
    return sign_coin('\U0001F33A', 'BUNGA RAYA MALAYSIA', '999.9 FINE GOLD', 1.45, 0.02, 'garamond', line=False, lift=0.022)


def padi_coin():
    return sign_coin('\U0001F33E', 'PADI DAN TANAH AIR', '999.9 NUSA LOGAM', 1.35, 0.02, 'lato', line=False, lift=0.016)


def borobudur_coin():
    """High relief: stupas in three rows before a rising sun."""
    c, z = blank(beads=False, t=0.26)
    z = 0.22
    scene = Solid()
    for k in range(19):
        a = math.pi * (k + 0.5) / 19
        scene.petal(0.86 * math.cos(a), 0.02 + 0.86 * math.sin(a), z, 0.34, 0.05, 0.03, a, point=1.4)

    def stupa(x, y, s):
        for r, up, h in ((0.20, 0.0, 0.05), (0.165, 0.05, 0.05)):
            scene.box((x, y + (up + 0.025) * s, z + 0.03), (2 * r * s, 0.055 * s, 0.07), 0.01)
        scene.petal(x, y + 0.19 * s, z, 0.31 * s, 0.25 * s, 0.13 * s, math.pi / 2, point=0.85)
        scene.petal(x, y + 0.39 * s, z, 0.26 * s, 0.055 * s, 0.07 * s, math.pi / 2, point=1.0)

    stupa(0, 0.12, 1.5)
    for x in (-0.46, 0.46):
        stupa(x, -0.02, 1.15)
    for x in (-0.72, -0.24, 0.24, 0.72):
        stupa(x, -0.40, 0.95)
    for y, half in ((-0.43, 0.95), (-0.06, 0.80)):
        scene.tube([(-half, y, z), (half, y, z)], 0.02, 8, flat=0.8)
    scene.build('stupas', frost(), c, 50)
    arc_text('BOROBUDUR 999.9', R * 0.76, -math.pi / 2, z, 0.13, 'garamond', frost(), c, outward=False)
    return c


def star(solid, z, radius, height, points=8):
    """Two squares turned on one another: the eight-pointed star of the dinar."""
    for turn in (0, math.pi / 4):
        corners = [(radius * math.cos(turn + k * math.pi / 2), radius * math.sin(turn + k * math.pi / 2), z) for k in range(4)]
        path = []
        for (ax, ay, _), (bx, by, _) in zip(corners, corners[1:] + corners[:1]):
            path += [(ax + (bx - ax) * s, ay + (by - ay) * s, z) for s in (0.02, 0.5, 0.98)]
        solid.tube(path, height, 8, closed=True, flat=0.8)


def dinar_coin(value='DINAR'):
    c, z = blank('22', t=0.16, reeds=0)
    sign = Solid()
    star(sign, z, 0.84, 0.022)
    for r in (0.50, 0.46):
        sign.tube([(r * math.cos(i / 30 * math.pi), r * math.sin(i / 30 * math.pi), z) for i in range(60)], 0.012, 8, closed=True, flat=0.7)
    sign.build('star', relief_of('22'), c)
    text(value, 0, -0.03, z, 0.24, 'garamond', relief_of('22'), c, 0.012, 1.05)
    legend(c, z, 'SARI EMAS', '916 · 22 KARAT', 'garamond', 0.13, '22', R * 0.745)
    return c


def dinar_back():
    c, z = blank('22', t=0.16, reeds=0)
    sign = Solid()
    for k in range(8):
        a = math.pi / 4 * k
        sign.petal(0.42 * math.cos(a), 0.42 * math.sin(a), z, 0.56, 0.22, 0.035, a)
        sign.petal(0.80 * math.cos(a + math.pi / 8), 0.80 * math.sin(a + math.pi / 8), z, 0.24, 0.15, 0.025, a + math.pi / 8)
    sign.dome(0, 0, z, 0.12, 0.05)
    sign.build('rosette', relief_of('22'), c)
    return c


def melati_coin():
    """The jasmine coin, a present: one open flower between two buds."""
    c, z = blank()
    bloom = Solid()
    flower(bloom, 0, 0.06, z, 0.56, 0.07, 5, math.pi / 2)
    for side in (-1, 1):
        bloom.petal(side * 0.62, -0.42, z, 0.34, 0.13, 0.04, math.pi / 2 - side * 0.6, point=1.5)
    bloom.build('flower', frost(), c)
    legend(c, z, 'MELATI', 'FINE GOLD 999.9', 'garamond')
    return c


def nyiur_coin():
    return sign_coin('\U0001F334', 'NYIUR MELAMBAI', '999.9 NUSA LOGAM', 1.30, 0.02, 'lato', line=False, lift=0.02)


def harimau_coin(above='HARIMAU SUMATRA', below='999.9 CAKRA'):
    return sign_coin('\U0001F405', above, below, 1.30, 0.04, 'didot', line=True, lift=0.012)


def money_coin():
    """An everyday coin of 500 rupiah, to see how small a bar is."""
    c, z = blank('steel', t=0.16, beads=True, rough=0.28)
    text('500', 0, 0.0, z, 0.85, 'lato', metal(0.4, 'steel'), c, 0.012)
    return c
