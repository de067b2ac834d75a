"""Every picture as data: name, what is built, how it is turned, from where it is seen, how much of the frame it fills."""
import json
import os

import bars
import coins
import jewels
import props
import views

PIXELS, SAMPLES = 1600, 5
with open(os.path.join(os.path.dirname(os.path.abspath(__file__)), 'serials.json')) as file:
    SERIALS = json.load(file)
FRAME = {'pixels': PIXELS, 'samples': SAMPLES, 'view': 'front', 'fill': 0.82, 'turn': -24, 'light': 'bar', 'aspect': 1.0, 'scale': 1.0, 'matte': False}


def shot(name, build, *arguments, **frame):
    return {**FRAME, 'name': name, 'build': build, 'arguments': arguments, **frame}


def sized(weight):
    """A gram looks smaller than a hundred."""
    return {0.5: 0.58, 1: 0.64, 2: 0.68, 3: 0.70, 5: 0.74, 10: 0.80, 20: 0.83, 25: 0.84, 50: 0.87, 100: 0.90}[weight]


def worded(weight):
    return str(weight).replace('.', '-')


def fronts(prefix, build, weights, product, **frame):
    return [shot(f'{prefix}-{worded(w)}g', build, str(w), SERIALS[f'{product}-{w}'], fill=sized(w), **frame) for w in weights]


def scaled(weights, product):
    """Bars of Karat Mint beside a coin of 500 rupiah, as large as they are."""
    return [shot(f'karat-scale-{worded(w)}g', props.bar_with_money, bars.karat_bar, str(w), SERIALS[f'{product}-{w}'], turn=0, fill=0.84) for w in weights]


def signs(prefix, weights, product, *sign):
    return [shot(f'{prefix}-{worded(w)}g', bars.sign_bar, str(w), SERIALS[f'{product}-{w}'], *sign, fill=sized(w)) for w in weights]


def casts(prefix, build, weights, product):
    fill = {50: 0.72, 100: 0.78, 250: 0.82, 500: 0.86, 1000: 0.90}
    return [shot(f'{prefix}-{w}g', build, w, SERIALS[f'{product}-{w}'], light='plain', fill=fill[w]) for w in weights]


def back(name, build, weight, product):
    return shot(name, build, str(weight), SERIALS[f'{product}-{weight}'], fill=sized(weight))


def jewel(name, build, *arguments, **frame):
    return shot(name, build, *arguments, **{'light': 'plain', 'turn': 0, 'view': 'stand', 'fill': 0.74, **frame})


def in_colours(name, colours, build, **frame):
    return [jewel(f'{name}-{word}', build, colour, **frame) for word, colour in colours.items()]


YELLOW, THREE = {'yellow': '18'}, {'yellow': '18', 'white': 'white', 'rose': 'rose'}
FACE, RING, LOOSE, CHAIN = {'turn': -52}, {'turn': 38}, {'view': 'lay', 'fill': 0.82}, {'view': 'lay', 'fill': 0.86}
COIN = {'light': 'bar', 'turn': -10, 'view': (0.2, -7.2, 7.0), 'fill': 0.80}
HORSE = ('\U0001F40E', '\u99ac\u5e74', 'KARAT MINT JAKARTA')
MOON = ('\U0001F319', 'Idulfitri', 'KARAT MINT JAKARTA', 'garamond', 1.0, False)
BUTTERFLY = ('\U0001F98B', 'Selamat lahir', 'CAKRA BANDUNG', 'didot', 0.95, False)
DRAGON = ('\U0001F409', '\u9f8d\u5e74', 'KARAT MINT JAKARTA', 'han', 1.05, False)
MATTE = {'matte': True, 'samples': 7}
STAMPED = {'999': '24', '916': '22', '750': '18', '750-white': 'white', '750-rose': 'rose'}
HOUSE = {w: SERIALS[f'1001-{w}'] for w in ('10', '10+1', '50', '100')}
STACKED = [SERIALS['1002-250'], SERIALS['1002-250+1'], SERIALS['1002-250+2']]
ELSEWHERE = {'light': 'plain', 'turn': -18, **MATTE}


def narrow(colour):
    return jewels.plain_ring(colour, 0.17, 0.10, 0.95)


