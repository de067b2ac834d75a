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

const ringBox = one(
  'ring-box',
  'A ring in an open box of dark wood',
  'Cincin dalam kotak kayu gelap yang terbuka',
  '深色木盒中的戒指',
)
const lying = one('plain-ring-lying', 'The ring lying flat', 'Cincin dalam posisi rebah', '平放的戒指')
const plain = inKarats('plain-ring', ['22', '18'], 'A plain round ring', 'Cincin polos bulat', '素圈戒指')
const melatiRing = inColours(
  'melati-ring',
  ['yellow', 'white', 'rose'],
  'Fine ring with a flower of five petals',
  'Cincin halus dengan bunga lima kelopak',
  '五瓣花细戒',
)
const lingkar = inKarats(
  'lingkar',
  ['22', '18'],
  'Two closed round bangles',
  'Dua gelang bulat tertutup',
  '两只闭口圆镯',
)
const padi = inKarats(
  'padi-chain',
  ['22', '18'],
  'Necklace of links like grains of rice',
  'Kalung bermata rantai seperti butir padi',
  '稻粒形链节项链',
)
const hoops = inKarats('hoops', ['22', '18'], 'A pair of hoop earrings', 'Sepasang anting lingkar', '一对圆圈耳环')

export const jewelleryGalleries: Record<number, Picture[]> = {
  1041: [...plain, lying, ringBox],
  1042: melatiRing,
  1043: [one('wedding-pair', 'Two matt rings of pure gold', 'Dua cincin doff emas murni', '两枚哑光足金戒')],
  1044: [one('signet-ring', 'Signet ring with the letter R', 'Cincin stempel dengan huruf R', '刻字母 R 的印章戒指')],
  1045: inColours(
    'twisted-ring',
    ['rose', 'yellow'],
    'Ring of two twisted wires',
    'Cincin dua kawat terpilin',
    '双丝绞纹戒',
  ),
  1046: inColours(
    'kawung-ring',
    ['yellow', 'white'],
    'Band with a row of kawung',
    'Cincin dengan deret kawung',
    '一圈卡翁纹宽戒',
  ),
  1047: [
    one(
      'trio-rings',
      'Three thin rings: yellow, rose and white gold',
      'Tiga cincin tipis: emas kuning, merah muda, dan putih',
      '三枚细戒：黄、玫瑰与白金色',
    ),
  ],
  1048: inColours('slim-ring', ['yellow', 'white', 'rose'], 'A slim plain ring', 'Cincin polos tipis', '细素圈'),
  1051: lingkar,
  1052: [one('rolo-bracelet', 'Bracelet of round links', 'Gelang mata rantai bulat', '圆环链手链')],
  1053: [one('sisik-bracelet', 'Bracelet of lapping scales', 'Gelang sisik yang saling menutup', '叠鳞手镯')],
  1054: inColours('cuff', ['yellow', 'rose'], 'An open cuff', 'Gelang terbuka', '开口手镯'),
  1055: inColours(
    'curb',
    ['white', 'yellow'],
    'Bracelet of flat curb links',
    'Gelang rantai kurb pipih',
    '扁侧身链手链',
  ),
  1056: [
    one(
      'baby-bangle',
      'Small open bangle with two bells',
      'Gelang bayi terbuka dengan dua giring-giring',
      '双铃开口小镯',
    ),
  ],
  1061: padi,
  1062: inColours(
    'venetian',
    ['yellow', 'white', 'rose'],
    'Necklace of small square links',
    'Kalung mata rantai persegi kecil',
    '方形链节项链',
  ),
  1063: [
    one('coin-necklace', 'Necklace with a round kawung medal', 'Kalung dengan medali kawung bulat', '卡翁纹圆牌项链'),
  ],
  1064: inColours(
    'moon-necklace',
    ['yellow', 'white', 'rose'],
    'Necklace with a crescent',
    'Kalung dengan bulan sabit',
    '新月项链',
  ),
  1065: inColours(
    'kawung-necklace',
    ['yellow'],
    'Necklace with four petals',
    'Kalung dengan empat kelopak',
    '四瓣项链',
  ),
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
  2004: plain,
  2005: lingkar.filter(({ name }) => name === 'lingkar-22'),
  2009: melatiRing.filter(({ name }) => name !== 'melati-ring-rose'),
  2010: padi.filter(({ name }) => name === 'padi-chain-22'),
  2011: hoops,
  2012: [one('wedding-pair', 'Two matt rings of pure gold', 'Dua cincin doff emas murni', '两枚哑光足金戒')],
}
