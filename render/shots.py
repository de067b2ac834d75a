"""Every picture as data: name, what is built, how it is turned, from where it is seen, how much of the frame it fills."""
import bars
import coins
import jewels
import props

PIXELS, SAMPLES = 640, 18
FRAME = {'pixels': PIXELS, 'samples': SAMPLES, 'view': 'front', 'fill': 0.82, 'turn': -24, 'light': 'bar', 'aspect': 1.0, 'scale': 1.0, 'matte': False}


def shot(name, build, *arguments, **frame):
    return {**FRAME, 'name': name, 'build': build, 'arguments': arguments, **frame}


def sized(weight):
    """A gram looks smaller than a hundred."""
    return {0.5: 0.58, 1: 0.64, 2: 0.68, 3: 0.70, 5: 0.74, 10: 0.80, 20: 0.83, 25: 0.84, 50: 0.87, 100: 0.90}[weight]


def fronts(prefix, build, weights, serial, **frame):
    return [shot(f'{prefix}-{str(w).replace(".", "-")}g', build, str(w), serial.format(n=i), fill=sized(w), **frame) for i, w in enumerate(weights)]


def signs(prefix, weights, *sign):
    return [shot(f'{prefix}-{str(w).replace(".", "-")}g', bars.sign_bar, str(w), *sign, fill=sized(w)) for w in weights]


def casts(prefix, build, weights):
    fill = {50: 0.72, 100: 0.78, 250: 0.82, 500: 0.86, 1000: 0.90}
    return [shot(f'{prefix}-{w}g', build, w, light='plain', fill=fill[w]) for w in weights]


def jewel(name, build, *arguments, **frame):
    return shot(name, build, *arguments, **{'light': 'plain', 'turn': 0, 'view': 'stand', 'fill': 0.74, 'samples': 13, **frame})


def in_colours(name, colours, build, **frame):
    return [jewel(f'{name}-{word}', build, colour, **frame) for word, colour in colours.items()]


YELLOW, THREE = {'yellow': '18'}, {'yellow': '18', 'white': 'white', 'rose': 'rose'}
FACE, RING, LOOSE, CHAIN = {'turn': -52}, {'turn': 38}, {'view': 'lay', 'fill': 0.82}, {'view': 'lay', 'fill': 0.86}
COIN = {'light': 'bar', 'turn': -10, 'view': (0.2, -7.2, 7.0), 'fill': 0.80}
HORSE = ('\U0001F40E', '\u99ac\u5e74', 'KARAT MINT JAKARTA', 'LN 26 1005')
MOON = ('\U0001F319', 'Idulfitri', 'KARAT MINT JAKARTA', 'LB 26 0402', 'garamond', 1.0, False)
BUTTERFLY = ('\U0001F98B', 'Selamat lahir', 'CAKRA BANDUNG', 'KK 26 0077', 'didot', 0.95, False)
DRAGON = ('\U0001F409', '\u9f8d\u5e74', 'KARAT MINT JAKARTA', 'LN 24 0318', 'han', 1.05, False)
MATTE = {'matte': True, 'samples': 26}
ELSEWHERE = {'light': 'plain', 'turn': -18, **MATTE}


def narrow(colour):
    return jewels.plain_ring(colour, 0.17, 0.10, 0.95)


FIRST = [
    *fronts('karat', bars.karat_bar, [10, 1, 5], 'KR 00{n} 127'),
    *casts('karat-cast', bars.karat_cast, [100]),
    shot('kawung-coin', coins.kawung_coin, **COIN),
    jewel('plain-ring-22', jewels.plain_ring, '22', **RING),
    *fronts('nusa', bars.nusa_bar, [10], 'NL 22 081{n}'),
    *fronts('cakra', bars.cakra_bar, [5], 'CK 7 0441{n}'),
    jewel('lingkar-22', jewels.bangle, '22', 0.15, 1.5, True, view='close', fill=0.86),
    shot('elang-coin', coins.elang_coin, **COIN),
    *fronts('parang', bars.parang_bar, [5], 'BTK 031{n}'),
    *fronts('mahar', bars.mahar_bar, [5], 'MH 10 229{n}'),
    *signs('lunar', [5], *HORSE),
    shot('dinar-coin', coins.dinar_coin, **COIN),
    *in_colours('melati-ring', YELLOW, jewels.melati_ring, **FACE),
    jewel('padi-chain-22', jewels.necklace, 'grain', '22', **CHAIN),
    jewel('hoops-22', jewels.hoops, '22'),
    jewel('rolo-bracelet', jewels.rolo_bracelet, '22', **LOOSE),
    jewel('kawung-pendant-yellow', jewels.pendant, jewels.kawung_drop, '22', view='lay', fill=0.84),
    *in_colours('melati-studs', YELLOW, jewels.studs),
    jewel('signet-ring', jewels.signet_ring, '22', **FACE),
    jewel('wedding-pair', jewels.wedding_pair, '24', turn=38, fill=0.78),
    *casts('nusa-cast', bars.nusa_cast, [500]),
    shot('borobudur-coin', coins.borobudur_coin, **COIN),
    shot('komodo-coin', coins.komodo_coin, **COIN),
    shot('bunga-raya-coin', coins.bunga_raya_coin, **COIN),
    *casts('melaka-cast', bars.melaka_cast, [250]),
    *in_colours('venetian', YELLOW, lambda colour: jewels.necklace('box', colour), **CHAIN),
    jewel('sisik-bracelet', jewels.sisik_bracelet, '24', view='close', fill=0.84),
    *signs('lebaran', [2], *MOON),
    *fronts('sari', bars.sari_bar, [5], 'SE 05 337{n}'),
    shot('petik-10g', bars.combi_bar, 10, fill=0.80),
    *signs('kupu', [1], *BUTTERFLY),
    *signs('naga', [5], *DRAGON),
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
    *fronts('melaka', bars.melaka_bar, [10], 'MB 24 060{n}'),
    shot('harimau-malaya-coin', coins.harimau_coin, 'HARIMAU MALAYA', '1 oz 999.9 MELAKA', **COIN),
]

