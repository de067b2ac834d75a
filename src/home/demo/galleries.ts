/** What the demo's products look like: front, other angles, packaging, back, certificate. A weight or colour has its own front. */
import type { Picture } from '../../catalogue/catalogue-memory.ts'
import type { Words } from './demo-product.ts'
import { jewelleryGalleries } from './jewellery-galleries.ts'

const of = (name: string, en: string, id: string, zh: string): Picture => ({ name, alt: { 'en-US': en, id, zh } })

type Make = { prefix: string; maker: string; sign: Words; cast?: true }

/** The front of a bar in each of its weights. */
const fronts = ({ prefix, maker, sign, cast }: Make, ...weights: string[]): Picture[] =>
  weights.map((weight) => ({
    name: `${prefix}-${weight.replace('.', '-')}g`,
    alt: {
      'en-US': `${cast ? 'Cast' : 'Minted'} gold bar of ${weight} g by ${maker}, seen from the front: ${sign['en-US']}`,
      id: `Batangan ${cast ? 'cor' : 'cetak'} ${weight.replace('.', ',')} g dari ${maker}, tampak depan: ${sign.id}`,
      zh: `${maker} ${weight} 克${cast ? '浇铸' : '压铸'}金条正面：${sign.zh}`,
    },
    shows: { weight: [weight] },
  }))

const karat: Make = {
  prefix: 'karat',
  maker: 'Karat Mint',
  sign: { 'en-US': 'a kawung above the weight', id: 'kawung di atas angka berat', zh: '重量上方为卡翁纹' },
}
const karatCast: Make = {
  prefix: 'karat-cast',
  maker: 'Karat Mint',
  cast: true,
  sign: {
    'en-US': 'a kawung stamped into a surface that sank as it cooled',
    id: 'kawung pada muka yang turun saat mendingin',
    zh: '冷却下沉的表面压印卡翁纹',
  },
}
const nusa: Make = {
  prefix: 'nusa',
  maker: 'Nusa Logam',
  sign: {
    'en-US': 'mountains over a wave, heavy figures on a polished face',
    id: 'gunung di atas ombak, angka tebal di muka mengilap',
    zh: '山与浪的徽记，抛光面上粗体数字',
  },
}
const nusaCast: Make = {
  prefix: 'nusa-cast',
  maker: 'Nusa Logam',
  cast: true,
  sign: {
    'en-US': 'leaning sides, letters along its length',
    id: 'sisi miring, huruf memanjang',
    zh: '斜边，字样沿长边排列',
  },
}
const cakra: Make = {
  prefix: 'cakra',
  maker: 'Cakra',
  sign: {
    'en-US': 'a narrow bar with a rising sun',
    id: 'batangan ramping dengan matahari terbit',
    zh: '窄身，日出纹',
  },
}
const parang: Make = {
  prefix: 'parang',
  maker: 'Karat Mint',
  sign: {
    'en-US': 'the parang pattern over the whole face',
    id: 'motif parang di seluruh muka',
    zh: '整面巴朗纹',
  },
}
const horse: Make = {
  prefix: 'lunar',
  maker: 'Karat Mint',
  sign: { 'en-US': 'a galloping horse in a ring', id: 'kuda berlari dalam lingkaran', zh: '圆环中的奔马' },
}
const dragon: Make = {
  prefix: 'naga',
  maker: 'Karat Mint',
  sign: {
    'en-US': 'a dragon with its pearl in a ring',
    id: 'naga dengan mustika dalam lingkaran',
    zh: '圆环中的龙与珠',
  },
}
const mahar: Make = {
  prefix: 'mahar',
  maker: 'Karat Mint',
  sign: {
    'en-US': 'two jasmine twigs and a line for two names',
    id: 'dua ranting melati dan garis untuk dua nama',
    zh: '双枝茉莉与两人姓名处',
  },
}
const crescent: Make = {
  prefix: 'lebaran',
  maker: 'Karat Mint',
  sign: { 'en-US': 'a crescent in a ring', id: 'bulan sabit dalam lingkaran', zh: '圆环中的新月' },
}
const butterfly: Make = {
  prefix: 'kupu',
  maker: 'Cakra',
  sign: { 'en-US': 'a butterfly in a ring', id: 'kupu-kupu dalam lingkaran', zh: '圆环中的蝴蝶' },
}
const sari: Make = {
  prefix: 'sari',
  maker: 'Sari Emas',
  sign: {
    'en-US': 'the eight-pointed star inside a thin frame',
    id: 'bintang delapan dalam bingkai tipis',
    zh: '细框内的八角星',
  },
}
const melaka: Make = {
  prefix: 'melaka',
  maker: 'Melaka Bullion',
  sign: {
    'en-US': 'a hibiscus in an oval, round corners',
    id: 'bunga raya dalam oval, sudut membulat',
    zh: '椭圆内的大红花，圆角',
  },
}
const melakaCast: Make = {
  prefix: 'melaka-cast',
  maker: 'Melaka Bullion',
  cast: true,
  sign: { 'en-US': 'an oval stamp', id: 'cap oval', zh: '椭圆印记' },
}

