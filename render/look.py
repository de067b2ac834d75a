"""The studio itself: metals and papers, light, floor, camera, and the two passes of a picture."""
import math

import bpy
from bpy_extras.object_utils import world_to_camera_view
from mathutils import Quaternion, Vector

GOLDS = {
    '24': (1.0, 0.565, 0.145), '22': (0.99, 0.575, 0.19), '18': (0.97, 0.62, 0.29),
    'rose': (0.94, 0.50, 0.355), 'white': (0.80, 0.765, 0.715), 'steel': (0.55, 0.56, 0.57), 'copper': (0.80, 0.62, 0.42),
}
RELIEF = (0.90, 0.465, 0.10)
SHADOW = 200  # how many pixels wide the pass of the shadow is: it is soft


def metal(rough, colour='24', bump=0.0, scale=40.0, brushed=False):
    base = GOLDS[colour] if isinstance(colour, str) else colour
    key = f'metal {base} {rough} {bump} {scale} {brushed}'
    if key in bpy.data.materials:
        return bpy.data.materials[key]
    material, nodes, links, shader = fresh(key)
    shader.inputs['Base Color'].default_value = (*base, 1)
    shader.inputs['Metallic'].default_value, shader.inputs['Roughness'].default_value = 1, rough
    if bump > 0:
        noise = nodes.new('ShaderNodeTexNoise')
        noise.inputs['Scale'].default_value, noise.inputs['Detail'].default_value = scale, 5
        place = nodes.new('ShaderNodeMapping')
        place.inputs['Scale'].default_value = (1, 40, 1) if brushed else (1, 1, 1)
        links.new(nodes.new('ShaderNodeTexCoord').outputs['Object'], place.inputs['Vector'])
        links.new(place.outputs['Vector'], noise.inputs['Vector'])
        bumped(nodes, links, shader, noise.outputs['Fac'], bump, 0.05)
    return material


def paper(colour, rough=0.85, grain=0.0, scale=60.0, name='paper', glow=0.0):
    """Anything that is not metal: card, cloth, plastic, ink."""
    key = f'{name} {colour} {rough} {grain} {scale}'
    if key in bpy.data.materials:
        return bpy.data.materials[key]
    material, nodes, links, shader = fresh(key)
    shader.inputs['Base Color'].default_value = (*colour, 1)
    shader.inputs['Roughness'].default_value, shader.inputs['Specular'].default_value = rough, 0.35
    shader.inputs['Emission'].default_value, shader.inputs['Emission Strength'].default_value = (*colour, 1), glow
    if grain > 0:
        noise = nodes.new('ShaderNodeTexNoise')
        noise.inputs['Scale'].default_value, noise.inputs['Detail'].default_value = scale, 8
        links.new(nodes.new('ShaderNodeTexCoord').outputs['Object'], noise.inputs['Vector'])
        bumped(nodes, links, shader, noise.outputs['Fac'], grain, 0.03)
    return material


def wood(dark, light, scale=1.0, rough=0.45):
    key = f'wood {dark} {light} {scale} {rough}'
    if key in bpy.data.materials:
        return bpy.data.materials[key]
    material, nodes, links, shader = fresh(key)
    place = nodes.new('ShaderNodeMapping')
    place.inputs['Scale'].default_value = (0.22 * scale, 2.6 * scale, 2.6 * scale)
    links.new(nodes.new('ShaderNodeTexCoord').outputs['Object'], place.inputs['Vector'])
    grain, fine = nodes.new('ShaderNodeTexNoise'), nodes.new('ShaderNodeTexNoise')
    for node, size, detail, twist in ((grain, 1.6, 4, 1.6), (fine, 16, 8, 0.2)):
        node.inputs['Scale'].default_value, node.inputs['Detail'].default_value = size, detail
        node.inputs['Distortion'].default_value = twist
        links.new(place.outputs['Vector'], node.inputs['Vector'])
    mix = nodes.new('ShaderNodeMath')
    mix.operation = 'MULTIPLY_ADD'
    mix.inputs[1].default_value = 0.45
    links.new(fine.outputs['Fac'], mix.inputs[0])
    links.new(grain.outputs['Fac'], mix.inputs[2])
    ramp = nodes.new('ShaderNodeValToRGB')
    ramp.color_ramp.elements[0].position, ramp.color_ramp.elements[0].color = 0.42, (*dark, 1)
    ramp.color_ramp.elements[1].position, ramp.color_ramp.elements[1].color = 0.92, (*light, 1)
    links.new(mix.outputs[0], ramp.inputs[0])
    links.new(ramp.outputs[0], shader.inputs['Base Color'])
    shader.inputs['Roughness'].default_value = rough
    bumped(nodes, links, shader, fine.outputs['Fac'], 0.10, 0.02)
    return material


