"""
From two passes to one picture: noise out, shadow softened and tinted, the piece laid over it.

The studio calls it. By itself it develops anew what has been rendered: /usr/bin/python3 render/develop.py <folder> [fine] [name …]
"""
import os
import sys

import cv2
import numpy as np

SHADOW = (46, 30, 8)
FAST = [cv2.IMWRITE_PNG_COMPRESSION, 1]


def develop(raw, out, strength=8.0, fine=False):
    """`fine` is for print on paper: it leaves the dots and dashes that are a pixel high."""
    beauty = cv2.imread(raw, cv2.IMREAD_UNCHANGED).astype(np.float32) / 65535
    shade = cv2.imread(raw.replace('.png', '.shadow.png'), cv2.IMREAD_UNCHANGED).astype(np.float32) / 65535
    height, width = beauty.shape[:2]
    alpha = beauty[..., 3:]
    colour = beauty[..., :3].copy()
    rows, columns = (np.flatnonzero(alpha[..., 0].any(axis=side)) for side in (1, 0))
    piece = np.s_[rows[0]:rows[-1] + 1, columns[0]:columns[-1] + 1]
    colour[piece] = quiet(colour[piece], 3.0 if fine else strength, fine)
    soft = cv2.resize(cv2.GaussianBlur((shade[..., 3] - 0.014).clip(0) * 1.04, (0, 0), 2.4), (width, height), interpolation=cv2.INTER_CUBIC).clip(0, 1)
    soft = faded(soft, alpha[..., 0])[..., None]
    whole = alpha + soft * (1 - alpha)
    tint = np.array(SHADOW[::-1], np.float32) / 255
    mixed = (colour * alpha + tint * soft * (1 - alpha)) / np.maximum(whole, 1e-4)
    cv2.imwrite(out, (np.dstack([mixed, whole]).clip(0, 1) * 255 + 0.5).astype(np.uint8), FAST)


def plain(raw, out, strength=7.0):
    """A whole scene only loses its noise."""
    picture = cv2.imread(raw, cv2.IMREAD_UNCHANGED).astype(np.float32)[..., :3] / 65535
    cv2.imwrite(out, (quiet(picture, strength).clip(0, 1) * 255 + 0.5).astype(np.uint8))


def quiet(colour, strength, fine=False):
    """Few rays leave single bright points, which a median takes; non-local means find the rest. Where edges are strong (letters) less is taken."""
    plain = (colour.clip(0, 1) * 255).astype(np.uint8)
    calm = plain if fine else cv2.medianBlur(plain, 3)
    smooth = cv2.fastNlMeansDenoisingColored(calm, None, strength, strength, 5, 13).astype(np.float32) / 255
    grey = cv2.cvtColor(smooth, cv2.COLOR_BGR2GRAY)
    edge = cv2.GaussianBlur(np.hypot(cv2.Sobel(grey, cv2.CV_32F, 1, 0), cv2.Sobel(grey, cv2.CV_32F, 0, 1)), (0, 0), 0.8)
    keep = ((edge - 0.35) / 0.5).clip(0, 0.5)[..., None]
    return smooth * (1 - keep) + calm.astype(np.float32) / 255 * keep


def faded(shade, alpha):
    """Shadow stays near its piece: what is far from it is noise, and nothing reaches the edge of the frame."""
    height, width = shade.shape
    away = cv2.distanceTransform((alpha < 0.5).astype(np.uint8), cv2.DIST_L2, 5) / width
    shade = shade * ((0.20 - away) / 0.12).clip(0, 1)
    x = np.minimum(np.arange(width), np.arange(width)[::-1]) / (0.05 * width)
    y = np.minimum(np.arange(height), np.arange(height)[::-1]) / (0.05 * height)
    return shade * np.minimum(1, x)[None, :] * np.minimum(1, y)[:, None]


if __name__ == '__main__':
    base, *names = sys.argv[1:]
    fine = 'fine' in names
    names = [name for name in names if name != 'fine']
    for shade in sorted(os.listdir(os.path.join(base, 'raw'))):
        name = shade.removesuffix('.shadow.png')
        if shade.endswith('.shadow.png') and (not names or name in names):
            develop(os.path.join(base, 'raw', name + '.png'), os.path.join(base, 'finished', name + '.png'), fine=fine)
