/** What the demo's jewellery looks like, with a front for every colour that it is made in. */
import type { Picture } from '../../catalogue/catalogue-memory.ts'
import type { Words } from './demo-product.ts'

const one = (name: string, en: string, id: string, zh: string): Picture => ({ name, alt: { 'en-US': en, id, zh } })

const colours: Record<string, Words> = {
  yellow: { 'en-US': 'yellow gold', id: 'emas kuning', zh: '黄金色' },
  white: { 'en-US': 'white gold', id: 'emas putih', zh: '白金色' },
  rose: { 'en-US': 'rose gold', id: 'emas merah muda', zh: '玫瑰金色' },
}

/** The same piece in several colours; `en` reads as "Flower ring". */
const inColours = (prefix: string, shown: string[], en: string, id: string, zh: string): Picture[] =>
  shown.flatMap((colour) => {
    const word = colours[colour]
    if (!word) return []
    const alt = { 'en-US': `${en} in ${word['en-US']}`, id: `${id}, ${word.id}`, zh: `${zh}，${word.zh}` }
    return [{ name: `${prefix}-${colour}`, alt, shows: { colour: [colour] } }]
  })

/** The same piece in several purities. */
const inKarats = (prefix: string, karats: string[], en: string, id: string, zh: string): Picture[] =>
  karats.map((karat) => ({
    name: `${prefix}-${karat}`,
    alt: { 'en-US': `${en} of ${karat} karat`, id: `${id} ${karat} karat`, zh: `${karat}K ${zh}` },
    shows: { karat: [karat] },
  }))

/** The stamp of a fineness from near: inside a band, or on the plate beside a clasp. */
const stamp = (where: 'ring' | 'tag', fineness: string, colour = ''): Picture => {
  const inside = where === 'ring'
  const name = `stamp-${where}-${fineness.slice(0, 3)}${colour && colour !== 'yellow' ? `-${colour}` : ''}`
  const comma = fineness.replace('.', ',')
  return one(
    name,
    inside ? `The stamp on the inside, from near: ${fineness}` : `The plate beside the clasp, stamped ${fineness}`,
    inside ? `Cap di bagian dalam dari dekat: ${comma}` : `Pelat di dekat kait, bercap ${comma}`,
    inside ? `内侧印记近观：${fineness}` : `扣旁小牌，印记 ${fineness}`,
  )
}

/** In gold of 18 karat, one for each colour. */
const stampsInColours = (where: 'ring' | 'tag', shown: string[]): Picture[] =>
  shown.map((colour) => ({ ...stamp(where, '750', colour), shows: { colour: [colour] } }))

const stampsInKarats = (where: 'ring' | 'tag'): Picture[] => [
  { ...stamp(where, '916'), shows: { karat: ['22'] } },
  { ...stamp(where, '750'), shows: { karat: ['18'] } },
]

const ruled: Record<'ring' | 'rings' | 'bracelet' | 'chain' | 'drop', Words> = {
  ring: { 'en-US': 'The ring', id: 'Cincin', zh: '戒指' },
  rings: { 'en-US': 'The rings', id: 'Cincin-cincinnya', zh: '戒指' },
  bracelet: { 'en-US': 'The bracelet', id: 'Gelang', zh: '手镯' },
  chain: { 'en-US': 'The chain in three turns', id: 'Rantai dalam tiga lingkar', zh: '盘成三圈的链子' },
  drop: { 'en-US': 'The pendant of the necklace', id: 'Liontin kalung', zh: '项链的吊坠' },
}

/** As large as it is; `shows` where the one beside the rule is of one colour or karat among several. */
const beside = (name: string, what: keyof typeof ruled, shows?: Picture['shows']): Picture => ({
  ...one(
    `${name}-ruler`,
    `${ruled[what]['en-US']} beside a rule in millimetres`,
    `${ruled[what].id} di samping penggaris bermilimeter`,
    `${ruled[what].zh}与毫米刻度尺对比`,
  ),
  ...(shows ? { shows } : {}),
})

const closedBox = one(
  'jewel-box-closed',
  'The closed box of dark wood that it comes in, a kawung on its lid',
  'Kotak kayu gelap kemasannya, tertutup, dengan kawung di tutupnya',
  '随附的深色木盒，盒盖嵌卡翁纹',
)
const yellow = { colour: ['yellow'] }
const in22 = { karat: ['22'] }