def weave(colour, scale=9.0, strength=0.35):
    """Linen: threads over and under one another."""
    key = f'weave {colour} {scale} {strength}'
    if key in bpy.data.materials:
        return bpy.data.materials[key]
    material, nodes, links, shader = fresh(key)
    where = nodes.new('ShaderNodeTexCoord').outputs['Object']
    waves = []
    for direction in ('X', 'Y'):
        wave = nodes.new('ShaderNodeTexWave')
        wave.bands_direction = direction
        wave.inputs['Scale'].default_value, wave.inputs['Distortion'].default_value = scale, 1.2
        wave.inputs['Detail'].default_value, wave.inputs['Detail Scale'].default_value = 2.0, 1.5
        links.new(where, wave.inputs['Vector'])
        waves.append(wave.outputs['Fac'])
    both = nodes.new('ShaderNodeMath')
    both.operation = 'MAXIMUM'
    links.new(waves[0], both.inputs[0])
    links.new(waves[1], both.inputs[1])
    ramp = nodes.new('ShaderNodeValToRGB')
    ramp.color_ramp.elements[0].color = (*[c * 0.72 for c in colour], 1)
    ramp.color_ramp.elements[1].color = (*colour, 1)
    links.new(both.outputs[0], ramp.inputs[0])
    links.new(ramp.outputs[0], shader.inputs['Base Color'])
    shader.inputs['Roughness'].default_value, shader.inputs['Specular'].default_value = 0.95, 0.1
    bumped(nodes, links, shader, both.outputs[0], strength, 0.05)
    return material


def clear():
    """A blister: seen through, with a little shine of its own. Real refraction would only add noise."""
    if 'clear' in bpy.data.materials:
        return bpy.data.materials['clear']
    material, nodes, links, shader = fresh('clear')
    nodes.remove(shader)
    through, shine, mix = nodes.new('ShaderNodeBsdfTransparent'), nodes.new('ShaderNodeBsdfGlossy'), nodes.new('ShaderNodeMixShader')
    edge = nodes.new('ShaderNodeFresnel')
    edge.inputs['IOR'].default_value = 1.30
    shine.inputs['Roughness'].default_value = 0.06
    links.new(edge.outputs[0], mix.inputs[0])
    links.new(through.outputs[0], mix.inputs[1])
    links.new(shine.outputs[0], mix.inputs[2])
    links.new(mix.outputs[0], nodes['Material Output'].inputs['Surface'])
    return material


def fresh(name):
    material = bpy.data.materials.new(name)
    material.use_nodes = True
    tree = material.node_tree
    return material, tree.nodes, tree.links, tree.nodes['Principled BSDF']


def bumped(nodes, links, shader, height, strength, distance):
    bump = nodes.new('ShaderNodeBump')
    bump.inputs['Strength'].default_value, bump.inputs['Distance'].default_value = strength, distance
    links.new(height, bump.inputs['Height'])
    links.new(bump.outputs['Normal'], shader.inputs['Normal'])


