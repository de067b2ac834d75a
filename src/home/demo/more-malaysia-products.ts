/** What the second store got with the second delivery; making charges are in sen. */
import type { NewProduct } from '../../catalogue/add-products.ts'
import { bars, bullion, jewel } from './demo-product.ts'
import { galleries } from './galleries.ts'
import { assay, hallmark } from './malaysia-products.ts'

const sold = (product: Omit<NewProduct, 'store' | 'gallery'>): NewProduct => ({
  store: 'my',
  gallery: galleries[product.id] ?? [],
  ...product,
})

export const moreMalaysiaProducts: NewProduct[] = [
  sold({
    id: 2006,
    category: 'minted-bars',
    kind: 'bar',
    brand: 'Melaka Bullion',
    form: 'minted',
    series: null,
    name: { 'en-US': 'Melaka gold bar', id: 'Batangan Melaka', zh: '马六甲金条' },
    description: {
      'en-US': 'A hibiscus in an oval on a bar with round corners, refined in Melaka since 1991.',
      id: 'Bunga raya dalam oval pada batangan bersudut bulat, dimurnikan di Melaka sejak 1991.',
      zh: '椭圆大红花，圆角金条，自 1991 年起于马六甲精炼。',
    },
    certificate: assay,
    popularity: 610,
    publishedDaysAgo: 250,
    skus: bars({ '1': 90, '5': 80, '10': 3, '50': 12 }, 6),
  }),
  sold({
    id: 2007,
    category: 'gift-bars',
    kind: 'bar',
    brand: 'Karat Mint',
    form: 'minted',
    series: 'Lunar',
    name: { 'en-US': 'Lunar bar, Year of the Horse', id: 'Batangan Imlek, Tahun Kuda', zh: '生肖金条 · 马年' },
    description: {
      'en-US': 'A horse at full gallop, in a red sleeve for giving.',
      id: 'Kuda berlari, dalam sampul merah untuk diberikan.',
      zh: '奔马图案，红封包装。',
    },
    certificate: assay,
    popularity: 480,
    publishedDaysAgo: 18,
    skus: [
      bullion('1', { premiumBps: 390, stock: 44 }),
      bullion('5', { premiumBps: 165, stock: 20 }),
      bullion('10', { premiumBps: 120, stock: 2, scarce: true }),
    ],
  }),
  sold({
    id: 2008,
    category: 'collector-coins',
    kind: 'coin',
    brand: 'Melaka Bullion',
    form: 'coin',
    series: 'Rimba',
    name: { 'en-US': 'Malayan tiger coin', id: 'Koin Harimau Malaya', zh: '马来亚虎金币' },
    description: {
      'en-US': 'The tiger of the arms, walking. 500 pieces of each weight.',
      id: 'Harimau lambang negara, melangkah. 500 keping per berat.',
      zh: '国徽之虎，信步而行。每种重量 500 枚。',
    },
    certificate: assay,
    popularity: 290,
    publishedDaysAgo: 33,
    skus: [
      bullion('7.7759', { premiumBps: 360, stock: 18 }),
      bullion('31.1035', { premiumBps: 220, stock: 4, scarce: true }),
    ],
  }),
  sold({
    id: 2009,
    category: 'rings',
    kind: 'jewellery',
    brand: 'Karat Atelier',
    form: 'ring',
    series: 'Melati',
    name: { 'en-US': 'Melati ring', id: 'Cincin Melati', zh: '茉莉戒指' },
    description: {
      'en-US': 'Five petals on a fine band; white gold is alloyed with palladium, without nickel.',
      id: 'Lima kelopak pada cincin halus; emas putih dipadu paladium, tanpa nikel.',
      zh: '细戒五瓣花；白金色以钯合金制成，不含镍。',
    },
    certificate: {
      'en-US': 'Hallmarked 750 inside; the receipt lists gross weight, fine gold and making charge.',
      id: 'Bercap 750 di bagian dalam; nota menyebut berat kotor, emas murni, dan ongkos.',
      zh: '内侧刻 750 印记，票据分列毛重、纯金与工费。',
    },
    popularity: 270,
    publishedDaysAgo: 64,
    skus: [
      jewel('2.92', {
        karat: 18,
        making: 22_400n,
        stock: 5,
        attributes: { karat: '18', colour: 'yellow', ring_size: '12' },
      }),
      jewel('3.04', {
        karat: 18,
        making: 22_600n,
        stock: 6,
        attributes: { karat: '18', colour: 'yellow', ring_size: '14' },
      }),
      jewel('3.1', {
        karat: 18,
        making: 26_000n,
        stock: 2,
        attributes: { karat: '18', colour: 'white', ring_size: '14' },
      }),
    ],
  }),
  sold({
    id: 2010,
    category: 'necklaces',
    kind: 'jewellery',
    brand: 'Karat Atelier',
    form: 'necklace',
    series: 'Padi',
    name: { 'en-US': 'Padi chain', id: 'Kalung Padi', zh: '稻穗项链' },
    description: {
      'en-US': 'Links like grains of rice on the ear.',
      id: 'Mata rantai seperti butir padi pada tangkainya.',
      zh: '链节如穗上稻粒。',
    },
    certificate: hallmark,
    popularity: 300,
    publishedDaysAgo: 120,
    skus: [
      jewel('7.2', { karat: 22, making: 29_500n, stock: 6, attributes: { karat: '22', length: '40' } }),
      jewel('8.0', { karat: 22, making: 30_700n, stock: 7, attributes: { karat: '22', length: '45' } }),
    ],
  }),
  sold({
    id: 2011,
    category: 'earrings',
    kind: 'jewellery',
    brand: 'Karat Atelier',
    form: 'earrings',
    series: null,
    name: { 'en-US': 'Hoop earrings', id: 'Anting lingkar', zh: '圆圈耳环' },
    description: {
      'en-US': 'Hollow hoops of 18 mm that click shut, sold as a pair.',
      id: 'Lingkar berongga 18 mm yang mengunci, dijual sepasang.',
      zh: '18 毫米空心圆圈，卡扣闭合，成对出售。',
    },
    certificate: hallmark,
    popularity: 250,
    publishedDaysAgo: 120,
    skus: [
      jewel('3.2', { karat: 22, making: 16_300n, stock: 8, attributes: { karat: '22' } }),
      jewel('2.8', { karat: 18, making: 14_800n, stock: 0, attributes: { karat: '18' } }),
    ],
  }),
  sold({
    id: 2012,
    category: 'rings',
    kind: 'jewellery',
    brand: 'Sari Emas',
    form: 'ring',
    series: 'Mahar',
    name: { 'en-US': 'Wedding band of pure gold', id: 'Cincin kawin emas murni', zh: '足金婚戒' },
    description: {
      'en-US': '24 karat, soft and heavy, with a matt surface.',
      id: '24 karat, lembut dan berat, permukaan doff.',
      zh: '24K 足金，柔软厚重，哑光表面。',
    },
    certificate: assay,
    popularity: 220,
    publishedDaysAgo: 210,
    skus: [
      jewel('5.0', { karat: 24, making: 15_600n, stock: 4, attributes: { karat: '24', ring_size: '12' } }),
      jewel('5.4', { karat: 24, making: 16_100n, stock: 5, attributes: { karat: '24', ring_size: '16' } }),
    ],
  }),
]
