"""Rings, bracelets, necklaces, pendants and earrings, in the colours of gold."""
import math

from mathutils import Matrix, Vector

from bars import kawung
from look import metal
from shapes import Solid, group, text

T, X, Y, Z = Matrix.Translation, 'X', 'Y', 'Z'


def turn(degrees, axis):
    return Matrix.Rotation(math.radians(degrees), 4, axis)


def polish(colour, rough=0.10):
    return metal(0.19 if colour == '24' else rough, colour)


def court(inner, thick, width, m=28):
    """The section of a ring that is round inside and out."""
    section = []
    for i in range(m):
        a = 2 * math.pi * i / m
        x, y = math.copysign(abs(math.cos(a)) ** 0.8, math.cos(a)), math.copysign(abs(math.sin(a)) ** 0.7, math.sin(a))
        section.append((inner + thick / 2 + thick / 2 * (x if x > 0 else x * 0.75), width / 2 * y))
    return section


def plain_ring(colour='22', width=0.34, thick=0.15, inner=0.95, rough=0.10):
    ring = Solid().turned(court(inner, thick, width), axis=Y).build('ring', polish(colour, rough))
    ring.location = (0, 0, inner + thick)
    return group(ring)


def wedding_pair(colour='24'):
    """A wide and a narrower band, side by side."""
    wide = Solid().turned(court(0.95, 0.16, 0.50), axis=Y).build('ring', metal(0.30, colour, bump=0.10, scale=26))
    wide.matrix_world = T((0.62, 0.25, 1.11)) @ turn(12, Z)
    narrow = Solid().turned(court(0.84, 0.15, 0.36), axis=Y).build('ring', metal(0.30, colour, bump=0.10, scale=26))
    narrow.matrix_world = T((-0.75, -0.45, 0.99)) @ turn(-14, Z)
    return group(wide, narrow)


def melati_ring(colour='18'):
    """A fine band with one flower of five petals."""
    solid = Solid().turned(court(0.95, 0.10, 0.16), axis=Y)
    seat = turn(-40, Y) @ T((1.08, 0, 0)) @ turn(90, Y)
    for k in range(5):
        a = 2 * math.pi * k / 5 + 0.3
        lean = seat @ turn(math.degrees(a), Z) @ T((0.05, 0, 0.02)) @ turn(-16, Y)
        solid.petal(0.22, 0, 0, 0.40, 0.28, 0.085, 0, lean, 1.1)
    solid.ball((0, 0, 0.09), 0.075, matrix=seat)
    ring = solid.build('ring', polish(colour))
    ring.location = (0, 0, 1.05)
    return group(ring)


def signet_ring(colour='22'):
    """A band that widens into an oval face."""
    def bend(a):
        near = max(0.0, math.cos((a - math.radians(40)))) ** 6
        section = court(0.95, 0.14 + 0.10 * near, 0.30 + 0.72 * near)
        return section
    solid = Solid().turned(None, axis=Y, bend=bend)
    seat = turn(-40, Y) @ T((1.135, 0, 0)) @ turn(90, Y)
    rings = []
    for s, up in ((1.0, -0.10), (1.0, 0.03), (0.96, 0.055), (0.90, 0.06), (0.88, 0.05), (0.5, 0.05)):
        rings.append([(0.47 * s * math.cos(k / 32 * math.pi), 0.56 * s * math.sin(k / 32 * math.pi), up) for k in range(64)])
    solid.loft(rings, seat)
    ring = solid.build('ring', polish(colour))
    letter = text('R', 0, 0, 0, 0.62, 'didot', metal(0.35, (0.86, 0.45, 0.10)), ring, 0.012)
    letter.matrix_local = seat @ T((0, 0, 0.05)) @ turn(90, Z)
    ring.location = (0, 0, 1.09)
    return group(ring)