FIRST = [
    *fronts('karat', bars.karat_bar, [10, 1, 5], 1001),
    *casts('karat-cast', bars.karat_cast, [100], 1002),
    shot('kawung-coin', coins.kawung_coin, **COIN),
    jewel('plain-ring-22', jewels.plain_ring, '22', **RING),
    *fronts('nusa', bars.nusa_bar, [10], 1003),
    *fronts('cakra', bars.cakra_bar, [5], 1005),
    jewel('lingkar-22', jewels.bangle, '22', 0.12, 1.5, view='close', fill=0.86),
    shot('elang-coin', coins.elang_coin, **COIN),
    *fronts('parang', bars.parang_bar, [5], 1006),
    *fronts('mahar', bars.mahar_bar, [5], 1008),
    *signs('lunar', [5], 1007, *HORSE),
    shot('dinar-coin', coins.dinar_coin, **COIN),
    *in_colours('melati-ring', YELLOW, jewels.melati_ring, **FACE),
    jewel('padi-chain-22', jewels.necklace, 'grain', '22', **CHAIN),
    jewel('hoops-22', jewels.hoops, '22'),
    jewel('rolo-bracelet', jewels.rolo_bracelet, '22', **LOOSE),
    jewel('kawung-pendant-yellow', jewels.pendant, jewels.kawung_drop, '22', view='lay', fill=0.84),
    *in_colours('melati-studs', YELLOW, jewels.studs),
    jewel('signet-ring', jewels.signet_ring, '22', **FACE),
    jewel('wedding-pair', jewels.wedding_pair, '24', turn=38, fill=0.78),
    *casts('nusa-cast', bars.nusa_cast, [500], 1004),
    shot('borobudur-coin', coins.borobudur_coin, **COIN),
    shot('komodo-coin', coins.komodo_coin, **COIN),
    shot('bunga-raya-coin', coins.bunga_raya_coin, **COIN),
    *casts('melaka-cast', bars.melaka_cast, [250], 2002),
    *in_colours('venetian', YELLOW, lambda colour: jewels.necklace('box', colour), **CHAIN),
    jewel('sisik-bracelet', jewels.sisik_bracelet, '24', view='close', fill=0.84),
    *signs('lebaran', [2], 1009, *MOON),
    *fronts('sari', bars.sari_bar, [5], 1012),
    shot('petik-10g', bars.combi_bar, 10, fill=0.80),
    *signs('kupu', [1], 1010, *BUTTERFLY),
    *signs('naga', [5], 1011, *DRAGON),
    shot('padi-coin', coins.padi_coin, **COIN),
    shot('melati-coin', coins.melati_coin, **COIN),
    shot('nyiur-coin', coins.nyiur_coin, **COIN),
    shot('harimau-coin', coins.harimau_coin, **COIN),
    *in_colours('twisted-ring', {'rose': 'rose'}, jewels.twisted_ring, **RING),
    *in_colours('kawung-ring', YELLOW, jewels.kawung_ring, **RING),
    jewel('trio-rings', jewels.trio_rings, view='front', fill=0.80),
    *in_colours('slim-ring', YELLOW, narrow, **RING),
    *in_colours('cuff', YELLOW, jewels.cuff, turn=140, view='close', fill=0.80),
    *in_colours('curb', {'white': 'white'}, jewels.curb_bracelet, **LOOSE),
    jewel('baby-bangle', jewels.baby_bangle, '24', view='lay', fill=0.72),
    jewel('coin-necklace', lambda: jewels.necklace('rolo', '22', jewels.disc_drop), **CHAIN),
    *in_colours('moon-necklace', YELLOW, lambda colour: jewels.necklace('box', colour, jewels.moon_drop), **CHAIN),
    *in_colours('kawung-necklace', YELLOW, lambda colour: jewels.necklace('box', colour, jewels.kawung_drop), **CHAIN),
    jewel('disc-pendant', jewels.pendant, jewels.disc_drop, '22', 0.8, view='lay', fill=0.80),
    *in_colours('moon-pendant', YELLOW, lambda colour: jewels.pendant(jewels.moon_drop, colour), view='lay', fill=0.80),
    *in_colours('drops', YELLOW, jewels.drops, view='lay', fill=0.72),
    *in_colours('kawung-studs', YELLOW, jewels.kawung_studs),
    *in_colours('big-hoops', YELLOW, jewels.big_hoops),
    *fronts('melaka', bars.melaka_bar, [10], 2006),
    shot('harimau-malaya-coin', coins.harimau_coin, 'HARIMAU MALAYA', '999.9 MELAKA', **COIN),
]

def banner(name, build, table, *arguments, **frame):
    return shot(name, build, *arguments, **{'table': table, 'pixels': 1280, 'aspect': 0.5625, 'samples': 14, 'turn': 0, 'view': (0.4, -9.6, 7.6), 'fill': 0.66, 'margin': (-0.13, 0.01), **frame})


BANNERS = [
    banner('banner-bars', props.bars_at_window, props.washi, HOUSE),
    banner('banner-jewels', props.jewels_on_linen, props.linen),
    banner('banner-gifts', props.gifts_on_wood, props.table_wood, SERIALS['1008-5']),
]

