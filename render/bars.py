"""Minted and cast bars. Every house has its own layout, letters and sign, so that no two brands look alike."""
import math

from look import RELIEF, metal
from shapes import Solid, rounded, text


def frost():
    return metal(0.34, RELIEF)


def minted(w, h, t, rim=0.045, corner=0.10, depth=0.022, rough=0.20):
    """A struck blank: round edges, a rim, a sunken field."""
    f, steps = min(0.03, t * 0.22), []
    for i in range(5):
        a = math.radians(-90 + 22.5 * i)
        steps.append((f - f * math.cos(a), f + f * math.sin(a)))
    for i in range(5):
        a = math.radians(22.5 * i)
        steps.append((f - f * math.cos(a), t - f + f * math.sin(a)))
    rings = [rounded(w - 2 * i, h - 2 * i, corner - i * 0.5, z) for i, z in steps]
    if rim:
        k = f + rim
        for i, z in ((k, t), (k + depth * 0.35, t - depth * 0.12), (k + depth * 0.9, t - depth * 0.88), (k + depth * 1.25, t - depth)):
            rings.append(rounded(w - 2 * i, h - 2 * i, max(corner - i * 0.75, 0.02), z))
    return Solid().loft(rings).build('bar', metal(rough, bump=0.012, scale=9))


def kawung(solid, x, y, z, radius, height):
    for k in range(4):
        a = math.radians(45 + 90 * k)
        solid.petal(x + radius * 0.56 * math.cos(a), y + radius * 0.56 * math.sin(a), z, radius * 0.92, radius * 0.50, height, a)
    return solid.petal(x, y, z, radius * 0.16, radius * 0.16, height * 0.8)


def grams(weight):
    return f'{weight} g' if float(weight) < 1000 else '1 kg'


def thickness(weight):
    return {0.5: 0.08, 1: 0.10, 2: 0.11, 3: 0.12, 5: 0.13, 10: 0.16, 25: 0.20, 50: 0.24, 100: 0.30}.get(float(weight), 0.16)


def true_size(weight):
    """How much a bar of Karat Mint, which is built larger or smaller than it is, has to be scaled to be as large as its gold."""
    return (float(weight) / 19.3 / (1.8 * 3.0 * thickness(weight))) ** (1 / 3)


def karat_bar(weight, serial):
    """Karat Mint: the kawung over the weight, all on one axis."""
    b, z = minted(1.8, 3.0, t := thickness(weight)), t - 0.022
    kawung(Solid(), 0, 1.0, z, 0.27, 0.026).build('sign', frost(), b)
    text('KARAT', 0, 0.585, z, 0.145, 'serif', frost(), b, 0.009, 1.32)
    text(grams(weight), 0, 0.105, z, 0.50, 'serif', frost(), b, 0.012, 0.98)
    text('FINE GOLD', 0, -0.375, z, 0.150, 'sans', frost(), b, 0.009, 1.16)
    text('999.9', 0, -0.615, z, 0.185, 'sans', frost(), b, 0.009, 1.06)
    text(serial, 0, -1.155, z, 0.110, 'sans', frost(), b, 0.006, 1.14)
    return b


def karat_back(weight, serial):
    """The back: a field of small kawung and the serial in a plain panel."""
    b, z = minted(1.8, 3.0, t := thickness(weight)), t - 0.022
    grid = Solid()
    for row in range(9):
        for column in range(5):
            x, y = (column - 2) * 0.325, (row - 4) * 0.3
            if abs(row - 4) > 1:
                kawung(grid, x, y, z, 0.15, 0.014)
    grid.build('pattern', frost(), b)
    for y in (0.42, -0.42):
        Solid().tube([(-0.78, y, z), (0.78, y, z)], 0.012, 8).build('line', frost(), b)
    text('SERIAL NUMBER', 0, 0.26, z, 0.105, 'sans', frost(), b, 0.006, 1.2)
    text(serial, 0, 0.03, z, 0.212, 'sans', frost(), b, 0.010, 1.02)
    text(f'{grams(weight)} · 999.9 · JAKARTA', 0, -0.25, z, 0.105, 'sans', frost(), b, 0.006, 1.1)
    return b


