/** Jewellery of the default store. Not every colour and karat is made in every size: those combinations do not exist. */

import type { NewProduct, NewSku } from '../../catalogue/add-products.ts'
import type { Attributes } from '../../catalogue/attribute-rules.ts'
import { jewel, type Words } from './demo-product.ts'
import { galleries } from './galleries.ts'

const hallmark: Words = {
  'en-US':
    'Hallmarked inside with karat and maker. The receipt names gross weight, fine gold and making charge, so the buyback can be checked by anybody.',
  id: 'Bercap kadar dan pembuat di bagian dalam. Nota menyebut berat kotor, emas murni, dan ongkos, sehingga buyback bisa diperiksa siapa pun.',
  zh: '内侧刻有成色与制作者印记。票据分列毛重、纯金与工费，回购价人人可核。',
}

/** One row of a size table: attributes, gross grams, making charge in rupiah, pieces in stock. */
export const made = (karat: number, rows: [Attributes, string, bigint, number][]): NewSku[] =>
  rows.map(([attributes, grams, making, stock]) =>
    jewel(grams, { karat, making, stock, attributes: { karat: `${karat}`, ...attributes } }),
  )

export const ring = (size: string, colour?: string): Attributes => ({ ring_size: size, ...(colour ? { colour } : {}) })
export const long = (length: string, colour?: string): Attributes => ({ length, ...(colour ? { colour } : {}) })

export const jewellery = (
  product: Omit<NewProduct, 'store' | 'kind' | 'certificate' | 'series'> & { series?: string },
): NewProduct => ({
  store: 'id',
  kind: 'jewellery',
  certificate: hallmark,
  series: null,
  ...product,
})