ANGLES = [
    shot('hero', props.assortment, HOUSE, turn=0, view=(0.1, -10.4, 7.0), fill=0.86, aspect=0.75, light='plain', scale=1.25, pixels=960),
    shot('karat-card', props.assay_card, bars.karat_bar, '10', SERIALS['1001-10'], **ELSEWHERE),
    back('karat-back', bars.karat_back, 10, 1001),
    shot('karat-edge', bars.karat_bar, '10', SERIALS['1001-10'], view='edge', turn=-62),
    shot('certificate', props.certificate, 'Minted bar, 10 g', '10.0010 g', '10.0000 g', SERIALS['1001-10'], turn=-14, light='plain', **MATTE),
    shot('certificate-cast', props.certificate, 'Cast bar, 100 g', '100.0101 g', '100.0000 g', SERIALS['1002-100'], turn=-14, light='plain', **MATTE),
    *scaled([10, 5, 1, 0.5, 2, 3, 25, 50, 100], 1001),
    shot('cast-stack', props.stack, bars.karat_cast, 250, STACKED, light='plain', turn=-30, scale=1.3, view=(0.3, -10.6, 7.2)),
    shot('mahar-box', props.boxed_bar, bars.mahar_bar, '5', SERIALS['1008-5'], **ELSEWHERE),
    back('nusa-back', bars.nusa_back, 10, 1003),
    shot('nusa-card', lambda: props.assay_card(bars.nusa_bar, '10', SERIALS['1003-10'], 'NUSA LOGAM', (0.72, 0.76, 0.80)), **ELSEWHERE),
    back('cakra-back', bars.cakra_back, 5, 1005),
    shot('cakra-box', props.boxed_bar, bars.cakra_bar, '5', SERIALS['1005-5-gift'], **ELSEWHERE),
    shot('lunar-sleeve', props.red_sleeve, lambda weight, serial: bars.sign_bar(weight, serial, *HORSE), '5', SERIALS['1007-5'], **ELSEWHERE),
    back('parang-back', bars.karat_back, 5, 1006),
    back('lunar-back', bars.karat_back, 5, 1007),
    back('lebaran-back', bars.karat_back, 2, 1009),
    back('naga-back', bars.karat_back, 5, 1011),
    back('kupu-back', bars.cakra_back, 1, 1010),
    shot('kawung-coin-sides', lambda: props.coin_sides(coins.kawung_coin(), coins.kawung_back(SERIALS['1021-31.1035'])), **{**COIN, 'turn': 0}),
    shot('coin-scale', lambda: props.on_scale(coins.kawung_coin(), '31.11 g'), light='plain', turn=-16, **MATTE),
    shot('dinar-sides', lambda: props.coin_sides(coins.dinar_coin(), coins.dinar_back()), **{**COIN, 'turn': 0}),
    shot('elang-capsule', lambda: props.capsule(coins.elang_coin()), **COIN, **MATTE),
    jewel('ring-box', lambda: props.jewel_box(jewels.plain_ring('22')), turn=-18, view='front', fill=0.86, **MATTE),
    jewel('plain-ring-lying', lambda: jewels.group(props.at(jewels.plain_ring('22'), 0, 1.1, 0.17, 0, 90)), view='close', fill=0.70),
    shot('parang-edge', bars.parang_bar, '5', SERIALS['1006-5'], view='edge', turn=-62),
]

RULED = {'light': 'plain', 'turn': 0, 'view': (0.2, -7.6, 6.2), 'fill': 0.90, **MATTE}


def ruled(name, build, size, centimetres, back):
    """`size` is how many centimetres one of the model is: a ring's inside is 17 to 19 mm across, a bracelet's 50 to 60."""
    return shot(f'{name}-ruler', views.measured, build, size, centimetres, back, **RULED)