/** A picture of a piece of one weight: its number or its size is no other's. */
const only = (weight: string, picture: Picture): Picture => ({ ...picture, shows: { weight: [weight] } })

/** The back of a bar, which bears the number of its front. */
const back = (name: string, weight: string): Picture =>
  only(
    weight,
    of(
      name,
      `The back of the bar of ${weight} g: small kawung above and below the serial number`,
      `Sisi belakang batangan ${weight} g: kawung kecil di atas dan di bawah nomor seri`,
      `${weight} 克金条背面：编号上下排列小卡翁纹`,
    ),
  )

/** Bars of Karat Mint as large as they are, beside a coin that everybody has in their hand. */
const scales = (...weights: string[]): Picture[] =>
  weights.map((weight) =>
    only(
      weight,
      of(
        `karat-scale-${weight.replace('.', '-')}g`,
        `The bar of ${weight} g beside a coin of 500 rupiah, 27 mm across`,
        `Batangan ${weight.replace('.', ',')} g di samping koin 500 rupiah berdiameter 27 mm`,
        `${weight} 克金条与直径 27 毫米的 500 印尼盾硬币对比`,
      ),
    ),
  )

/** Tablets of 1 g in one piece. */
const tablets = (...counts: string[]): Picture[] =>
  counts.map((count) => ({
    ...of(
      `petik-${count}g`,
      `${count} tablets of 1 g in one piece, each with its own stamp`,
      `${count} keping 1 g dalam satu lempeng, masing-masing bercap`,
      `${count} 片 1 克金片相连，每片均有印记`,
    ),
    shows: { weight: [count] },
  }))

const detail = {
  karatEdge: of(
    'karat-edge',
    'The edge of the bar beside its face',
    'Sisi tepi batangan di samping mukanya',
    '金条的边缘与正面',
  ),
  karatCard: of(
    'karat-card',
    'The bar of 10 g sealed into its assay card with weight, fineness and serial number',
    'Batangan 10 g tersegel dalam kartu uji dengan berat, kemurnian, dan nomor seri',
    '密封于检测卡中的 10 克金条，卡上有重量、成色与编号',
  ),
  certificate: of(
    'certificate',
    'The certificate of the bar of 10 g: gross weight, fine gold, fineness and serial number',
    'Sertifikat batangan 10 g: berat kotor, emas murni, kemurnian, dan nomor seri',
    '10 克金条的检测证书：毛重、纯金重量、成色与编号',
  ),
  castCertificate: of(
    'certificate-cast',
    'The certificate of the cast bar of 100 g: gross weight, fine gold, fineness and serial number',
    'Sertifikat batangan cor 100 g: berat kotor, emas murni, kemurnian, dan nomor seri',
    '100 克浇铸金条的检测证书：毛重、纯金重量、成色与编号',
  ),
  castStack: of(
    'cast-stack',
    'Three cast bars of 250 g, one across two',
    'Tiga batangan cor 250 g, satu di atas dua',
    '三根 250 克浇铸金条叠放',
  ),
  nusaBack: of(
    'nusa-back',
    'The back: waves over the serial number',
    'Sisi belakang: ombak di atas nomor seri',
    '背面：波浪纹与编号',
  ),
  nusaCard: of(
    'nusa-card',
    'The bar in its pale blue assay card',
    'Batangan dalam kartu uji biru muda',
    '浅蓝检测卡中的金条',
  ),
  cakraBack: of(
    'cakra-back',
    'The back: a whole sun over the serial number',
    'Sisi belakang: matahari penuh di atas nomor seri',
    '背面：完整日轮与编号',
  ),
  lunarSleeve: of(
    'lunar-sleeve',
    'The bar half out of a red envelope',
    'Batangan setengah keluar dari amplop merah',
    '红封中露出一半的金条',
  ),
  parangEdge: of('parang-edge', 'The pattern seen along the face', 'Motif dilihat menyusur muka', '沿面看去的纹样'),
  kawungSides: of('kawung-coin-sides', 'Both sides of the coin', 'Kedua sisi koin', '金币正反两面'),
  coinScale: of(
    'coin-scale',
    'The ounce coin on a scale that reads 31.11 g',
    'Koin satu ons troi di timbangan yang menunjuk 31,11 g',
    '一盎司金币置于秤上，读数 31.11 克',
  ),
  capsule: of(
    'elang-capsule',
    'The coin in the ring of its capsule',
    'Koin dalam cincin kapsulnya',
    '置于胶囊环中的金币',
  ),
  dinarSides: of(
    'dinar-sides',
    'Both sides: the star and the rosette',
    'Kedua sisi: bintang dan roset',
    '正反两面：八角星与莲座纹',
  ),
}

const box = (name: string, shows: Picture['shows']): Picture => ({
  ...of(
    name,
    'The bar of 5 g in an open teak box lined with unbleached cloth',
    'Batangan 5 g dalam kotak jati terbuka berlapis kain mori',
    '柚木盒中的 5 克金条，内衬素坯布',
  ),
  shows: { weight: ['5'], ...shows },
})
/** A bar of 5 g comes in a card or in a box: two pieces with two numbers. */
const sealed = (picture: Picture): Picture => ({ ...picture, shows: { weight: ['5'], packaging: ['sealed'] } })