def twisted_ring(colour='rose'):
    """Two wires wound round one another."""
    solid = Solid()
    for phase in (0, math.pi):
        path = []
        for i in range(288):
            a = 2 * math.pi * i / 288
            r, y = 1.04 + 0.072 * math.cos(14 * a + phase), 0.085 * math.sin(14 * a + phase)
            path.append((r * math.cos(a), y, r * math.sin(a)))
        solid.tube(path, 0.082, 14, closed=True)
    ring = solid.build('ring', polish(colour))
    ring.location = (0, 0, 1.19)
    return group(ring)


def kawung_ring(colour='18'):
    """A flat band cut with a row of kawung."""
    band = Solid().turned(court(0.95, 0.10, 0.46), axis=Y).build('ring', polish(colour, 0.16))
    row = Solid()
    for k in range(22):
        at = turn(360 / 22 * k, Y) @ T((1.045, 0, 0)) @ turn(90, Y)
        for q in range(4):
            a = math.pi / 4 + math.pi / 2 * q
            row.petal(0.085 * math.cos(a), 0.085 * math.sin(a), 0, 0.135, 0.075, 0.03, a, at)
    row.build('row', polish(colour, 0.08), band)
    band.location = (0, 0, 1.05)
    return group(band)


def trio_rings(colours=('22', 'rose', 'white')):
    """Three thin rings linked in one another, one of each colour."""
    out = []
    for colour, (x, y, z, yaw, lean) in zip(colours, ((-0.28, 0.1, 1.02, 28, 0), (0.32, 0.12, 1.02, 52, 0), (0.0, -0.35, 0.30, 30, 76))):
        ring = Solid().turned(court(0.90, 0.11, 0.17), axis=Y).build('ring', polish(colour))
        ring.matrix_world = T((x, y, z)) @ turn(yaw, Z) @ turn(lean, X)
        out.append(ring)
    return group(*out)


def bangle(colour='22', wire=0.15, radius=1.5, pair=False):
    out = []
    for k in range(2 if pair else 1):
        solid = Solid().turned(court(radius, wire, wire * 1.9), axis=Z)
        round_one = solid.build('bangle', polish(colour))
        round_one.matrix_world = T((0.12, 0.1, wire)) if k == 0 else T((-0.14, -0.05, 0.56)) @ turn(20, Z) @ turn(-9, X)
        out.append(round_one)
    return group(*out)


def baby_bangle(colour='24'):
    """Small, with two bells, as it is given for the fortieth day."""
    solid = Solid()
    solid.tube([(1.3 * math.cos(a), 1.3 * math.sin(a), 0.12) for a in [math.radians(-82 + 344 * i / 140) for i in range(141)]], 0.10, 16)
    for a in (-82, 262):
        x, y = 1.3 * math.cos(math.radians(a)), 1.3 * math.sin(math.radians(a))
        solid.ball((x, y, 0.15), 0.17)
    for x in (-0.42, 0.42):
        solid.ball((x, -1.46, 0.17), 0.16)
        solid.tube([(x + 0.07 * math.cos(2 * math.pi * i / 20), -1.27, 0.15 + 0.10 * math.sin(2 * math.pi * i / 20)) for i in range(20)], 0.024, 8, closed=True)
    return group(solid.build('bangle', polish(colour)))


def big_hoops(colour='18'):
    return hoops(colour, 0.062, 1.25)


def cuff(colour='18', width=0.62):
    """An open band, a little narrower towards its ends."""
    rings = []
    for i in range(161):
        a = math.radians(-60 + 300 * i / 160)
        taper = 1 - 0.55 * abs(i / 80 - 1) ** 4
        ring = []
        for k in range(24):
            b = 2 * math.pi * k / 24
            u, v = math.copysign(abs(math.cos(b)) ** 0.6, math.cos(b)), math.copysign(abs(math.sin(b)) ** 0.5, math.sin(b))
            r = 1.0 + 0.045 * u
            ring.append((1.55 * r * math.cos(a), 1.22 * r * math.sin(a), width / 2 + width / 2 * taper * v))
        rings.append(ring)
    body = Solid().loft(rings).build('cuff', polish(colour, 0.14))
    return group(body)