def card(place, target, width, height, strength, ramp, roll=0, colour=(1, 0.965, 0.91)):
    """A lamp: a glowing board that metal reflects but the camera does not see."""
    bpy.ops.mesh.primitive_plane_add(size=1, location=place)
    board = bpy.context.object
    board.scale = (width, height, 1)
    look = (Vector(target) - Vector(place)).to_track_quat('Z', 'Y')
    board.rotation_euler = (look @ Quaternion((0, 0, 1), math.radians(roll))).to_euler()
    material = bpy.data.materials.new('card')
    material.use_nodes = True
    nodes, links = material.node_tree.nodes, material.node_tree.links
    nodes.clear()
    glow, out = nodes.new('ShaderNodeEmission'), nodes.new('ShaderNodeOutputMaterial')
    glow.inputs['Color'].default_value = (*colour, 1)
    links.new(glow.outputs[0], out.inputs['Surface'])
    across = nodes.new('ShaderNodeSeparateXYZ')
    links.new(nodes.new('ShaderNodeTexCoord').outputs['UV'], across.inputs[0])
    shade = nodes.new('ShaderNodeValToRGB')
    shade.color_ramp.interpolation = 'EASE'
    ends = shade.color_ramp.elements
    for end, (at, light) in zip((ends[0], ends[1]), (ramp[0], ramp[-1])):
        end.position, end.color = at, (light, light, light, 1)
    for at, light in ramp[1:-1]:
        ends.new(at).color = (light, light, light, 1)
    links.new(across.outputs['X'], shade.inputs[0])
    times = nodes.new('ShaderNodeMath')
    times.operation, times.inputs[1].default_value = 'MULTIPLY', strength
    links.new(shade.outputs[0], times.inputs[0])
    links.new(times.outputs[0], glow.inputs['Strength'])
    board.data.materials.append(material)
    board.visible_camera = False
    board['lamp'] = True
    return board


def world(top=0.9, middle=0.42, low=0.10, strength=0.55):
    scene = bpy.context.scene
    scene.world = bpy.data.worlds.new('world')
    scene.world.use_nodes = True
    nodes, links = scene.world.node_tree.nodes, scene.world.node_tree.links
    up = nodes.new('ShaderNodeSeparateXYZ')
    links.new(nodes.new('ShaderNodeTexCoord').outputs['Generated'], up.inputs[0])
    ramp = nodes.new('ShaderNodeValToRGB')
    ends = ramp.color_ramp.elements
    ends[0].color, ends[1].color = (low, low * 0.96, low * 0.9, 1), (top, top * 0.975, top * 0.94, 1)
    ends.new(0.38).color = (middle, middle * 0.965, middle * 0.91, 1)
    links.new(up.outputs['Z'], ramp.inputs[0])
    links.new(ramp.outputs[0], nodes['Background'].inputs[0])
    nodes['Background'].inputs[1].default_value = strength


def lights(kind, s=1.0):
    """The one set of lamps. Behind minted bars the board is rolled, for light to run diagonally over the face."""
    if kind == 'bar':
        card((2.0 * s, 6.5 * s, 4.9 * s), (0, 0, 0), 9 * s, 9 * s, 2.3, [(0, 0.02), (0.34, 0.10), (0.50, 1), (0.60, 0.62), (1, 0.06)], 40)
    else:
        card((-0.5 * s, 6.5 * s, 4.6 * s), (0, 0, 0), 9 * s, 5.5 * s, 1.9, [(0, 0.02), (0.28, 0.16), (0.52, 1), (0.70, 0.42), (1, 0.05)])
    even = [(0, 0.4), (0.5, 1), (1, 0.4)]
    card((-5.5 * s, -0.5 * s, 4.5 * s), (0, 0, 0), 4 * s, 5 * s, 3.0, even)
    card((4.8 * s, -2.2 * s, 1.8 * s), (0, 0, 0.2 * s), 0.9 * s, 5 * s, 4.0, [(0, 0.3), (0.5, 1), (1, 0.3)])
    card((0, 0, 9 * s), (0, 0, 0), 4 * s, 4 * s, 1.3, [(0, 0.6), (0.5, 1), (1, 0.6)])