export const jewelleryProducts: NewProduct[] = [
  jewellery({
    id: 1041,
    category: 'rings',
    brand: 'Karat Atelier',
    form: 'ring',
    name: { 'en-US': 'Plain ring', id: 'Cincin polos', zh: '素圈戒指' },
    description: {
      'en-US':
        'A court-shaped band of 3 mm, rounded inside, polished outside. It can be made one size wider, never narrower.',
      id: 'Cincin 3 mm berpenampang lengkung, halus di dalam, mengilap di luar. Bisa dibesarkan satu ukuran, tidak bisa dikecilkan.',
      zh: '3 毫米拱面素圈，内侧圆润，外侧抛光。可改大一号，不可改小。',
    },
    gallery: galleries[1041] ?? [],
    popularity: 690,
    publishedDaysAgo: 480,
    skus: [
      ...made(22, [
        [ring('10'), '3.9', 612_000n, 9],
        [ring('12'), '4.05', 618_000n, 14],
        [ring('14'), '4.2', 624_000n, 12],
        [ring('16'), '4.35', 630_000n, 7],
      ]),
      ...made(18, [
        [ring('12'), '3.6', 560_000n, 11],
        [ring('14'), '3.74', 566_000n, 10],
        [ring('16'), '3.88', 572_000n, 3],
        [ring('18'), '4.02', 578_000n, 0],
      ]),
    ],
  }),
  jewellery({
    id: 1042,
    category: 'rings',
    brand: 'Karat Atelier',
    form: 'ring',
    series: 'Melati',
    name: { 'en-US': 'Melati ring', id: 'Cincin Melati', zh: '茉莉戒指' },
    description: {
      'en-US': 'Five petals set low enough for a glove. White gold is alloyed with palladium, without nickel.',
      id: 'Lima kelopak yang cukup rendah untuk sarung tangan. Emas putih dipadu paladium, tanpa nikel.',
      zh: '五瓣低托，戴手套亦不勾挂。白金色以钯合金制成，不含镍。',
    },
    gallery: galleries[1042] ?? [],
    popularity: 430,
    publishedDaysAgo: 150,
    skus: made(18, [
      [ring('10', 'yellow'), '2.8', 740_000n, 6],
      [ring('12', 'yellow'), '2.92', 745_000n, 8],
      [ring('14', 'yellow'), '3.04', 750_000n, 5],
      [ring('12', 'white'), '2.98', 860_000n, 4],
      [ring('14', 'white'), '3.1', 865_000n, 4],
      [ring('12', 'rose'), '2.92', 760_000n, 7],
    ]),
  }),
  jewellery({
    id: 1043,
    category: 'rings',
    brand: 'Sari Emas',
    form: 'ring',
    series: 'Mahar',
    name: { 'en-US': 'Wedding band of pure gold', id: 'Cincin kawin emas murni', zh: '足金婚戒' },
    description: {
      'en-US': '24 karat, soft and heavy, with the matt surface that shows its use with dignity.',
      id: '24 karat, lembut dan berat, dengan permukaan doff yang menua dengan anggun.',
      zh: '24K 足金，柔软厚重，哑光表面，岁月有痕而不失庄重。',
    },
    gallery: galleries[1043] ?? [],
    popularity: 360,
    publishedDaysAgo: 300,
    skus: made(24, [
      [ring('12'), '5.0', 520_000n, 6],
      [ring('14'), '5.2', 528_000n, 8],
      [ring('16'), '5.4', 536_000n, 6],
      [ring('18'), '5.6', 544_000n, 5],
    ]),
  }),
  jewellery({
    id: 1044,
    category: 'rings',
    brand: 'Cakra',
    form: 'ring',
    name: { 'en-US': 'Signet ring', id: 'Cincin stempel', zh: '印章戒指' },
    description: {
      'en-US': 'An oval of 11 × 9 mm that takes two letters or a crest; engraving is done after the order.',
      id: 'Bidang oval 11 × 9 mm untuk dua huruf atau lambang; ukiran dikerjakan setelah pesanan.',
      zh: '11 × 9 毫米椭圆戒面，可刻两字或纹章，下单后雕刻。',
    },
    gallery: galleries[1044] ?? [],
    popularity: 220,
    publishedDaysAgo: 90,
    skus: made(22, [
      [ring('14'), '8.1', 1_150_000n, 4],
      [ring('16'), '8.4', 1_165_000n, 5],
      [ring('18'), '8.7', 1_180_000n, 4],
    ]),
  }),
  jewellery({
    id: 1051,
    category: 'bracelets',
    brand: 'Karat Atelier',
    form: 'bracelet',
    series: 'Lingkar',
    name: { 'en-US': 'Lingkar bangle', id: 'Gelang Lingkar', zh: '圆环手镯' },
    description: {
      'en-US':
        'One closed round of 3.2 mm wire. Length is the inner circumference; measure over the widest part of the hand.',
      id: 'Satu lingkar tertutup dari kawat 3,2 mm. Panjang adalah keliling dalam; ukurlah di bagian tangan terlebar.',
      zh: '3.2 毫米金丝闭口圆镯。长度为内周长，请量手掌最宽处。',
    },
    gallery: galleries[1051] ?? [],
    popularity: 610,
    publishedDaysAgo: 420,
    skus: [
      ...made(18, [
        [long('17'), '9.1', 1_240_000n, 9],
        [long('18'), '9.6', 1_260_000n, 12],
        [long('19'), '10.1', 1_280_000n, 6],
      ]),
      ...made(22, [
        [long('18'), '11.2', 1_380_000n, 7],
        [long('19'), '11.8', 1_400_000n, 4],
      ]),
    ],
  }),
  jewellery({
    id: 1052,
    category: 'bracelets',
    brand: 'Sari Emas',
    form: 'bracelet',
    name: { 'en-US': 'Rolo chain bracelet', id: 'Gelang rantai rolo', zh: '圆扣链手链' },
    description: {
      'en-US': 'Round links of 22 karat with a lobster clasp, light enough for every day.',
      id: 'Mata rantai bulat 22 karat dengan kait lobster, ringan untuk sehari-hari.',
      zh: '22K 圆环链节，龙虾扣，日常佩戴轻盈。',
    },
    gallery: galleries[1052] ?? [],
    popularity: 330,
    publishedDaysAgo: 230,
    skus: made(22, [
      [long('16'), '4.6', 690_000n, 10],
      [long('18'), '5.1', 720_000n, 12],
      [long('20'), '5.6', 750_000n, 8],
    ]),
  }),
  jewellery({
    id: 1053,
    category: 'bracelets',
    brand: 'Sari Emas',
    form: 'bracelet',
    series: 'Sisik',
    name: { 'en-US': 'Sisik bracelet of pure gold', id: 'Gelang Sisik emas murni', zh: '足金鳞纹手链' },
    description: {
      'en-US': 'Scales of 24 karat, each cut by hand, that close to a smooth band.',
      id: 'Sisik 24 karat, dipotong tangan satu per satu, yang menutup menjadi pita halus.',
      zh: '24K 鳞片逐片手工切制，合拢后平滑如带。',
    },
    gallery: galleries[1053] ?? [],
    popularity: 180,
    publishedDaysAgo: 60,
    skus: made(24, [
      [long('17'), '18.4', 2_450_000n, 3],
      [long('19'), '20.2', 2_600_000n, 2],
    ]),
  }),
  jewellery({
    id: 1061,
    category: 'necklaces',
    brand: 'Karat Atelier',
    form: 'necklace',
    series: 'Padi',
    name: { 'en-US': 'Padi chain', id: 'Kalung Padi', zh: '稻穗项链' },
    description: {
      'en-US': 'Links like grains of rice on the ear. The clasp is as strong as the chain.',
      id: 'Mata rantai seperti butir padi pada tangkainya. Kaitnya sekuat rantainya.',
      zh: '链节如穗上稻粒，扣与链同样牢固。',
    },
    gallery: galleries[1061] ?? [],
    popularity: 480,
    publishedDaysAgo: 270,
    skus: [
      ...made(22, [
        [long('40'), '7.2', 980_000n, 6],
        [long('45'), '8.0', 1_020_000n, 9],
        [long('50'), '8.8', 1_060_000n, 5],
      ]),
      ...made(18, [
        [long('40'), '6.4', 900_000n, 8],
        [long('45'), '7.1', 940_000n, 8],
      ]),
    ],
  }),
  jewellery({
    id: 1062,
    category: 'necklaces',
    brand: 'Cakra',
    form: 'necklace',
    name: { 'en-US': 'Venetian chain', id: 'Kalung Venesia', zh: '威尼斯链' },
    description: {
      'en-US': 'Square links of 1.2 mm that lie flat under a collar.',
      id: 'Mata rantai persegi 1,2 mm yang rebah di bawah kerah.',
      zh: '1.2 毫米方形链节，平贴衣领之下。',
    },
    gallery: galleries[1062] ?? [],
    popularity: 260,
    publishedDaysAgo: 24,
    skus: made(18, [
      [long('40', 'yellow'), '4.1', 640_000n, 10],
      [long('45', 'yellow'), '4.6', 660_000n, 10],
      [long('45', 'white'), '4.7', 770_000n, 5],
      [long('45', 'rose'), '4.6', 680_000n, 0],
    ]),
  }),
  jewellery({
    id: 1071,
    category: 'pendants',
    brand: 'Karat Atelier',
    form: 'pendant',
    series: 'Kawung',
    name: { 'en-US': 'Kawung pendant', id: 'Liontin Kawung', zh: '卡翁吊坠' },
    description: {
      'en-US': 'The four petals cut through, 16 mm across. Pure gold in yellow only; white is 18 karat.',
      id: 'Empat kelopak tembus, garis tengah 16 mm. Emas murni hanya kuning; putih 18 karat.',
      zh: '四瓣镂空，直径 16 毫米。足金仅有黄金色，白金色为 18K。',
    },
    gallery: galleries[1071] ?? [],
    popularity: 390,
    publishedDaysAgo: 180,
    skus: [
      ...made(24, [[{ colour: 'yellow' }, '3.0', 580_000n, 9]]),
      ...made(18, [
        [{ colour: 'yellow' }, '2.4', 520_000n, 11],
        [{ colour: 'white' }, '2.5', 610_000n, 6],
      ]),
    ],
  }),
  jewellery({
    id: 1081,
    category: 'earrings',
    brand: 'Karat Atelier',
    form: 'earrings',
    name: { 'en-US': 'Hoop earrings', id: 'Anting lingkar', zh: '圆圈耳环' },
    description: {
      'en-US': 'Hollow hoops of 18 mm that click shut, sold as a pair; the weight is that of both.',
      id: 'Lingkar berongga 18 mm yang mengunci, dijual sepasang; berat adalah keduanya.',
      zh: '18 毫米空心圆圈，卡扣闭合，成对出售，重量为一对合计。',
    },
    gallery: galleries[1081] ?? [],
    popularity: 350,
    publishedDaysAgo: 200,
    skus: [...made(22, [[{}, '3.2', 540_000n, 12]]), ...made(18, [[{}, '2.8', 490_000n, 15]])],
  }),
  jewellery({
    id: 1082,
    category: 'earrings',
    brand: 'Cakra',
    form: 'earrings',
    series: 'Melati',
    name: { 'en-US': 'Melati studs', id: 'Giwang Melati', zh: '茉莉耳钉' },
    description: {
      'en-US': 'A single flower of 7 mm on a screw post, sold as a pair.',
      id: 'Satu bunga 7 mm dengan tiang ulir, dijual sepasang.',
      zh: '单朵 7 毫米茉莉，螺纹耳针，成对出售。',
    },
    gallery: galleries[1082] ?? [],
    popularity: 280,
    publishedDaysAgo: 14,
    skus: made(18, [
      [{ colour: 'yellow' }, '1.6', 430_000n, 14],
      [{ colour: 'white' }, '1.65', 495_000n, 9],
      [{ colour: 'rose' }, '1.6', 440_000n, 4],
    ]),
  }),
]