def oval_link(length, width, wire, n=20):
    return [((length / 2 - wire) * math.cos(2 * math.pi * i / n), (width / 2 - wire) * math.sin(2 * math.pi * i / n), 0) for i in range(n)]


def walk(path, step):
    """Points at even steps along a closed path, each with the way it goes."""
    path = [Vector(p) for p in path] + [Vector(path[0])]
    out, left = [], 0.0
    for a, b in zip(path, path[1:]):
        length = (b - a).length
        while left <= length:
            out.append((a + (b - a) * (left / length), (b - a).normalized()))
            left += step
        left -= length
    return out


def chain(solid, path, link):
    """Links along a path that lies on the floor, every second one turned on its edge."""
    kind, length, width, wire = link
    places = walk(path, length * {'rolo': 0.62, 'grain': 0.74, 'box': 0.80}[kind])
    for k, (at, way) in enumerate(places):
        frame = T(at) @ turn(math.degrees(math.atan2(way.y, way.x)), Z)
        if kind == 'rolo':
            solid.tube(oval_link(length, width, wire), wire, 8, closed=True, matrix=frame @ turn(20 if k % 2 else 80, X))
        elif kind == 'grain':
            solid.ball((0, 0, 0), length / 2, (1.0, 0.42, 0.42), 12, frame @ turn(24 if k % 2 else -24, Z))
        else:
            solid.box((0, 0, 0), (length * 0.86, width, width), width * 0.22, frame @ turn(0 if k % 2 else 45, X))


def loop(rx, ry, z, wave=0.0, n=200, x=0.0, y=0.0):
    return [(x + rx * (1 + wave * math.sin(3 * 2 * math.pi * i / n)) * math.cos(2 * math.pi * i / n),
             y + ry * (1 + wave * math.cos(2 * 2 * math.pi * i / n)) * math.sin(2 * math.pi * i / n), z) for i in range(n)]


def clasp(solid, x, y, z, angle, size=0.16):
    frame = T((x, y, z)) @ turn(angle, Z)
    solid.tube([(size * 1.25 * math.cos(2 * math.pi * i / 28), size * 0.62 * math.sin(2 * math.pi * i / 28), 0) for i in range(28)], size * 0.22, 10, closed=True, matrix=frame)
    solid.ball((size * 1.15, 0, 0.02), size * 0.30, matrix=frame)


def rolo_bracelet(colour='22'):
    solid = Solid()
    chain(solid, loop(1.55, 1.15, 0.15, 0.03), ('rolo', 0.32, 0.27, 0.042))
    clasp(solid, 0.0, -1.15, 0.14, 8)
    return group(solid.build('chain', polish(colour, 0.12)))


def sisik_bracelet(colour='24'):
    """Three rows of scales that lap over one another."""
    solid, rows = Solid(), 5
    for row in range(rows):
        z = 0.13 + row * 0.145
        for k in range(46):
            a = 360 / 46 * (k + 0.5 * (row % 2))
            at = turn(a, Z) @ T((1.46 + 0.012 * (row % 2), 0, z)) @ turn(90, Y) @ turn(-14, Y)
            solid.petal(0, 0, 0, 0.27, 0.215, 0.05, 0, at, 0.9)
    body = solid.build('scales', polish(colour, 0.16))
    inner = Solid().turned([(1.40, 0.06), (1.455, 0.06), (1.455, 0.80), (1.40, 0.80)], axis=Z).build('inner', polish(colour, 0.2))
    return group(body, inner)


def curb_bracelet(colour='white'):
    solid = Solid()
    for k, (at, way) in enumerate(walk(loop(1.55, 1.1, 0.10, 0.02), 0.215)):
        frame = T(at) @ turn(math.degrees(math.atan2(way.y, way.x)), Z) @ turn(28, X)
        solid.tube(oval_link(0.40, 0.30, 0.052), 0.052, 10, closed=True, matrix=frame)
    clasp(solid, 0.0, -1.1, 0.12, 6)
    return group(solid.build('chain', polish(colour)))


