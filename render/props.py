"""What stands beside the gold: the assay card, boxes, a certificate, a scale; and scenes of several pieces."""
import math

import bars
import coins
import jewels
from look import clear, metal, paper, weave, wood
from shapes import Solid, group, rounded, text

INK = (0.018, 0.034, 0.16)


def at(thing, x=0.0, y=0.0, z=0.0, yaw=0.0, pitch=0.0, size=1.0):
    thing.location = (x, y, z)
    thing.rotation_euler = (math.radians(pitch), 0, math.radians(yaw))
    thing.scale = (size, size, size)
    return thing


def sheet(w, h, t, corner, material):
    return Solid().loft([rounded(w, h, corner, 0), rounded(w, h, corner, t)]).build('sheet', material)


def lines(parent, words, x, y, z, size, face='lato', ink=None, align='LEFT', track=1.0):
    return text(words, x, y, z, size, face, ink or paper(INK, 0.6, name='ink'), parent, 0.0008, track, align)


def assay_card(build, weight, serial, brand='KARAT', colour=(0.90, 0.84, 0.71)):
    """A bar sealed into its card, with what the laboratory found printed beside it."""
    card = sheet(3.6, 5.8, 0.06, 0.22, paper(colour, 0.55, 0.05, 90, 'card', 0.5))
    inset = at(build(weight, serial), 0, 0.62, 0.062, 0, 0, 0.88)
    inset.parent = card
    blister = Solid().loft([rounded(w, h, 0.28, z) for w, h, z in ((2.1, 3.15, 0.06), (2.0, 3.05, 0.21), (1.92, 2.97, 0.245))]).build('blister', clear(), card)
    blister.location = (0, 0.62, 0)
    z = 0.061
    lines(card, brand, -1.5, 2.56, z, 0.26, 'serif' if brand == 'KARAT' else 'black', track=1.25)
    lines(card, 'ASSAY CARD', 1.5, 2.56, z, 0.13, 'lato', align='RIGHT', track=1.15)
    for k, (name, value) in enumerate((('Weight', f'{weight} g'), ('Fineness', '999.9'), ('Serial no.', serial))):
        y = -1.42 - 0.29 * k
        lines(card, name, -1.5, y, z, 0.165)
        lines(card, value, 1.5, y, z, 0.165, 'lato', align='RIGHT')
        Solid().box((0, y - 0.14, z), (3.0, 0.012, 0.002), 0.0005).build('rule', paper((0.45, 0.42, 0.36), 0.8, name='rule'), card)
    code = Solid()
    for i in range(13):
        for j in range(13):
            corner = (i < 4 or i > 8) and (j < 4 or j > 8) and not (i > 8 and j < 4)
            if (corner and (i % 9 in (0, 3) or j % 9 in (0, 3))) or (not corner and (i * 7 + j * 11 + i * j) % 3 == 0):
                code.box((-1.48 + i * 0.034, -2.65 + j * 0.034, z), (0.034, 0.034, 0.002), 0.0002)
    code.build('code', paper(INK, 0.6, name='ink'), card)
    lines(card, 'Checked and sealed', 1.5, -2.30, z, 0.12, align='RIGHT')
    lines(card, 'Do not open: the seal is part of it', 1.5, -2.50, z, 0.11, align='RIGHT')
    return card


def gift_box(inner, lining=(0.80, 0.74, 0.63), dark=(0.13, 0.055, 0.022), light=(0.36, 0.19, 0.085), w=3.4, d=4.4):
    """An open box of teak, lined with unbleached cloth; its lid leans beside it."""
    teak = wood(dark, light)
    parts = []
    for x, y, sx, sy in ((-w / 2, 0, 0.18, d - 0.181), (w / 2, 0, 0.18, d - 0.181), (0, -d / 2, w + 0.18, 0.18), (0, d / 2, w + 0.18, 0.18)):
        side = Solid().box((0, 0, 0.40), (sx, sy, 0.80), 0.03).build('side', teak)
        side.location = (x, y, 0)
        parts.append(side)
    bed = Solid().loft([rounded(w - 0.1, d - 0.1, 0.1, z) for z in (0.05, 0.42)] + [rounded(w - 0.3, d - 0.3, 0.1, 0.47)]).build('bed', weave(lining, 5.0, 0.2))
    lid = Solid().box((0, 0, 0.09), (w + 0.2, d + 0.2, 0.20), 0.04).build('lid', teak)
    lid.location, lid.rotation_euler = (-w / 2 - 1.25, 0.15, 0.75), (0, math.radians(-56), 0)
    at(inner, inner.location.x, inner.location.y, 0.47 + inner.location.z)
    return group(*parts, bed, lid, inner)


