/** Bars and coins that came with the second delivery: gifts, tablets, another house, new coins. */
import type { NewProduct } from '../../catalogue/add-products.ts'
import { bars, bullion, type Words } from './demo-product.ts'
import { galleries } from './galleries.ts'

const sealed: Words = {
  'en-US':
    'Sealed with an assay card that repeats the serial number, the weight and the fineness of 999.9. Opening the seal ends the tamper warranty, not the buyback.',
  id: 'Tersegel bersama kartu uji yang mencantumkan nomor seri, berat, dan kemurnian 999,9. Membuka segel mengakhiri jaminan segel, bukan buyback.',
  zh: '密封并附检测卡，载明编号、重量与 999.9 成色。拆封仅终止封装保证，不影响回购。',
}
const capsule: Words = {
  'en-US': 'In a capsule, with a numbered certificate that names the mintage, the weight and the fineness.',
  id: 'Dalam kapsul, dengan sertifikat bernomor yang menyebut jumlah cetak, berat, dan kemurnian.',
  zh: '附胶囊与编号证书，载明发行量、重量与成色。',
}

type Given = Omit<NewProduct, 'store' | 'gallery' | 'certificate' | 'kind' | 'form'>
const bar = (product: Given): NewProduct => ({
  ...{ store: 'id', kind: 'bar', form: 'minted', certificate: sealed, gallery: galleries[product.id] ?? [] },
  ...product,
})
const coin = (product: Given): NewProduct => ({
  ...{ store: 'id', kind: 'coin', form: 'coin', certificate: capsule, gallery: galleries[product.id] ?? [] },
  ...product,
})