def nusa_bar(weight, serial):
    """Nusa Logam: broad, polished, no rim; a mountain over a wave, heavy letters set left."""
    w, h, t = 2.05, 2.95, thickness(weight)
    b = minted(w, h, t, rim=0, corner=0.22, rough=0.17)
    sign = Solid()
    for x, top, half in ((-0.62, 1.14, 0.34), (-0.28, 1.02, 0.26)):
        sign.tube([(x - half, 0.70, t), (x, top, t), (x + half, 0.70, t)], 0.026, 8, flat=0.6)
    sign.tube([(-0.98 + 0.1 * i, 0.60 + 0.03 * math.sin(i * 1.25), t) for i in range(11)], 0.02, 8, flat=0.6)
    sign.build('sign', frost(), b)
    text('NUSA', 0.90, 1.06, t, 0.20, 'black', frost(), b, 0.009, 1.06, 'RIGHT')
    text('LOGAM', 0.90, 0.83, t, 0.20, 'black', frost(), b, 0.009, 1.06, 'RIGHT')
    number, unit = grams(weight).split(' ')
    text(number, -0.90, -0.02, t, 0.92, 'black', frost(), b, 0.016, 0.95, 'LEFT')
    text('gram' if unit == 'g' else 'kilogram', -0.88, -0.56, t, 0.22, 'lato', frost(), b, 0.009, 1.05, 'LEFT')
    text('EMAS MURNI 999,9', -0.88, -0.90, t, 0.155, 'lato', frost(), b, 0.008, 1.05, 'LEFT')
    text(serial, -0.88, -1.18, t, 0.125, 'lato', frost(), b, 0.007, 1.1, 'LEFT')
    return b


def nusa_back(weight, serial):
    b = minted(2.05, 2.95, t := thickness(weight), rim=0, corner=0.22, rough=0.13)
    waves = Solid()
    for row in range(11):
        y = 1.2 - row * 0.13
        waves.tube([(-0.9 + 0.05 * i, y + 0.035 * math.sin(i * 0.7 + row), t) for i in range(37)], 0.014, 8, flat=0.6)
    waves.build('pattern', frost(), b)
    text('SURABAYA', 0, -0.50, t, 0.19, 'black', frost(), b, 0.008, 1.25)
    text(serial, 0, -0.82, t, 0.19, 'lato', frost(), b, 0.008, 1.06)
    text('LEBUR · UJI · CAP', 0, -1.14, t, 0.12, 'lato', frost(), b, 0.006, 1.2)
    return b


def rays(solid, x, y, z, inner, outer, count, width, height):
    for k in range(count):
        a, reach = 2 * math.pi * k / count, outer if k % 2 == 0 else inner + (outer - inner) * 0.68
        middle = (inner + reach) / 2
        solid.petal(x + middle * math.cos(a), y + middle * math.sin(a), z, reach - inner, width, height, a, point=1.6)
    return solid


def cakra_bar(weight, serial):
    """Cakra: narrow, with the number large at the foot and a rising half sun above it."""
    w, h, t = 1.5, 3.2, thickness(weight)
    b, z = minted(w, h, t, rim=0.05, corner=0.06), t - 0.022
    sun = Solid()
    for k in range(13):
        a, long = math.pi * (k + 0.5) / 13, (0.56 if k % 2 == 0 else 0.42) * (0.72 + 0.28 * math.sin(math.pi * (k + 0.5) / 13))
        sun.petal((0.20 + long / 2) * math.cos(a), 0.42 + (0.20 + long / 2) * math.sin(a), z, long, 0.085, 0.02, a, point=1.5)
    sun.dome(0, 0.42, z, 0.17, 0.045)
    sun.tube([(-0.6, 0.28, z), (0.6, 0.28, z)], 0.016, 8, flat=0.7)
    sun.build('sun', frost(), b)
    text('CAKRA', 0, 0.06, z, 0.22, 'didot', frost(), b, 0.009, 1.3)
    number, unit = grams(weight).split(' ')
    text(number, 0, -0.52, z, 0.74, 'didot', frost(), b, 0.012, 1.0)
    text('GRAM' if unit == 'g' else 'KILO', 0, -0.95, z, 0.15, 'didot', frost(), b, 0.008, 1.4)
    text('999.9', 0, -1.17, z, 0.14, 'didot', frost(), b, 0.008, 1.2)
    text(serial, 0, -1.39, z, 0.092, 'sans', frost(), b, 0.006, 1.12)
    return b