def banner(name, build, table, **frame):
    return shot(name, build, **{'table': table, 'pixels': 1280, 'aspect': 0.5625, 'samples': 14, 'turn': 0, 'view': (0.4, -9.6, 7.6), 'fill': 0.66, 'margin': (-0.13, 0.01), **frame})


BANNERS = [
    banner('banner-bars', props.bars_at_window, props.washi),
    banner('banner-jewels', props.jewels_on_linen, props.linen),
    banner('banner-gifts', props.gifts_on_wood, props.table_wood),
]

ANGLES = [
    shot('hero', props.assortment, turn=0, view=(0.1, -10.4, 7.0), fill=0.86, aspect=0.75, light='plain', scale=1.25, pixels=960),
    shot('karat-card', props.assay_card, bars.karat_bar, '10', **ELSEWHERE),
    shot('karat-back', bars.karat_back),
    shot('karat-edge', bars.karat_bar, '10', view='edge', turn=-62),
    shot('karat-money', props.bar_with_money, bars.karat_bar, '5', turn=0),
    shot('certificate', props.certificate, turn=-14, light='plain', **MATTE),
    shot('cast-stack', props.stack, bars.karat_cast, 250, light='plain', turn=-30, scale=1.3, view=(0.3, -10.6, 7.2)),
    shot('mahar-box', props.boxed_bar, bars.mahar_bar, '5', **ELSEWHERE),
    shot('nusa-back', bars.nusa_back),
    shot('nusa-card', lambda: props.assay_card(bars.nusa_bar, '10', 'NUSA LOGAM', 'NL 22 0810', (0.72, 0.76, 0.80)), **ELSEWHERE),
    shot('cakra-back', bars.cakra_back),
    shot('cakra-box', props.boxed_bar, bars.cakra_bar, '5', **ELSEWHERE),
    shot('lunar-sleeve', props.red_sleeve, lambda weight: bars.sign_bar(weight, *HORSE), '5', **ELSEWHERE),
    shot('kawung-coin-sides', lambda: props.coin_sides(coins.kawung_coin(), coins.kawung_back()), **{**COIN, 'turn': 0}),
    shot('coin-scale', lambda: props.on_scale(coins.kawung_coin(), '31.10 g'), light='plain', turn=-16, **MATTE),
    shot('dinar-sides', lambda: props.coin_sides(coins.dinar_coin(), coins.dinar_back()), **{**COIN, 'turn': 0}),
    shot('elang-capsule', lambda: props.capsule(coins.elang_coin()), **COIN, **MATTE),
    jewel('ring-box', lambda: props.jewel_box(jewels.plain_ring('22')), turn=-18, view='front', fill=0.86, **MATTE),
    jewel('plain-ring-lying', lambda: jewels.group(props.at(jewels.plain_ring('22'), 0, 1.1, 0.17, 0, 90)), view='close', fill=0.70),
    shot('parang-edge', bars.parang_bar, '5', view='edge', turn=-62),
]

VARIANTS = [
    *fronts('karat', bars.karat_bar, [25, 50, 100, 2, 0.5, 3], 'KR 01{n} 127'),
    *in_colours('melati-ring', {'white': 'white', 'rose': 'rose'}, jewels.melati_ring, **FACE),
    jewel('plain-ring-18', jewels.plain_ring, '18', **RING),
    *casts('karat-cast', bars.karat_cast, [1000, 250, 500, 50]),
    *fronts('nusa', bars.nusa_bar, [1, 5, 25, 50, 100, 2], 'NL 22 082{n}'),
    *in_colours('venetian', {'white': 'white', 'rose': 'rose'}, lambda colour: jewels.necklace('box', colour), **CHAIN),
    *in_colours('melati-studs', {'white': 'white', 'rose': 'rose'}, jewels.studs),
    jewel('kawung-pendant-white', jewels.pendant, jewels.kawung_drop, 'white', view='lay', fill=0.84),
    *fronts('cakra', bars.cakra_bar, [1, 10, 25], 'CK 7 0442{n}'),
    *casts('nusa-cast', bars.nusa_cast, [1000, 250]),
    *casts('melaka-cast', bars.melaka_cast, [1000]),
    *fronts('mahar', bars.mahar_bar, [1, 10, 2, 3], 'MH 10 230{n}'),
    *signs('lunar', [1, 10], *HORSE),
    *fronts('parang', bars.parang_bar, [1, 2, 0.5], 'BTK 032{n}'),
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
    *fronts('sari', bars.sari_bar, [1, 10, 2, 0.5], 'SE 05 338{n}'),
    *[shot(f'petik-{n}g', bars.combi_bar, n, fill=sized(n)) for n in (5, 20)],
    *fronts('melaka', bars.melaka_bar, [1, 5, 50], 'MB 24 061{n}'),
    *signs('lebaran', [1, 5], *MOON),
    *signs('naga', [1, 10], *DRAGON),
    jewel('padi-chain-18', jewels.necklace, 'grain', '18', **CHAIN),
    jewel('lingkar-18', jewels.bangle, '18', 0.15, 1.5, True, view='close', fill=0.86),
]

SHOTS = [*FIRST, *ANGLES, *VARIANTS, *BANNERS]
