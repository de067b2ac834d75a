"""How a jewel is shown besides its front: its stamp from near, its size beside a ruler, and the box that it comes in."""
import math

from mathutils import Matrix, Vector

from bars import kawung
from jewels import T, X, Z, chain, oval_link, polish, turn
from look import metal, paper, wood
from props import INK, at
from shapes import Solid, group, rounded, text

STAMP = {'24': '999.9', '22': '916', '18': '750', 'white': '750', 'rose': '750'}
DARK = {'24': (0.42, 0.19, 0.03), '22': (0.42, 0.20, 0.05), '18': (0.40, 0.23, 0.09), 'rose': (0.38, 0.16, 0.10), 'white': (0.26, 0.24, 0.22)}


def punched(colour):
    return metal(0.45, DARK[colour])


def stamped_ring(colour):
    """A ring that lies, seen so that the stamp inside it can be read."""
    inner, width = 0.95, 0.56
    solid = Solid().turned([(inner, 0.03), (inner + 0.03, 0.0), (inner + 0.13, 0.04), (inner + 0.16, width / 2), (inner + 0.13, width - 0.04),
                            (inner + 0.03, width), (inner, width - 0.03)], 256)
    ring = solid.build('ring', polish(colour, 0.22))
    words, size = f'{STAMP[colour]}', 0.30
    step = size * 0.62 / inner
    for k, letter in enumerate(words):
        a = math.pi / 2 + 0.06 - (k - (len(words) - 1) / 2) * step * 0.92
        place = Vector((inner * math.cos(a), inner * math.sin(a), width / 2))
        one = text(letter, 0, 0, 0, size, 'lato', punched(colour), ring, 0.004)
        one.matrix_local = Matrix.Translation(place) @ Matrix(((math.sin(a), 0, -math.cos(a), 0), (-math.cos(a), 0, -math.sin(a), 0), (0, 1, 0, 0), (0, 0, 0, 1)))
    return group(ring)


def stamped_tag(colour):
    """The small plate beside the clasp, with a stretch of chain at either end."""
    plate = Solid().loft([rounded(w, h, h / 2 - 0.01, z, 16) for w, h, z in ((1.44, 0.70, 0.0), (1.5, 0.76, 0.03), (1.5, 0.76, 0.09), (1.44, 0.70, 0.12))]).build('plate', polish(colour, 0.24))
    text(STAMP[colour], 0, 0, 0.12, 0.36, 'lato', punched(colour), plate, 0.003)
    solid = Solid()
    for side in (-1, 1):
        for k in range(5):
            x = side * (0.86 + 0.235 * k)
            y = -0.035 * k * k * (1 if side > 0 else 0.6)
            yaw = -math.degrees(math.atan(0.07 * k / 0.235)) * (1 if side > 0 else -0.6)
            solid.tube(oval_link(0.34, 0.25, 0.04, 28), 0.04, 12, closed=True, matrix=T((x, y, 0.10)) @ turn(yaw, Z) @ turn(12 if k % 2 else 78, X))
    return group(plate, solid.build('chain', polish(colour)))


def ruler(centimetres):
    """A flat rule of pale wood, in millimetres."""
    w = centimetres + 0.6
    board = Solid().box((0, 0, 0.07), (w, 1.15, 0.14), 0.03).build('rule', wood((0.52, 0.36, 0.20), (0.80, 0.63, 0.42), 0.6, 0.6))
    marks, ink = Solid(), paper(INK, 0.6, name='ink')
    for k in range(centimetres * 10 + 1):
        long = 0.36 if k % 10 == 0 else 0.26 if k % 5 == 0 else 0.17
        marks.box((-centimetres / 2 + k / 10, 0.555 - long / 2, 0.1405), (0.014 if k % 10 else 0.02, long, 0.002), 0.0003)
    marks.build('marks', ink, board)
    for k in range(centimetres + 1):
        text(str(k), -centimetres / 2 + k, -0.05, 0.141, 0.30, 'lato', ink, board, 0.0006)
    text('cm', -centimetres / 2 + 0.5, -0.38, 0.141, 0.20, 'lato', ink, board, 0.0006)
    return board


def measured(build, size, centimetres, back):
    """A jewel as large as it is, behind a rule: `size` from what it was built in to centimetres, `back` how far behind it lies."""
    return group(at(build(), 0, back, 0, 0, 0, size), at(ruler(centimetres), 0, -0.75))


def coiled(kind, colour):
    """A chain of 45 cm as it is laid down, in three turns over one another."""
    link = {'grain': ('grain', 0.20, 0.09, 0.03), 'box': ('box', 0.12, 0.10, 0.02)}[kind]
    path = []
    for i in range(720):
        a = 6 * math.pi * i / 720
        r = 2.55 + 0.36 * math.cos(a / 3)
        path.append((r * math.cos(a), 0.8 * r * math.sin(a), 0.07 + 0.055 * (1 + math.sin(a / 3))))
    solid = Solid()
    chain(solid, path, link)
    return group(solid.build('chain', polish(colour)))


def closed_box(w=4.6, d=4.6, h=1.5):
    """What a jewel comes in: a box of dark wood with a kawung let into its lid."""
    teak, brass = wood((0.07, 0.034, 0.018), (0.22, 0.115, 0.058)), metal(0.25, '22')
    body = Solid().box((0, 0, h / 2), (w, d, h), 0.05).build('body', teak)
    lid = Solid().box((0, 0, h + 0.28), (w + 0.06, d + 0.06, 0.50), 0.07).build('lid', teak)
    kawung(Solid(), 0, 0, h + 0.53, 0.85, 0.03).build('sign', brass, lid)
    Solid().box((0, -d / 2 - 0.02, h), (0.5, 0.06, 0.34), 0.02).build('lock', brass, body)
    return group(body, lid)