const ringBox: Picture = {
  ...one(
    'ring-box',
    'The ring in an open box of dark wood',
    'Cincin dalam kotak kayu gelap yang terbuka',
    '深色木盒中的戒指',
  ),
  shows: in22,
}
const lying: Picture = {
  ...one('plain-ring-lying', 'The ring lying flat', 'Cincin dalam posisi rebah', '平放的戒指'),
  shows: in22,
}
const plain = inKarats('plain-ring', ['22', '18'], 'A plain round ring', 'Cincin polos bulat', '素圈戒指')
const melatiRing = inColours(
  'melati-ring',
  ['yellow', 'white', 'rose'],
  'Fine ring with a flower of five petals',
  'Cincin halus dengan bunga lima kelopak',
  '五瓣花细戒',
)
const lingkar = inKarats('lingkar', ['22', '18'], 'A closed round bangle', 'Gelang bulat tertutup', '闭口圆镯')
const padi = inKarats(
  'padi-chain',
  ['22', '18'],
  'Necklace of links like grains of rice',
  'Kalung bermata rantai seperti butir padi',
  '稻粒形链节项链',
)
const hoops = inKarats('hoops', ['22', '18'], 'A pair of hoop earrings', 'Sepasang anting lingkar', '一对圆圈耳环')

const plainRingViews = [beside('plain-ring', 'ring', in22), ...stampsInKarats('ring'), closedBox]
const melatiViews = (shown: string[]): Picture[] => [
  beside('melati-ring', 'ring', yellow),
  ...stampsInColours('ring', shown),
  closedBox,
]
const weddingPair = [
  one('wedding-pair', 'Two matt rings of pure gold', 'Dua cincin doff emas murni', '两枚哑光足金戒'),
  beside('wedding-pair', 'rings'),
  stamp('ring', '999.9'),
  closedBox,
]
const lingkarViews = [beside('lingkar', 'bracelet', in22), ...stampsInKarats('ring'), closedBox]
const padiViews = [beside('padi-chain', 'chain', in22), ...stampsInKarats('tag'), closedBox]