def drop_path(z, width=1.35, top=1.6, foot=-1.15, n=240):
    """How a necklace lies when it is put down: wide above, closing to a point below."""
    out = []
    for i in range(n):
        a = 2 * math.pi * i / n
        s = (1 - math.sin(a)) / 2
        squeeze = 1 - 0.80 * s ** 2.2
        out.append((width * math.cos(a) * squeeze * (1 + 0.04 * math.sin(2 * a)), (top + foot) / 2 + (top - foot) / 2 * math.sin(a), z))
    return out


def necklace(kind, colour, pendant=None):
    solid = Solid()
    link = {'grain': ('grain', 0.20, 0.09, 0.03), 'box': ('box', 0.105, 0.088, 0.02), 'rolo': ('rolo', 0.155, 0.125, 0.02)}[kind]
    chain(solid, drop_path(0.06), link)
    clasp(solid, 0.22, 1.59, 0.06, -6, 0.11)
    if pendant:
        pendant(solid, 0, -1.55)
    return group(solid.build('necklace', polish(colour)))


def kawung_drop(solid, x, y, size=0.42):
    for q in range(4):
        a = math.pi / 4 + math.pi / 2 * q
        for flip in (1, -1):
            solid.petal(x + size * 0.56 * math.cos(a), y + size * 0.56 * math.sin(a), 0.09, size * 0.96, size * 0.52, 0.07 * flip, a)
    solid.ball((x, y, 0.09), size * 0.13)
    solid.tube([(x + 0.07 * math.cos(2 * math.pi * i / 20), y + size * 0.86 + 0.10 * math.sin(2 * math.pi * i / 20), 0.10) for i in range(20)], 0.024, 8, closed=True)


def disc_drop(solid, x, y, size=0.36):
    rings = [[(x + r * math.cos(2 * math.pi * i / 96), y + r * math.sin(2 * math.pi * i / 96), z) for i in range(96)]
             for r, z in ((size - 0.02, 0.03), (size, 0.05), (size, 0.10), (size - 0.02, 0.12), (size - 0.06, 0.12), (size - 0.08, 0.105), (0.1, 0.10))]
    solid.loft(rings)
    kawung(solid, x, y, 0.105, size * 0.62, 0.03)
    solid.tube([(x + 0.07 * math.cos(2 * math.pi * i / 20), y + size + 0.06 + 0.08 * math.sin(2 * math.pi * i / 20), 0.09) for i in range(20)], 0.022, 8, closed=True)


def moon_drop(solid, x, y, size=0.40):
    """A crescent whose tips a wire joins, with a grain of gold where it hangs."""
    y -= size * 0.1
    on = lambda degrees: (x + size * math.sin(math.radians(degrees)), y + size * math.cos(math.radians(degrees)), 0.10)
    solid.tube([on(55 + 250 * i / 60) for i in range(61)], [0.015 + size * 0.16 * math.sin(math.pi * i / 60) for i in range(61)], 16, flat=0.8)
    solid.tube([on(-60 + 120 * i / 30) for i in range(31)], 0.018 + 0.008 * size, 10)
    solid.ball((x, y + size, 0.10), 0.05 + 0.03 * size)
    solid.tube([(x + 0.06 * math.cos(2 * math.pi * i / 20), y + size + 0.12 + 0.09 * math.sin(2 * math.pi * i / 20), 0.08) for i in range(20)], 0.02, 8, closed=True)


def pendant(drop, colour, size=1.0):
    """A pendant alone, large, with the piece of chain that it hangs on."""
    solid = Solid()
    drop(solid, 0, 0, size)
    reach = size * 0.86
    path = [(0.06 * k * (1 + 0.02 * k), reach + 0.10 + 0.055 * abs(k) ** 1.12, 0.06) for k in range(-20, 21)]
    for k, (at, way) in enumerate(walk(path, 0.105)[: len(path) * 2]):
        if k * 0.105 > 3.6:
            break
        frame = T(at) @ turn(math.degrees(math.atan2(way.y, way.x)), Z)
        solid.tube(oval_link(0.17, 0.13, 0.021), 0.021, 8, closed=True, matrix=frame @ turn(15 if k % 2 else 75, X))
    return group(solid.build('pendant', polish(colour)))


