"""Meshes that everything in the studio is made of. 1 unit = 1 cm; a piece lies on z = 0 with its face up."""
import math
import os

import bmesh
import bpy
from mathutils import Matrix, Vector

FONTS = {
    'sans': 'opentype/linux-libertine/LinBiolinum_RB.otf',
    'serif': 'opentype/linux-libertine/LinLibertine_RZ.otf',
    'black': 'truetype/lato/Lato-Black.ttf',
    'lato': 'truetype/lato/Lato-Semibold.ttf',
    'didot': 'opentype/didot/GFSDidotBold.otf',
    'garamond': 'opentype/ebgaramond/EBGaramond12-Bold.otf',
    'signs': 'truetype/ancient-scripts/Symbola_hint.ttf',
    'han': 'opentype/noto/NotoSerifCJK-Bold.ttc',
}


def font(name):
    """A face of the Debian packages that docs/pictures.md lists; only static ones, for outlines of variable ones overlap."""
    path = os.path.join('/usr/share/fonts', FONTS[name])
    return bpy.data.fonts.get(os.path.basename(path)) or bpy.data.fonts.load(path, check_existing=True)


class Solid:
    """Collects closed surfaces into one mesh."""

    def __init__(self):
        self.points, self.faces = [], []

    def loft(self, rings, matrix=None, closed=False):
        """A skin over rings of equally many points, with its two ends filled unless it closes on itself."""
        first, size = len(self.points), len(rings[0])
        for ring in rings:
            self.points += [matrix @ Vector(p) if matrix else Vector(p) for p in ring]
        pairs = list(zip(range(len(rings)), range(1, len(rings)))) + ([(len(rings) - 1, 0)] if closed else [])
        for a, b in pairs:
            for i in range(size):
                j = (i + 1) % size
                self.faces.append([first + a * size + i, first + a * size + j, first + b * size + j, first + b * size + i])
        if not closed:
            self.faces.append([first + i for i in reversed(range(size))])
            self.faces.append([first + (len(rings) - 1) * size + i for i in range(size)])
        return self

    def petal(self, x, y, z, length, width, height, angle=0.0, matrix=None, point=1.25):
        """A lens with a domed back; `point` over 1 sharpens its two ends."""
        rings, n = [], 36
        ca, sa = math.cos(angle), math.sin(angle)
        for s, up in ((1, 0), (0.97, 0.35), (0.88, 0.68), (0.70, 0.9), (0.42, 1.0), (0.12, 1.03)):
            ring = []
            for i in range(n):
                a = 2 * math.pi * i / n
                px, py = length / 2 * math.cos(a) * s, width / 2 * math.copysign(abs(math.sin(a)) ** point, math.sin(a)) * s
                ring.append((x + px * ca - py * sa, y + px * sa + py * ca, z + height * up))
            rings.append(ring)
        return self.loft(rings, matrix)

    def dome(self, x, y, z, radius, height, matrix=None):
        return self.petal(x, y, z, 2 * radius, 2 * radius, height, 0, matrix, 1.0)

    def ball(self, centre, radius, stretch=(1, 1, 1), n=16, matrix=None):
        rings = []
        for k in range(1, n // 2 + 4):
            a = math.pi * k / (n // 2 + 4)
            rings.append([(centre[0] + stretch[0] * radius * math.sin(a) * math.cos(2 * math.pi * i / n),
                           centre[1] + stretch[1] * radius * math.sin(a) * math.sin(2 * math.pi * i / n),
                           centre[2] - stretch[2] * radius * math.cos(a)) for i in range(n)])
        return self.loft(rings, matrix)

    def tube(self, path, radius, n=12, closed=False, flat=1.0, matrix=None):
        """A round wire along a path; `radius` may be one number a point, `flat` presses it along z."""
        path = [Vector(p) for p in path]
        radii = radius if isinstance(radius, list) else [radius] * len(path)
        side, rings = None, []
        for i, p in enumerate(path):
            ahead = path[(i + 1) % len(path)] if closed or i + 1 < len(path) else p
            behind = path[i - 1] if closed or i > 0 else p
            t = (ahead - behind).normalized()
            if side is None:
                side = t.cross(Vector((0, 0, 1)))
                side = side.normalized() if side.length > 0.01 else Vector((1, 0, 0))
            side = (side - t * side.dot(t)).normalized()
            up = side.cross(t)
            ring = []
            for k in range(n):
                a = 2 * math.pi * k / n
                off = side * (radii[i] * math.cos(a)) + up * (radii[i] * math.sin(a))
                ring.append(p + Vector((off.x, off.y, off.z * flat)))
            rings.append(ring)
        return self.loft(rings, matrix, closed)

    def turned(self, profile, n=256, axis='Z', bend=None, matrix=None):
        """A closed profile of (radius, height) turned round an axis; `bend(angle)` may give another one a place."""
        rings = []
        for k in range(n):
            a = 2 * math.pi * k / n
            ring = []
            for r, h in (bend(a) if bend else profile):
                ring.append((r * math.cos(a), r * math.sin(a), h) if axis == 'Z' else (r * math.cos(a), h, r * math.sin(a)))
            rings.append(ring)
        return self.loft(rings, matrix, closed=True)

    def box(self, centre, size, edge=0.02, matrix=None):
        """A block whose upper and lower edges are rounded off."""
        (x, y, z), (w, d, h) = centre, size
        move = Matrix.Translation((x, y, z - h / 2))
        rings = [rounded(w - 2 * i, d - 2 * i, edge * 1.2 - i * 0.6, up) for i, up in
                 ((edge * 0.7, 0), (edge * 0.2, edge * 0.25), (0, edge), (0, h - edge), (edge * 0.2, h - edge * 0.25), (edge * 0.7, h))]
        return self.loft(rings, matrix @ move if matrix else move)

    def build(self, name, material, parent=None, angle=34):
        mesh = bpy.data.meshes.new(name)
        mesh.from_pydata([tuple(p) for p in self.points], [], self.faces)
        bm = bmesh.new()
        bm.from_mesh(mesh)
        bmesh.ops.recalc_face_normals(bm, faces=bm.faces)
        bm.to_mesh(mesh)
        bm.free()
        return placed(mesh, name, material, parent, angle)


def placed(mesh, name, material, parent=None, angle=34):
    for face in mesh.polygons:
        face.use_smooth = True
    mesh.use_auto_smooth = True
    mesh.auto_smooth_angle = math.radians(angle)
    mesh.materials.clear()
    mesh.materials.append(material)
    thing = bpy.data.objects.new(name, mesh)
    bpy.context.scene.collection.objects.link(thing)
    thing.parent = parent
    return thing


def group(*things):
    """An empty that carries things, to turn and move them together."""
    empty = bpy.data.objects.new('group', None)
    bpy.context.scene.collection.objects.link(empty)
    for thing in things:
        thing.parent = empty
    return empty


def rounded(width, height, radius, z, n=10):
    """The outline of a rectangle with round corners."""
    points, radius = [], max(radius, 0.001)
    for cx, cy, start in ((1, 1, 0), (-1, 1, 90), (-1, -1, 180), (1, -1, 270)):
        for i in range(n + 1):
            a = math.radians(start + 90 * i / n)
            points.append((cx * (width / 2 - radius) + radius * math.cos(a), cy * (height / 2 - radius) + radius * math.sin(a), z))
    return points


def text(words, x, y, z, size, face, material, parent=None, rise=0.010, track=1.0, align='CENTER', turn=0.0, outline=False):
    """Raised letters. `outline` keeps only the outer edge of a sign: its silhouette."""
    curve = bpy.data.curves.new('text', 'FONT')
    curve.body, curve.size, curve.font, curve.space_character = words, size, font(face), track
    curve.extrude, curve.resolution_u, curve.align_x, curve.align_y = rise * 1.5, 10, align, 'CENTER'
    thing = bpy.data.objects.new('text', curve)
    bpy.context.scene.collection.objects.link(thing)
    if outline:
        mesh = silhouette(thing, rise)
    else:
        mesh = bpy.data.meshes.new_from_object(thing.evaluated_get(bpy.context.evaluated_depsgraph_get()))
    bpy.data.objects.remove(thing)
    bm = bmesh.new()
    bm.from_mesh(mesh)
    bmesh.ops.remove_doubles(bm, verts=bm.verts, dist=0.0002)
    bmesh.ops.recalc_face_normals(bm, faces=bm.faces)
    bm.to_mesh(mesh)
    bm.free()
    letters = placed(mesh, 'text', material, parent, 30)
    letters.location, letters.rotation_euler = (x, y, z), (0, 0, turn)
    return letters


def silhouette(thing, rise):
    bpy.ops.object.select_all(action='DESELECT')
    thing.select_set(True)
    bpy.context.view_layer.objects.active = thing
    bpy.ops.object.convert(target='CURVE')
    curve = thing.data

    def area(spline):
        points = [p.co for p in (spline.bezier_points or spline.points)]
        return abs(sum(a.x * b.y - b.x * a.y for a, b in zip(points, points[1:] + points[:1])))

    widest = max(curve.splines, key=area)
    for spline in [s for s in curve.splines if s != widest]:
        curve.splines.remove(spline)
    curve.dimensions, curve.fill_mode, curve.extrude, curve.bevel_depth, curve.bevel_resolution = '2D', 'BOTH', rise, rise * 0.8, 2
    curve.offset = -rise * 0.8
    return bpy.data.meshes.new_from_object(thing.evaluated_get(bpy.context.evaluated_depsgraph_get()))


WIDTHS = {'I': 0.5, ' ': 0.55, '.': 0.45, '1': 0.75, 'M': 1.25, 'W': 1.3, '·': 0.5, 'J': 0.6, 'L': 0.85, 'E': 0.85}


def arc_text(words, radius, middle, z, size, face, material, parent, outward=True, rise=0.010):
    """Letters round a coin, readable from its middle (above) or from outside (below)."""
    step = size * 0.86 / radius
    place = -sum(WIDTHS.get(letter, 1.0) for letter in words) / 2
    for letter in words:
        width = WIDTHS.get(letter, 1.0)
        a = middle + (-1 if outward else 1) * (place + width / 2) * step
        place += width
        if letter != ' ':
            text(letter, radius * math.cos(a), radius * math.sin(a), z, size, face, material, parent, rise,
                 turn=a - math.pi / 2 if outward else a + math.pi / 2)