def cakra_back(weight, serial):
    b, z = minted(1.5, 3.2, t := thickness(weight), rim=0.05, corner=0.06), t - 0.022
    sun = rays(Solid(), 0, 0.42, z, 0.26, 0.62, 28, 0.075, 0.02).dome(0, 0.42, z, 0.19, 0.05)
    sun.tube([(0.66 * math.cos(k / 12 * math.pi), 0.42 + 0.66 * math.sin(k / 12 * math.pi), z) for k in range(24)], 0.012, 8, closed=True, flat=0.7)
    sun.build('sun', frost(), b)
    text('No.', 0, -0.62, z, 0.15, 'didot', frost(), b, 0.007, 1.1)
    text(serial, 0, -0.86, z, 0.150, 'sans', frost(), b, 0.008, 1.06)
    text('BANDUNG', 0, -1.24, z, 0.12, 'didot', frost(), b, 0.007, 1.5)
    return b


def parang_bar(weight, serial):
    """The Batik edition: parang knives over the whole face, the weight in a small panel."""
    b, t = minted(1.8, 3.0, thickness(weight)), thickness(weight)
    z, pattern = t - 0.022, Solid()
    inside = lambda x, y: abs(x) < 0.80 and abs(y) < 1.40 and not (abs(x) < 0.55 and abs(y + 0.02) < 0.52)
    along, across = (math.cos(0.9), math.sin(0.9)), (-math.sin(0.9), math.cos(0.9))
    at = lambda u, v: (u * along[0] + v * across[0], u * along[1] + v * across[1])
    for row in range(-7, 8):
        v = row * 0.30
        for k in range(-13, 14):
            u = k * 0.165
            curve = [at(u + 0.10 * math.sin(s * 2.6) + 0.05 * s, v + 0.115 * s) for s in [i / 6 - 1 for i in range(13)]]
            if all(inside(*p) for p in curve):
                pattern.tube([(x, y, z) for x, y in curve], [0.006 + 0.034 * math.sin(math.pi * (i + 1.5) / 15) for i in range(13)], 10, flat=0.55)
        line = [at(u / 40, v + 0.15) for u in range(-90, 91)]
        run = []
        for p in line + [(9, 9)]:
            if inside(*p):
                run.append((*p, z))
            elif len(run) > 3:
                pattern.tube(run, 0.010, 8, flat=0.7)
                run = []
            else:
                run = []
    frame = rounded(1.04, 0.98, 0.12, z)
    pattern.tube([(x, y - 0.02, zz) for x, y, zz in frame], 0.014, 8, closed=True, flat=0.7)
    pattern.build('parang', frost(), b, 60)
    text('KARAT', 0, 0.32, z, 0.115, 'serif', frost(), b, 0.008, 1.3)
    text(grams(weight), 0, 0.04, z, 0.40, 'serif', frost(), b, 0.011, 0.95)
    text('999.9', 0, -0.22, z, 0.13, 'sans', frost(), b, 0.008, 1.06)
    text(serial, 0, -0.38, z, 0.078, 'sans', frost(), b, 0.006, 1.1)
    return b


def sign_bar(weight, serial, sign, word, foot, face='han', size=1.05, drawn=True):
    """A gift bar that carries one sign in a ring: the galloping horse, and what else a year asks for."""
    b, t = minted(1.8, 3.0, thickness(weight), corner=0.2), thickness(weight)
    z = t - 0.022
    ring = Solid()
    for r, wire in ((0.76, 0.018), (0.70, 0.009)):
        ring.tube([(r * math.cos(i / 36 * math.pi), 0.50 + r * math.sin(i / 36 * math.pi), z) for i in range(72)], wire, 8, closed=True, flat=0.7)
    ring.build('ring', frost(), b)
    if drawn:
        text(sign, 0.0, 0.50, z, size, 'signs', frost(), b, 0.006, outline=True)
    text(sign, 0.0, 0.50, z + (0.004 if drawn else 0), size, 'signs', metal(0.16) if drawn else frost(), b, 0.010)
    text(word, 0, -0.58, z, 0.42 if face == 'han' else 0.30, face, frost(), b, 0.010, 1.0)
    text(f'{grams(weight)} · 999.9', 0, -0.94, z, 0.19, 'serif', frost(), b, 0.009, 1.04)
    text(foot, 0, -1.16, z, 0.085, 'sans', frost(), b, 0.006, 1.12)
    text(serial, 0, -1.30, z, 0.085, 'sans', frost(), b, 0.005, 1.1)
    return b