VIEWS = [
    *[shot(f'stamp-ring-{name}', views.stamped_ring, colour, light='plain', turn=0, view=(0.3, -6.2, 5.0), fill=0.84) for name, colour in STAMPED.items()],
    *[shot(f'stamp-tag-{name}', views.stamped_tag, colour, light='plain', turn=-8, view='lay', fill=0.84) for name, colour in STAMPED.items()],
    jewel('jewel-box-closed', views.closed_box, turn=-18, view='front', fill=0.86, **MATTE),
    ruled('plain-ring', lambda: jewels.plain_ring('22'), 0.93, 4, 0.45),
    ruled('melati-ring', jewels.melati_ring, 0.93, 4, 0.45),
    ruled('wedding-pair', jewels.wedding_pair, 0.93, 5, 0.9),
    ruled('signet-ring', lambda: jewels.signet_ring('22'), 0.93, 4, 0.6),
    ruled('twisted-ring', jewels.twisted_ring, 0.93, 4, 0.45),
    ruled('kawung-ring', jewels.kawung_ring, 0.93, 4, 0.45),
    ruled('trio-rings', jewels.trio_rings, 0.93, 5, 1.3),
    ruled('slim-ring', lambda: narrow('18'), 0.93, 4, 0.45),
    ruled('lingkar', lambda: jewels.bangle('22', 0.12, 1.5), 1.9, 8, 3.0),
    ruled('rolo-bracelet', jewels.rolo_bracelet, 2.05, 8, 2.6),
    ruled('sisik-bracelet', jewels.sisik_bracelet, 1.95, 8, 3.1),
    ruled('cuff', jewels.cuff, 1.9, 8, 2.6),
    ruled('curb', lambda: jewels.curb_bracelet('white'), 2.05, 8, 2.6),
    ruled('baby-bangle', jewels.baby_bangle, 1.6, 6, 2.7),
    ruled('padi-chain', lambda: views.coiled('grain', '22'), 1, 6, 2.6),
    ruled('venetian', lambda: views.coiled('box', '18'), 1, 6, 2.6),
    ruled('coin-necklace', lambda: jewels.pendant(jewels.disc_drop, '22', 0.9), 1, 5, 1.1),
    ruled('moon-necklace', lambda: jewels.pendant(jewels.moon_drop, '18', 0.55), 1, 5, 0.7),
    ruled('kawung-necklace', lambda: jewels.pendant(jewels.kawung_drop, '18', 0.6), 1, 5, 0.9),
]

VARIANTS = [
    *fronts('karat', bars.karat_bar, [25, 50, 100, 2, 0.5, 3], 1001),
    *in_colours('melati-ring', {'white': 'white', 'rose': 'rose'}, jewels.melati_ring, **FACE),
    jewel('plain-ring-18', jewels.plain_ring, '18', **RING),
    *casts('karat-cast', bars.karat_cast, [1000, 250, 500, 50], 1002),
    *fronts('nusa', bars.nusa_bar, [1, 5, 25, 50, 100, 2], 1003),
    *in_colours('venetian', {'white': 'white', 'rose': 'rose'}, lambda colour: jewels.necklace('box', colour), **CHAIN),
    *in_colours('melati-studs', {'white': 'white', 'rose': 'rose'}, jewels.studs),
    jewel('kawung-pendant-white', jewels.pendant, jewels.kawung_drop, 'white', view='lay', fill=0.84),
    *fronts('cakra', bars.cakra_bar, [1, 10, 25], 1005),
    *casts('nusa-cast', bars.nusa_cast, [1000, 250], 1004),
    *casts('melaka-cast', bars.melaka_cast, [1000], 2002),
    *fronts('mahar', bars.mahar_bar, [1, 10, 2, 3], 1008),
    *signs('lunar', [1, 10], 1007, *HORSE),
    *fronts('parang', bars.parang_bar, [1, 2, 0.5], 1006),
    jewel('hoops-18', jewels.hoops, '18'),
    *in_colours('twisted-ring', YELLOW, jewels.twisted_ring, **RING),
    *in_colours('kawung-ring', {'white': 'white'}, jewels.kawung_ring, **RING),
    *in_colours('slim-ring', {'white': 'white', 'rose': 'rose'}, narrow, **RING),
    *in_colours('cuff', {'rose': 'rose'}, jewels.cuff, turn=140, view='close', fill=0.80),
    *in_colours('curb', YELLOW, jewels.curb_bracelet, **LOOSE),
    *in_colours('moon-necklace', {'white': 'white', 'rose': 'rose'}, lambda colour: jewels.necklace('box', colour, jewels.moon_drop), **CHAIN),
    *in_colours('moon-pendant', {'rose': 'rose'}, lambda colour: jewels.pendant(jewels.moon_drop, colour), view='lay', fill=0.80),
    *in_colours('drops', {'white': 'white', 'rose': 'rose'}, jewels.drops, view='lay', fill=0.72),
    *in_colours('big-hoops', {'white': 'white'}, jewels.big_hoops),
    *fronts('sari', bars.sari_bar, [1, 10, 2, 0.5], 1012),
    *[shot(f'petik-{n}g', bars.combi_bar, n, fill=sized(n)) for n in (5, 20)],
    *fronts('melaka', bars.melaka_bar, [1, 5, 50], 2006),
    *signs('lebaran', [1, 5], 1009, *MOON),
    *signs('naga', [1, 10], 1011, *DRAGON),
    jewel('padi-chain-18', jewels.necklace, 'grain', '18', **CHAIN),
    jewel('lingkar-18', jewels.bangle, '18', 0.12, 1.5, view='close', fill=0.86),
]

SHOTS = [*FIRST, *ANGLES, *VIEWS, *VARIANTS, *BANNERS]