export const giftProducts: NewProduct[] = [
  bar({
    id: 1009,
    category: 'gift-bars',
    brand: 'Karat Mint',
    series: 'Lebaran',
    name: { 'en-US': 'Idulfitri bar', id: 'Batangan Idulfitri', zh: '开斋节金条' },
    description: {
      'en-US': 'A crescent in a ring, in the small weights that are given to nephews and nieces.',
      id: 'Bulan sabit dalam lingkaran, dalam berat kecil untuk THR keponakan.',
      zh: '圆环新月，小克重，适合节日赠予晚辈。',
    },
    popularity: 440,
    publishedDaysAgo: 220,
    skus: bars({ '1': 120, '2': 64, '5': 30 }, 120),
  }),
  bar({
    id: 1010,
    category: 'gift-bars',
    brand: 'Cakra',
    series: 'Kupu',
    name: { 'en-US': 'Newborn bar, butterfly', id: 'Batangan kelahiran, kupu-kupu', zh: '新生儿金条 · 蝴蝶' },
    description: {
      'en-US': 'One gram for the first day. The card has room for a name, a date and a weight at birth.',
      id: 'Satu gram untuk hari pertama. Kartunya menyediakan tempat untuk nama, tanggal, dan berat lahir.',
      zh: '为第一天准备的一克。卡片可写名字、日期与出生体重。',
    },
    popularity: 300,
    publishedDaysAgo: 75,
    skus: bars({ '1': 88 }, 160),
  }),
  bar({
    id: 1011,
    category: 'gift-bars',
    brand: 'Karat Mint',
    series: 'Lunar',
    name: { 'en-US': 'Lunar bar, Year of the Dragon', id: 'Batangan Imlek, Tahun Naga', zh: '生肖金条 · 龙年' },
    description: {
      'en-US': 'The dragon of 2024 with its pearl. What is left of the edition; no more will be struck.',
      id: 'Naga tahun 2024 dengan mustikanya. Sisa edisi; tidak akan dicetak lagi.',
      zh: '2024 年龙衔珠，余量发售，不再压铸。',
    },
    popularity: 350,
    publishedDaysAgo: 640,
    skus: [
      bullion('1', { premiumBps: 520, stock: 0 }),
      bullion('5', { premiumBps: 310, stock: 3, scarce: true }),
      bullion('10', { premiumBps: 240, stock: 2, scarce: true }),
    ],
  }),
  bar({
    id: 1012,
    category: 'minted-bars',
    brand: 'Sari Emas',
    series: null,
    name: { 'en-US': 'Sari Emas gold bar', id: 'Sari Emas batangan', zh: 'Sari Emas 金条' },
    description: {
      'en-US': 'The star of the dinar on a bar, from a family workshop in Kotagede that refines its own gold.',
      id: 'Bintang dinar di atas batangan, dari bengkel keluarga di Kotagede yang memurnikan emasnya sendiri.',
      zh: '第纳尔之星金条，出自日惹哥打格德自炼金的家庭作坊。',
    },
    popularity: 370,
    publishedDaysAgo: 160,
    skus: bars({ '0.5': 140, '1': 160, '2': 75, '5': 90, '10': 5 }, 18),
  }),
  bar({
    id: 1013,
    category: 'minted-bars',
    brand: 'Karat Mint',
    series: 'Petik',
    name: { 'en-US': 'Petik tablets of 1 g', id: 'Petik, lempeng keping 1 g', zh: '可拆金片 Petik' },
    description: {
      'en-US':
        'Tablets of one gram in one piece. Break off what you want to sell or give; each carries its own stamp and number.',
      id: 'Keping satu gram dalam satu lempeng. Petik seperlunya untuk dijual atau diberikan; tiap keping bercap dan bernomor sendiri.',
      zh: '一克金片相连成板，可逐片折下出售或赠送，每片自有印记与编号。',
    },
    popularity: 460,
    publishedDaysAgo: 30,
    skus: [
      bullion('5', { premiumBps: 190, stock: 46 }),
      bullion('10', { premiumBps: 165, stock: 58 }),
      bullion('20', { premiumBps: 150, stock: 16 }),
    ],
  }),
  coin({
    id: 1026,
    category: 'bullion-coins',
    brand: 'Nusa Logam',
    series: 'Padi',
    name: { 'en-US': 'Padi coin', id: 'Koin Padi', zh: '稻穗金币' },
    description: {
      'en-US': 'Ears of rice, in gram weights that fit a monthly habit of saving.',
      id: 'Bulir padi, dalam berat gram yang cocok untuk menabung tiap bulan.',
      zh: '稻穗图案，以克计重，适合按月积存。',
    },
    popularity: 340,
    publishedDaysAgo: 190,
    skus: [
      bullion('2', { premiumBps: 240, stock: 90 }),
      bullion('5', { premiumBps: 150, stock: 72 }),
      bullion('10', { premiumBps: 105, stock: 44 }),
    ],
  }),
  coin({
    id: 1027,
    category: 'collector-coins',
    brand: 'Karat Mint',
    series: 'Melati',
    name: { 'en-US': 'Melati coin', id: 'Koin Melati', zh: '茉莉金币' },
    description: {
      'en-US': 'The jasmine, flower of this country, small enough for a locket.',
      id: 'Melati, puspa bangsa, cukup kecil untuk liontin.',
      zh: '国花茉莉，小巧可入吊坠。',
    },
    popularity: 320,
    publishedDaysAgo: 21,
    skus: [
      bullion('1', { premiumBps: 430, stock: 110 }),
      bullion('2', { premiumBps: 320, stock: 60 }),
      bullion('5', { premiumBps: 205, stock: 4 }),
    ],
  }),
  coin({
    id: 1028,
    category: 'collector-coins',
    brand: 'Cakra',
    series: 'Satwa',
    name: { 'en-US': 'Sumatran tiger coin', id: 'Koin Harimau Sumatra', zh: '苏门答腊虎金币' },
    description: {
      'en-US': 'Second of the Satwa series. 300 ounces and 900 quarters, each with its number on the edge.',
      id: 'Kedua dari seri Satwa. 300 keping satu ons dan 900 keping seperempat, bernomor di tepinya.',
      zh: '“Satwa” 系列第二枚。一盎司 300 枚、四分之一盎司 900 枚，边缘刻号。',
    },
    popularity: 270,
    publishedDaysAgo: 4,
    skus: [
      bullion('7.7759', { premiumBps: 420, stock: 34 }),
      bullion('31.1035', { premiumBps: 290, stock: 3, scarce: true }),
    ],
  }),
  coin({
    id: 1029,
    category: 'bullion-coins',
    brand: 'Nusa Logam',
    series: 'Nyiur',
    name: { 'en-US': 'Nyiur coin', id: 'Koin Nyiur', zh: '椰影金币' },
    description: {
      'en-US': 'A palm in the wind. The lightest coin we keep, and the one most often bought first.',
      id: 'Nyiur tertiup angin. Koin teringan kami, dan yang paling sering menjadi pembelian pertama.',
      zh: '风中椰树。本店最轻的金币，也常是第一枚。',
    },
    popularity: 410,
    publishedDaysAgo: 280,
    skus: [bullion('0.5', { premiumBps: 780, stock: 210 }), bullion('1', { premiumBps: 400, stock: 170 })],
  }),
]