def branch(solid, points, z, leaf=0.15, flip=1):
    """A twig with leaves in pairs and a jasmine flower at its end."""
    solid.tube([(x, y, z) for x, y in points], 0.012, 8, flat=0.7)
    for i in range(2, len(points) - 2, 3):
        (x, y), (nx, ny) = points[i], points[i + 1]
        a = math.atan2(ny - y, nx - x)
        for side in (-1, 1):
            b = a + side * 0.85
            solid.petal(x + math.cos(b) * leaf * 0.55, y + math.sin(b) * leaf * 0.55, z, leaf, leaf * 0.42, 0.018, b, point=1.5)
    flower(solid, *points[-1], z, 0.15, 0.03)
    flower(solid, *points[len(points) // 2], z, 0.085, 0.02)


def flower(solid, x, y, z, radius, height, petals=5, turn=0.3):
    for k in range(petals):
        a = turn + 2 * math.pi * k / petals
        solid.petal(x + radius * 0.58 * math.cos(a), y + radius * 0.58 * math.sin(a), z, radius * 0.92, radius * 0.62, height, a)
    solid.dome(x, y, z, radius * 0.16, height * 1.1)


def mahar_bar(weight, serial):
    """For a wedding: two jasmine twigs that meet, and a line for two names."""
    b, t = minted(1.8, 3.0, thickness(weight), corner=0.28), thickness(weight)
    z, twigs = t - 0.022, Solid()
    for side in (-1, 1):
        curve = [(side * (0.62 * math.sin(s * 2.2) + 0.05), -0.22 + s * 1.34) for s in [i / 16 for i in range(17)]]
        branch(twigs, curve[1:-3], z, 0.2)
    twigs.tube([(-0.55, -0.82, z), (0.55, -0.82, z)], 0.008, 8)
    twigs.build('twigs', frost(), b)
    text(grams(weight), 0, 0.34, z, 0.36, 'garamond', frost(), b, 0.010, 0.98)
    text('Mahar', 0, -0.50, z, 0.30, 'garamond', frost(), b, 0.010, 1.02)
    text('R & B', 0, -0.70, z, 0.15, 'garamond', frost(), b, 0.006, 1.3)
    text('FINE GOLD 999.9', 0, -0.98, z, 0.105, 'sans', frost(), b, 0.007, 1.15)
    text(serial, 0, -1.20, z, 0.085, 'sans', frost(), b, 0.006, 1.1)
    return b


def sari_bar(weight, serial):
    """Sari Emas: the star of its dinar, framed by a thin line."""
    b, t = minted(1.9, 2.9, thickness(weight), rim=0.04, corner=0.14), thickness(weight)
    z, sign = t - 0.022, Solid()
    for turned in (0, math.pi / 4):
        corners = [(0.40 * math.cos(turned + k * math.pi / 2), 0.72 + 0.40 * math.sin(turned + k * math.pi / 2)) for k in range(4)]
        path = [(a[0] + (c[0] - a[0]) * s, a[1] + (c[1] - a[1]) * s, z) for a, c in zip(corners, corners[1:] + corners[:1]) for s in (0.02, 0.5, 0.98)]
        sign.tube(path, 0.018, 8, closed=True, flat=0.8)
    for k in range(8):
        a = math.pi / 4 * k
        sign.petal(0.12 * math.cos(a), 0.72 + 0.12 * math.sin(a), z, 0.18, 0.075, 0.016, a)
    sign.tube([(x, y, z) for x, y, _ in rounded(1.62, 2.62, 0.10, z)], 0.010, 8, closed=True, flat=0.8)
    sign.build('sign', frost(), b)
    text('SARI EMAS', 0, 0.12, z, 0.20, 'garamond', frost(), b, 0.009, 1.1)
    text(grams(weight), 0, -0.34, z, 0.52, 'garamond', frost(), b, 0.012, 1.0)
    text('emas murni 999,9', 0, -0.76, z, 0.15, 'garamond', frost(), b, 0.008, 1.05)
    text(serial, 0, -1.08, z, 0.105, 'sans', frost(), b, 0.006, 1.12)
    return b


def melaka_bar(weight, serial):
    """Melaka Bullion: an oval stamp over the weight, on a bar with softly round corners."""
    b, t = minted(1.75, 3.0, thickness(weight), rim=0.03, corner=0.42), thickness(weight)
    z, stamp = t - 0.022, Solid()
    for a, wire in ((1.0, 0.018), (0.88, 0.009)):
        stamp.tube([(0.46 * a * math.cos(i / 40 * math.pi), 0.78 + 0.56 * a * math.sin(i / 40 * math.pi), z) for i in range(80)], wire, 8, closed=True, flat=0.7)
    stamp.build('stamp', frost(), b)
    text('\U0001F33A', 0, 0.78, z, 0.72, 'signs', frost(), b, 0.009)
    text('MELAKA BULLION', 0, 0.06, z, 0.13, 'garamond', frost(), b, 0.008, 1.12)
    text(grams(weight), 0, -0.34, z, 0.52, 'garamond', frost(), b, 0.012, 1.0)
    text('999.9', 0, -0.74, z, 0.18, 'garamond', frost(), b, 0.009, 1.06)
    text(serial, 0, -1.10, z, 0.095, 'sans', frost(), b, 0.006, 1.12)
    return b


def combi_bar(count):
    """Tablets of one gram in one piece, each with its own stamp, to be broken off one by one."""
    columns, rows = {5: (1, 5), 10: (2, 5), 20: (4, 5)}[count]
    t, w, h = 0.13, 0.86, 0.58
    b, sign = None, Solid()
    for row in range(rows):
        for column in range(columns):
            x, y = (column - (columns - 1) / 2) * (w + 0.03), (row - (rows - 1) / 2) * (h + 0.03)
            tablet = minted(w, h, t, rim=0.02, corner=0.05, depth=0.014)
            tablet.location = (x, y, 0)
            b = b or tablet
            if tablet is not b:
                tablet.parent = b
                tablet.location = (x - b.location.x, y - b.location.y, 0)
            at = (x - b.location.x, y - b.location.y)
            kawung(sign, at[0] - 0.24, at[1], t - 0.014, 0.115, 0.014)
            text('1 g', at[0] + 0.11, at[1] + 0.07, t - 0.014, 0.25, 'serif', frost(), b, 0.008)
            text('999.9', at[0] + 0.11, at[1] - 0.14, t - 0.014, 0.105, 'sans', frost(), b, 0.006)
    for row in range(rows):
        for column in range(columns):
            x, y = (column - (columns - 1) / 2) * (w + 0.03) - b.location.x, (row - (rows - 1) / 2) * (h + 0.03) - b.location.y
            if column + 1 < columns:
                sign.box((x + (w + 0.03) / 2, y, 0.04), (0.06, h * 0.8, 0.05), 0.01)
            if row + 1 < rows:
                sign.box((x, y + (h + 0.03) / 2, 0.04), (w * 0.8, 0.06, 0.05), 0.01)
    sign.build('sign', frost(), b)
    return b


def cast_blank(w, h, t, corner=0.20, slope=0.18):
    """Poured metal: sides that lean, a rounded lip, a surface that sank as it cooled."""
    steps = ((0.05, 0.0), (0.015, 0.012), (0.0, 0.05), (0.012, t * 0.45), (0.03, t - 0.13), (0.045, t - 0.07), (0.075, t - 0.03),
             (0.12, t - 0.008), (slope, t), (slope + 0.12, t - 0.006), (0.5, t - 0.012))
    return Solid().loft([rounded(w - 2 * i, h - 2 * i, max(corner - i * 0.15, 0.05), z, 14) for i, z in steps]).build(
        'cast', metal(0.24, bump=0.16, scale=2.6))


CAST_SIZES = {50: (1.9, 2.9, 0.40), 100: (2.2, 3.4, 0.46), 250: (2.1, 3.6, 0.52), 500: (2.0, 3.9, 0.60), 1000: (1.95, 4.3, 0.78)}


def karat_cast(weight, serial):
    w, h, t = CAST_SIZES[weight]
    b, z, u, frosted = cast_blank(w, h, t), t - 0.018, w / 2.4, metal(0.40, (0.90, 0.50, 0.125))
    kawung(Solid(), 0, h * 0.30, z, 0.30 * u, 0.03).build('sign', frosted, b)
    text('KARAT', 0, h * 0.175, z, 0.17 * u, 'serif', frosted, b, 0.014, 1.3)
    text(grams(weight), 0, h * 0.02, z, 0.50 * u, 'serif', frosted, b, 0.016, 0.98)
    text('FINE GOLD 999.9', 0, -h * 0.13, z, 0.165 * u, 'sans', frosted, b, 0.013, 1.1)
    text(serial, 0, -h * 0.30, z, 0.13 * u, 'sans', frosted, b, 0.010, 1.16)
    return b


def ingot_blank(w, h, t, lean):
    """A trapezoid ingot with crisp edges, the old shape of a vault bar."""
    steps = ((0.03, 0.0), (0.0, 0.03), (lean * 0.5, t * 0.5), (lean - 0.02, t - 0.04), (lean, t - 0.012), (lean + 0.03, t), (lean + 0.4, t - 0.02))
    return Solid().loft([rounded(w - 2 * i, h - 2 * i, 0.10, z, 8) for i, z in steps]).build('ingot', metal(0.22, bump=0.22, scale=1.7))


def nusa_cast(weight, serial):
    """Nusa Logam's ingot: leaning sides, letters along its length."""
    w, h, t = {250: (1.7, 3.7, 0.62), 500: (1.8, 4.0, 0.74), 1000: (1.9, 4.4, 0.9)}[weight]
    b, z, frosted = ingot_blank(w, h, t, 0.26), t - 0.012, metal(0.40, (0.90, 0.50, 0.125))
    q = math.pi / 2
    text('NUSA LOGAM', -0.36, 0, z, 0.26, 'black', frosted, b, 0.014, 1.15, turn=q)
    text(grams(weight), 0.0, -0.55, z, 0.42, 'black', frosted, b, 0.016, 1.0, turn=q)
    text('999,9', 0.0, 0.85, z, 0.26, 'black', frosted, b, 0.014, 1.05, turn=q)
    text(serial, 0.38, 0, z, 0.17, 'lato', frosted, b, 0.012, 1.2, turn=q)
    return b


def melaka_cast(weight, serial):
    """Melaka Bullion: an oval stamp pressed into a pillow of metal."""
    w, h, t = {50: (1.9, 2.7, 0.36), 100: (2.2, 3.1, 0.44), 250: (2.3, 3.4, 0.56), 1000: (2.3, 4.0, 0.82)}[weight]
    b, z, frosted = cast_blank(w, h, t, 0.42, 0.26), t - 0.02, metal(0.40, (0.90, 0.50, 0.125))
    stamp = Solid()
    for a, wire in ((1.0, 0.026), (0.90, 0.012)):
        stamp.tube([(0.66 * a * math.cos(i / 40 * math.pi), h * 0.16 + 0.74 * a * math.sin(i / 40 * math.pi), z) for i in range(80)], wire, 8, closed=True, flat=0.7)
    stamp.build('stamp', frosted, b)
    text('MELAKA', 0, h * 0.16 + 0.30, z, 0.20, 'garamond', frosted, b, 0.012, 1.1)
    text(grams(weight), 0, h * 0.16 - 0.02, z, 0.40, 'garamond', frosted, b, 0.014, 1.0)
    text('999.9', 0, h * 0.16 - 0.36, z, 0.19, 'garamond', frosted, b, 0.012, 1.05)
    text(serial, 0, -h * 0.24, z, 0.20, 'garamond', frosted, b, 0.012, 1.2)
    return b