def floor():
    bpy.ops.mesh.primitive_plane_add(size=60)
    ground = bpy.context.object
    ground.name = 'floor'
    ground.data.materials.append(paper((0.80, 0.76, 0.70), 0.9, name='floor'))
    return ground


def lit_floor(dark=0.30, bright=0.56):
    """What metal sees of the floor: its light as measured, dimmer below the piece. Glowing costs no second bounce, so no noise."""
    material, nodes, links, shader = fresh('lit floor')
    nodes.remove(shader)
    far, ramp, glow = nodes.new('ShaderNodeVectorMath'), nodes.new('ShaderNodeMapRange'), nodes.new('ShaderNodeEmission')
    far.operation = 'LENGTH'
    links.new(nodes.new('ShaderNodeTexCoord').outputs['Object'], far.inputs[0])
    ramp.inputs['From Min'].default_value, ramp.inputs['From Max'].default_value = 0.6, 3.6
    ramp.inputs['To Min'].default_value, ramp.inputs['To Max'].default_value = dark, bright
    links.new(far.outputs['Value'], ramp.inputs['Value'])
    links.new(ramp.outputs[0], glow.inputs['Strength'])
    glow.inputs['Color'].default_value = (1, 0.945, 0.87, 1)
    links.new(glow.outputs[0], nodes['Material Output'].inputs['Surface'])
    material.cycles.sample_as_light = False
    return material


def fresh_scene(seed=0):
    bpy.ops.wm.read_factory_settings(use_empty=True)
    scene = bpy.context.scene
    scene.render.engine = 'CYCLES'
    cycles = scene.cycles
    cycles.device, cycles.use_denoising, cycles.seed = 'CPU', False, seed
    cycles.use_adaptive_sampling, cycles.adaptive_threshold = True, 0.012
    cycles.max_bounces, cycles.diffuse_bounces, cycles.glossy_bounces = 4, 2, 4
    cycles.caustics_reflective = cycles.caustics_refractive = False
    cycles.sample_clamp_indirect, cycles.blur_glossy = 3, 0.8
    scene.render.film_transparent = True
    scene.render.image_settings.file_format, scene.render.image_settings.color_mode = 'PNG', 'RGBA'
    scene.render.image_settings.color_depth, scene.render.image_settings.compression = '16', 0
    scene.view_settings.view_transform, scene.view_settings.look = 'Filmic', 'High Contrast'
    scene.view_settings.exposure = 0.10
    scene.render.threads_mode, scene.render.threads = 'FIXED', 2
    return scene


VIEWS = {
    'front': (0.3, -7.6, 6.6), 'edge': (0.2, -8.3, 4.1), 'top': (0, -2.6, 9.8), 'stand': (0.2, -8.4, 3.7),
    'low': (0.2, -9.0, 2.6), 'lay': (0.2, -6.4, 7.4), 'close': (0.3, -6.2, 5.0),
}