def hoops(colour='22', wire=0.13, radius=0.92):
    out = []
    for x, y, yaw, lean in ((-0.93 * radius, 0.25, 28, 0), (0.93 * radius, -0.15, 52, 0)):
        solid = Solid()
        solid.tube([(radius * math.cos(a), 0, radius * math.sin(a)) for a in [math.radians(100 + 340 * i / 120) for i in range(121)]],
                   [wire * (0.55 + 0.45 * math.sin(math.pi * i / 120)) for i in range(121)], 20)
        solid.tube([(radius * math.cos(a), 0, radius * math.sin(a)) for a in [math.radians(78 + 24 * i / 12) for i in range(13)]], 0.032, 8)
        hoop = solid.build('hoop', polish(colour))
        hoop.matrix_world = T((x, y, radius + wire)) @ turn(yaw, Z) @ turn(lean, X)
        out.append(hoop)
    return group(*out)


def stud(colour, petals=5):
    solid = Solid()
    for k in range(petals):
        lean = turn(360 / petals * k + 18, Z) @ T((0.10, 0, 0)) @ turn(-20, Y)
        solid.petal(0.42, 0, 0, 0.80, 0.56, 0.16, 0, lean, 1.1)
    solid.ball((0, 0, 0.17), 0.15)
    solid.tube([(0, 0, 0), (0, 0, -1.1)], 0.045, 10)
    return solid.build('stud', polish(colour))


def studs(colour='18'):
    up, side = stud(colour), stud(colour)
    up.matrix_world = T((-0.95, 0.15, 0.62)) @ turn(48, X) @ turn(-8, Y)
    side.matrix_world = T((1.0, -0.1, 0.66)) @ turn(20, Z) @ turn(72, X) @ turn(40, Z)
    return group(up, side)


def drops(colour='18'):
    """Long earrings: a hook, a small ball, a drop."""
    out = []
    for x, yaw in ((-0.62, 4), (0.62, -6)):
        solid = Solid()
        solid.ball((0, -0.75, 0.19), 0.42, (0.62, 1.0, 0.45), 28)
        solid.ball((0, -0.20, 0.12), 0.13)
        solid.tube([(0, -0.32 + 0.02 * i, 0.13) for i in range(4)], 0.03, 8)
        hook = [(0, -0.06, 0.10), (0, 0.25, 0.10)] + [(0.19 - 0.19 * math.cos(a), 0.30 + 0.24 * math.sin(a), 0.10) for a in [math.pi * i / 16 for i in range(17)]] + [(0.38, 0.05, 0.09), (0.39, -0.1, 0.07)]
        solid.tube(hook, 0.034, 10)
        drop = solid.build('drop', polish(colour))
        drop.matrix_world = T((x, 0, 0)) @ turn(yaw, Z)
        out.append(drop)
    return group(*out)


def kawung_studs(colour='18'):
    out = []
    for x, y, m in ((-0.85, 0.1, turn(52, X)), (0.9, -0.1, turn(-24, Z) @ turn(60, X))):
        solid = Solid()
        for q in range(4):
            a = math.pi / 4 + math.pi / 2 * q
            for flip in (1, -1):
                solid.petal(0.36 * math.cos(a), 0.36 * math.sin(a), 0, 0.62, 0.36, 0.10 * flip, a)
        solid.ball((0, 0, 0.06), 0.10)
        solid.tube([(0, 0, 0), (0, 0, -0.9)], 0.04, 10)
        one = solid.build('stud', polish(colour))
        one.matrix_world = T((x, y, 0.58)) @ m
        out.append(one)
    return group(*out)