const coin = (name: string, en: string, id: string, zh: string): Picture =>
  of(name, `Gold coin: ${en}`, `Koin emas: ${id}`, `金币：${zh}`)
const kawungCoin = coin(
  'kawung-coin',
  'the kawung inside beads and legend',
  'kawung di dalam lingkar manik dan tulisan',
  '珠圈与铭文环绕卡翁纹',
)
const elangCoin = coin('elang-coin', 'a hawk-eagle over a crater', 'elang jawa di atas kawah', '火山口上的鹰雕')
const padiCoin = coin('padi-coin', 'ears of rice', 'bulir padi', '稻穗')
const melatiCoin = coin(
  'melati-coin',
  'a jasmine flower between two buds',
  'bunga melati di antara dua kuncup',
  '双蕾之间的茉莉',
)
const harimau = coin('harimau-coin', 'a Sumatran tiger', 'harimau sumatra', '苏门答腊虎')

const tenGrams = [detail.karatEdge, ...scales('10'), detail.karatCard].map((one) => only('10', one))
const certificate = only('10', detail.certificate)
const lunarSleeve = only('5', detail.lunarSleeve)
const ounce = '31.1035'

export const galleries: Record<number, Picture[]> = {
  1001: [
    ...fronts(karat, '10'),
    ...tenGrams,
    back('karat-back', '10'),
    certificate,
    ...fronts(karat, '0.5', '1', '2', '3', '5', '25', '50', '100'),
    ...scales('0.5', '1', '2', '3', '5', '25', '50', '100'),
  ],
  1002: [
    ...fronts(karatCast, '100'),
    only('100', detail.castCertificate),
    ...fronts(karatCast, '50', '250', '500', '1000'),
    only('250', detail.castStack),
  ],
  1003: [
    ...fronts(nusa, '10'),
    only('10', detail.nusaCard),
    only('10', detail.nusaBack),
    ...fronts(nusa, '1', '2', '5', '25', '50', '100'),
  ],
  1004: fronts(nusaCast, '500', '250', '1000'),
  1005: [
    ...fronts(cakra, '5').map(sealed),
    sealed(detail.cakraBack),
    box('cakra-box', { packaging: ['gift'] }),
    ...fronts(cakra, '1', '10', '25'),
  ],
  1006: [
    ...fronts(parang, '5'),
    only('5', detail.parangEdge),
    back('parang-back', '5'),
    ...fronts(parang, '0.5', '1', '2'),
  ],
  1007: [...fronts(horse, '5'), lunarSleeve, back('lunar-back', '5'), ...fronts(horse, '1', '10')],
  1008: [...fronts(mahar, '5'), box('mahar-box', {}), ...fronts(mahar, '1', '2', '3', '10')],
  1009: [...fronts(crescent, '2'), back('lebaran-back', '2'), ...fronts(crescent, '1', '5')],
  1010: [...fronts(butterfly, '1'), only('1', { ...detail.cakraBack, name: 'kupu-back' })],
  1011: [...fronts(dragon, '5'), back('naga-back', '5'), ...fronts(dragon, '1', '10')],
  1012: fronts(sari, '5', '0.5', '1', '2', '10'),
  1013: tablets('10', '5', '20'),
  1021: [
    { ...kawungCoin, shows: { weight: ['1', '5', '10', ounce] } },
    only(ounce, detail.kawungSides),
    only(ounce, detail.coinScale),
  ],
  1022: [elangCoin, detail.capsule],
  1023: [
    coin(
      'borobudur-coin',
      'stupas before a rising sun, in high relief',
      'stupa di depan matahari terbit, relief tinggi',
      '日出前的佛塔，高浮雕',
    ),
  ],
  1024: [
    coin('dinar-coin', 'the eight-pointed star of the dinar', 'bintang delapan dinar', '第纳尔八角星'),
    detail.dinarSides,
  ],
  1025: [coin('komodo-coin', 'a komodo dragon above the surf', 'komodo di atas ombak', '浪上的科莫多龙')],
  1026: [padiCoin],
  1027: [melatiCoin],
  1028: [harimau],
  1029: [coin('nyiur-coin', 'a palm in the wind', 'nyiur tertiup angin', '风中的椰树')],
  ...jewelleryGalleries,
  2001: [
    ...fronts(karat, '10'),
    ...[detail.karatEdge, detail.karatCard].map((one) => only('10', one)),
    back('karat-back', '10'),
    ...fronts(karat, '1', '5', '50', '100'),
  ],
  2002: fronts(melakaCast, '250', '1000'),
  2003: [coin('bunga-raya-coin', 'the hibiscus in full flower', 'bunga raya mekar penuh', '盛放的大红花')],
  2006: fronts(melaka, '10', '1', '5', '50'),
  2007: [...fronts(horse, '5'), lunarSleeve, ...fronts(horse, '1', '10')],
  2008: [coin('harimau-malaya-coin', 'a Malayan tiger', 'harimau malaya', '马来亚虎')],
}