def camera(view, fill, target=(0, 0, 0.1), margin=(0, 0), focus=None):
    """Looks at everything that is not a lamp or the floor, so that it fills `fill` of the frame, in its middle."""
    scene = bpy.context.scene
    place = Vector(VIEWS[view]) if isinstance(view, str) else Vector(view)
    eye = bpy.data.objects.new('eye', bpy.data.cameras.new('eye'))
    scene.collection.objects.link(eye)
    scene.camera, eye.location = eye, place
    eye.rotation_euler = (Vector(target) - place).to_track_quat('-Z', 'Y').to_euler()
    eye.data.lens = 85
    bpy.context.view_layer.update()
    xs, ys = [], []
    for thing in things():
        for vertex in thing.data.vertices:
            at = world_to_camera_view(scene, eye, thing.matrix_world @ vertex.co)
            xs.append(at.x)
            ys.append(at.y)
    long = max(scene.render.resolution_x, scene.render.resolution_y)
    wide, high = scene.render.resolution_x / long, scene.render.resolution_y / long
    width, height = (max(xs) - min(xs)) * wide, (max(ys) - min(ys)) * high
    zoom = min(fill * wide / width, fill * high / height)
    eye.data.lens *= zoom
    eye.data.shift_x = ((max(xs) + min(xs)) / 2 - 0.5) * wide * zoom + margin[0]
    eye.data.shift_y = ((max(ys) + min(ys)) / 2 - 0.5) * high * zoom + margin[1]
    if focus:
        eye.data.dof.use_dof, eye.data.dof.aperture_fstop = True, focus[1]
        eye.data.dof.focus_distance = (Vector(focus[0]) - place).length
    return eye


def things():
    return [o for o in bpy.context.scene.objects if o.type == 'MESH' and 'lamp' not in o and o.name != 'floor' and 'ground' not in o]


def window(ground):
    """Morning light through a window with bars, on a table that is part of the picture."""
    bpy.ops.mesh.primitive_plane_add(size=40)
    table = bpy.context.object
    table['ground'] = True
    table.data.materials.append(ground)
    sun = bpy.data.objects.new('sun', bpy.data.lights.new('sun', 'SUN'))
    sun.data.energy, sun.data.angle, sun.data.color = 4.2, math.radians(1.6), (1, 0.93, 0.82)
    sun.rotation_euler = Vector((7.5, -3.2, -6.0)).to_track_quat('-Z', 'Y').to_euler()
    bpy.context.scene.collection.objects.link(sun)
    frame = bpy.data.materials.new('frame of the window')
    posts = [((0.05, wide, 14), (-9, 4.0 + off, 4)) for off, wide in ((-3.4, 2.6), (0.55, 0.30), (4.6, 2.6))]
    for scale, place in [*posts, ((0.05, 20, 0.30), (-9, 4, 6.3)), ((0.05, 20, 3.0), (-9, 4, 15.6))]:
        bpy.ops.mesh.primitive_cube_add(size=1)
        board = bpy.context.object
        board.scale, board.location, board.visible_camera, board.visible_glossy = scale, place, False, False
        board.data.materials.append(frame)
        board['lamp'] = True


def expose(path, samples):
    """One pass of a whole scene, table included."""
    scene = bpy.context.scene
    scene.render.film_transparent = False
    sampled(True)
    scene.cycles.samples = samples
    scene.render.filepath = path
    bpy.ops.render.render(write_still=True)


def sampled(yes):
    """Metal finds the lamps by its own reflections, with less noise and half the work; only a shadow has to look for them."""
    for material in bpy.data.materials:
        if material.name.startswith('card'):
            material.cycles.sample_as_light = yes
    bpy.context.scene.world.cycles.sampling_method = 'NONE'


def take(path, samples, matte=False):
    """Two passes: the piece alone, lit by a floor that the camera does not see; then only its shadow, small."""
    scene = bpy.context.scene
    ground = bpy.data.objects['floor']
    ground.visible_camera = False
    matt = ground.data.materials[0]
    ground.data.materials[0] = lit_floor()
    sampled(matte)
    scene.cycles.samples = samples
    scene.render.filepath = path
    bpy.ops.render.render(write_still=True)
    ground.data.materials[0] = matt
    sampled(True)
    ground.visible_camera, ground.is_shadow_catcher = True, True
    for thing in things():
        thing.visible_camera = False
    scene.render.resolution_percentage = round(100 * SHADOW / scene.render.resolution_x)
    scene.cycles.samples = 16
    scene.render.filepath = path.replace('.png', '.shadow.png')
    bpy.ops.render.render(write_still=True)