export const jewelleryGalleries: Record<number, Picture[]> = {
  1041: [...plain, ...plainRingViews, lying, ringBox],
  1042: [...melatiRing, ...melatiViews(['yellow', 'white', 'rose'])],
  1043: weddingPair,
  1044: [
    one('signet-ring', 'Signet ring with the letter R', 'Cincin stempel dengan huruf R', '刻字母 R 的印章戒指'),
    beside('signet-ring', 'ring'),
    stamp('ring', '916'),
    closedBox,
  ],
  1045: [
    ...inColours(
      'twisted-ring',
      ['rose', 'yellow'],
      'Ring of two twisted wires',
      'Cincin dua kawat terpilin',
      '双丝绞纹戒',
    ),
    beside('twisted-ring', 'ring', { colour: ['rose'] }),
    ...stampsInColours('ring', ['rose', 'yellow']),
    closedBox,
  ],
  1046: [
    ...inColours(
      'kawung-ring',
      ['yellow', 'white'],
      'Band with a row of kawung',
      'Cincin dengan deret kawung',
      '一圈卡翁纹宽戒',
    ),
    beside('kawung-ring', 'ring', yellow),
    ...stampsInColours('ring', ['yellow', 'white']),
    closedBox,
  ],
  1047: [
    one(
      'trio-rings',
      'Three thin rings: yellow, rose and white gold',
      'Tiga cincin tipis: emas kuning, merah muda, dan putih',
      '三枚细戒：黄、玫瑰与白金色',
    ),
    beside('trio-rings', 'rings'),
    stamp('ring', '750'),
    closedBox,
  ],
  1048: [
    ...inColours('slim-ring', ['yellow', 'white', 'rose'], 'A slim plain ring', 'Cincin polos tipis', '细素圈'),
    beside('slim-ring', 'ring', yellow),
    ...stampsInColours('ring', ['yellow', 'white', 'rose']),
    closedBox,
  ],
  1051: [...lingkar, ...lingkarViews],
  1052: [
    one('rolo-bracelet', 'Bracelet of round links', 'Gelang mata rantai bulat', '圆环链手链'),
    beside('rolo-bracelet', 'bracelet'),
    stamp('tag', '916'),
    closedBox,
  ],
  1053: [
    one('sisik-bracelet', 'Bracelet of lapping scales', 'Gelang sisik yang saling menutup', '叠鳞手镯'),
    beside('sisik-bracelet', 'bracelet'),
    stamp('ring', '999.9'),
    closedBox,
  ],
  1054: [
    ...inColours('cuff', ['yellow', 'rose'], 'An open cuff', 'Gelang terbuka', '开口手镯'),
    beside('cuff', 'bracelet', yellow),
    ...stampsInColours('ring', ['yellow', 'rose']),
    closedBox,
  ],
  1055: [
    ...inColours(
      'curb',
      ['white', 'yellow'],
      'Bracelet of flat curb links',
      'Gelang rantai kurb pipih',
      '扁侧身链手链',
    ),
    beside('curb', 'bracelet', { colour: ['white'] }),
    ...stampsInColours('tag', ['white', 'yellow']),
    closedBox,
  ],
  1056: [
    one(
      'baby-bangle',
      'Small open bangle with two bells',
      'Gelang bayi terbuka dengan dua giring-giring',
      '双铃开口小镯',
    ),
    beside('baby-bangle', 'bracelet'),
    stamp('ring', '999.9'),
    closedBox,
  ],
  1061: [...padi, ...padiViews],
  1062: [
    ...inColours(
      'venetian',
      ['yellow', 'white', 'rose'],
      'Necklace of small square links',
      'Kalung mata rantai persegi kecil',
      '方形链节项链',
    ),
    beside('venetian', 'chain', yellow),
    ...stampsInColours('tag', ['yellow', 'white', 'rose']),
    closedBox,
  ],
  1063: [
    one('coin-necklace', 'Necklace with a round kawung medal', 'Kalung dengan medali kawung bulat', '卡翁纹圆牌项链'),
    beside('coin-necklace', 'drop'),
    stamp('tag', '916'),
    closedBox,
  ],
  1064: [
    ...inColours(
      'moon-necklace',
      ['yellow', 'white', 'rose'],
      'Necklace with a crescent',
      'Kalung dengan bulan sabit',
      '新月项链',
    ),
    beside('moon-necklace', 'drop', yellow),
    ...stampsInColours('tag', ['yellow', 'white', 'rose']),
    closedBox,
  ],
  1065: [
    ...inColours('kawung-necklace', ['yellow'], 'Necklace with four petals', 'Kalung dengan empat kelopak', '四瓣项链'),
    beside('kawung-necklace', 'drop', yellow),
    ...stampsInColours('tag', ['yellow']),
    closedBox,
  ],
  1071: inColours('kawung-pendant', ['yellow', 'white'], 'Pendant of four petals', 'Liontin empat kelopak', '四瓣吊坠'),
  1072: [one('disc-pendant', 'Round medal with the kawung', 'Medali bulat bermotif kawung', '卡翁纹圆牌')],
  1073: inColours(
    'moon-pendant',
    ['yellow', 'rose'],
    'Crescent pendant with a pearl of gold',
    'Liontin bulan sabit dengan butir emas',
    '新月金珠吊坠',
  ),
  1081: hoops,
  1082: inColours(
    'melati-studs',
    ['yellow', 'white', 'rose'],
    'Two flower studs',
    'Sepasang giwang bunga',
    '一对花形耳钉',
  ),
  1083: inColours(
    'drops',
    ['yellow', 'white', 'rose'],
    'Two drop earrings on hooks',
    'Sepasang anting tetes',
    '一对水滴耳坠',
  ),
  1084: [one('kawung-studs-yellow', 'Two studs of four petals', 'Sepasang giwang empat kelopak', '一对四瓣耳钉')],
  1085: inColours(
    'big-hoops',
    ['yellow', 'white'],
    'Two large thin hoops',
    'Sepasang anting lingkar besar tipis',
    '一对大细圈耳环',
  ),
  2004: [...plain, ...plainRingViews],
  2005: [...lingkar.filter(({ name }) => name === 'lingkar-22'), ...lingkarViews],
  2009: [...melatiRing.filter(({ name }) => name !== 'melati-ring-rose'), ...melatiViews(['yellow', 'white'])],
  2010: [...padi.filter(({ name }) => name === 'padi-chain-22'), ...padiViews],
  2011: hoops,
  2012: weddingPair,
}