def boxed_bar(build, weight, serial):
    return gift_box(at(build(weight, serial), 0, 0, 0, 0, 0, 1.0))


def red_sleeve(build, weight, serial):
    """A bar half out of a red envelope."""
    red = paper((0.42, 0.022, 0.02), 0.6, 0.06, 120, 'sleeve')
    back = sheet(2.5, 4.0, 0.02, 0.08, red)
    front = sheet(2.5, 2.6, 0.02, 0.08, red)
    front.location = (0, -0.7, 0.15)
    text('\u798f', 0, -0.1, 0.021, 1.0, 'han', metal(0.3), front, 0.004)
    bar = at(build(weight, serial), 0, 0.75, 0.025, 0, 0, 1.0)
    return group(back, front, bar)


def certificate(piece, gross, fine, serial, brand='KARAT', title='Certificate of assay', fineness='999.9', beside=None):
    """One sheet of heavy paper with a blind seal, and the piece it speaks of."""
    page = sheet(4.2, 5.6, 0.02, 0.03, paper((0.95, 0.89, 0.76), 0.9, 0.10, 140, 'laid', 0.62))
    z = 0.021
    lines(page, brand, 0, 2.25, z, 0.34, 'serif', align='CENTER', track=1.3)
    lines(page, title, 0, 1.72, z, 0.27, 'garamond', align='CENTER')
    rows = (('Piece', piece), ('Gross weight', gross), ('Fine gold', fine), ('Fineness', fineness), ('Serial number', serial))
    for k, (name, value) in enumerate(rows):
        y = 1.05 - 0.42 * k
        lines(page, name, -1.7, y, z, 0.20, 'lato')
        lines(page, value, 1.7, y, z, 0.20, 'lato', align='RIGHT')
        Solid().box((0, y - 0.19, z), (3.4, 0.012, 0.002), 0.0005).build('rule', paper((0.45, 0.42, 0.36), 0.8, name='rule'), page)
    seal = Solid()
    for r, wire in ((0.42, 0.016), (0.36, 0.008)):
        seal.tube([(1.2 + r * math.cos(i / 30 * math.pi), -2.05 + r * math.sin(i / 30 * math.pi), z) for i in range(60)], wire, 8, closed=True, flat=0.7)
    bars.kawung(seal, 1.2, -2.05, z, 0.25, 0.02)
    seal.build('seal', metal(0.35), page)
    hand = [(k / 90, 2 * math.pi * 5.5 * k / 90) for k in range(91)]
    pen = Solid().tube([(-1.5 + 1.15 * u + 0.10 * math.sin(a + 1.9), -2.06 + 0.05 * u + (0.26 - 0.20 * u) * math.sin(a) * (0.7 + 0.3 * math.cos(a / 2)), z) for u, a in hand], 0.011, 6, flat=0.3)
    pen.build('signature', paper(INK, 0.6, name='ink'), page)
    lines(page, 'Head of the laboratory', -1.55, -2.42, z, 0.13)
    return group(page, *([beside] if beside else []))


def bar_with_money(build, weight, serial):
    """A bar beside a coin of 500 rupiah, 27 mm across, at their true sizes."""
    size = bars.true_size(weight)
    return group(at(build(weight, serial), -0.9 * size - 0.18, 0.1, 0, 4, 0, size), at(coins.money_coin(), 1.35 + 0.22, -0.25, 0, 12, 0, 1.0))


def on_scale(piece, reading, z=0.0):
    """A letter scale of steel with the weight in its window."""
    body = Solid().box((0, -0.55, 0.28), (4.2, 4.7, 0.56), 0.14).build('body', paper((0.045, 0.047, 0.052), 0.45, name='body'))
    plate = Solid().box((0, 0.30, 0.64), (3.5, 2.7, 0.10), 0.045).build('plate', metal(0.30, 'steel', 0.06, 3.0, True), body)
    window = Solid().box((0, -2.15, 0.565), (2.3, 0.80, 0.03), 0.012).build('window', paper((0.30, 0.36, 0.29), 0.25, name='window'), body)
    text(reading, 1.0, -2.15, 0.582, 0.52, 'lato', paper((0.01, 0.012, 0.01), 0.4, name='digits'), window, 0.0008, 1.05, 'RIGHT')
    at(piece, 0, 0.30, 0.69 + z, -6)
    return group(body, plate, window, piece)


