"""Renders the shots that are not there yet: blender -b --python render/studio.py -- <folder> [name …]. docs/pictures.md tells more."""
import math
import os
import sys
import time

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

import bpy  # noqa: E402
import look  # noqa: E402
from develop import develop, plain  # noqa: E402
from shots import SHOTS  # noqa: E402


def render(shot, folder, quick):
    began = time.process_time(), time.monotonic()
    scene = look.fresh_scene()
    pixels = 480 if quick else min(shot['pixels'], int(os.environ.get('PIXELS', 1600)))
    scene.render.resolution_x, scene.render.resolution_y = pixels, round(pixels * shot['aspect'])
    piece = shot['build'](*shot['arguments'])
    piece.rotation_euler = (0, 0, math.radians(shot['turn']))
    raw, out = (os.path.join(folder, part, shot['name'] + '.png') for part in ('raw', 'finished'))
    samples = 10 if quick else max(shot['samples'], int(os.environ.get('SAMPLES', 0)))
    if shot.get('table'):
        look.world(0.9, 0.5, 0.2, 0.5)
        look.lights('plain', 1.3)
        look.window(shot['table']())
        look.camera(shot['view'], shot['fill'], margin=shot['margin'], focus=((0, 0, 0.2), 4.0))
        look.expose(raw, samples)
        plain(raw, out)
    else:
        look.floor()
        look.world()
        look.lights(shot['light'], shot['scale'])
        look.camera(shot['view'], shot['fill'])
        look.take(raw, samples, shot['matte'])
        develop(raw, out, pixels / 200, shot['matte'])
    print(f"SHOT {shot['name']} {time.process_time() - began[0]:.1f} s of work in {time.monotonic() - began[1]:.1f} s", flush=True)


def main():
    folder, *names = sys.argv[sys.argv.index('--') + 1:]
    left = int(os.environ.get('AT_MOST', 1000))
    quick = 'quick' in names
    names = [name for name in names if name != 'quick']
    for part in ('raw', 'finished'):
        os.makedirs(os.path.join(folder, part), exist_ok=True)
    order = {name: place for place, name in enumerate(names)}
    for shot in sorted(SHOTS, key=lambda shot: order.get(shot['name'], 0)):
        done = os.path.exists(os.path.join(folder, 'finished', shot['name'] + '.png'))
        if left > 0 and ((shot['name'] in names and (quick or not done)) or (not names and not done)):
            left -= 1
            render(shot, folder, quick)


main()