def stack(build, weight, serials, size=1.0):
    """Bars on one another, three below and one across."""
    out = []
    for k, (x, y, level, yaw) in enumerate(((-1.06, 0, 0, 0), (1.06, 0.03, 0, -1.2), (0.05, -0.05, 1, 5))):
        one = build(weight, serials[k])
        out.append(at(one, x * size, y, level * 0.52, yaw))
    return group(*out)


def coin_sides(front, back):
    """The front lying, the back leaning on it."""
    return group(at(front, -0.62, -0.35, 0, -8), at(back, 0.78, 0.55, 0.115, 14, 9))


def capsule(coin):
    """A coin in the ring of its capsule."""
    ring = Solid().turned([(1.44, 0.0), (1.62, 0.0), (1.64, 0.16), (1.62, 0.34), (1.44, 0.34), (1.40, 0.2)], 128).build('ring', paper((0.05, 0.055, 0.07), 0.35, name='ring'))
    return group(at(coin, 0, 0, 0.03, -10), ring)


def jewel_box(jewel, size=1.0):
    """A small box of dark wood with a slit cushion."""
    return gift_box(at(jewel, 0, 0, 0.0, 0, 0, size), (0.70, 0.66, 0.58), (0.05, 0.025, 0.014), (0.16, 0.085, 0.045), 4.0, 4.0)


def assortment(serials):
    """The house in one picture: a bar on another, a coin, a ring."""
    top = at(bars.karat_bar('10', serials['10']), -0.25, 0.25, 0.162, -34)
    below = at(bars.karat_bar('10', serials['10+1']), -0.10, 0.30, 0, -52)
    coin = at(coins.kawung_coin(), -1.52, -1.72, 0, 14, 0, 0.63)
    ring = jewels.plain_ring('22', 0.40, 0.13, 0.66)
    return group(top, below, coin, at(ring, 1.75, -0.55, 0, 40))


def bars_at_window(serials):
    """Bars of three sizes and one house, as somebody puts them on the table to count."""
    return group(
        at(bars.karat_bar('100', serials['100']), -0.2, 0.5, 0, -28), at(bars.karat_bar('50', serials['50']), 0.15, 0.62, 0.302, -12, 0, 0.86),
        at(bars.karat_bar('10', serials['10']), -2.15, -0.75, 0, -8, 0, 0.66), at(bars.karat_bar('10', serials['10+1']), -2.0, -0.62, 0.107, -24, 0, 0.66),
        at(coins.kawung_coin(), 1.35, -1.35, 0, 16, 0, 0.58), at(coins.elang_coin(), 2.75, -0.55, 0, -20, 0, 0.58))


def jewels_on_linen():
    """What is worn: bangles, a chain and a ring."""
    return group(
        at(jewels.bangle('22', 0.13, 1.35, True), -0.9, 0.5, 0, 12), at(jewels.plain_ring('18', 0.40, 0.13, 0.62), 1.25, -0.2, 0, 36),
        at(jewels.necklace('grain', '22'), 2.3, 1.1, 0, -58, 0, 0.9), at(jewels.studs('rose'), -0.7, -1.5, 0, 6, 0, 0.42))


def gifts_on_wood(serial):
    """A wedding bar in its box, a jasmine coin beside it; small, for the bars of the window to stay out of the picture."""
    scene = group(at(boxed_bar(bars.mahar_bar, '5', serial), 0, 0, 0, -16), at(coins.melati_coin(), 2.7, -1.5, 0, 14, 0, 0.55), at(coins.dinar_coin(), 3.35, -0.1, 0, -8, 0, 0.5))
    return at(scene, size=0.6)


def washi():
    return paper((0.80, 0.755, 0.67), 0.95, 0.30, 3.0, 'washi')


def linen():
    return weave((0.74, 0.68, 0.58), 5.5, 0.30)


def table_wood():
    return wood((0.20, 0.105, 0.05), (0.44, 0.27, 0.145), 0.5, 0.55)
