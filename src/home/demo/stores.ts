/** The demo's two shop fronts and its category tree. */
import type { NewCategory } from '../../catalogue/add-products.ts'
import type { StoreRow } from '../../stores/stores.ts'

export const demoStores: StoreRow[] = [
  {
    code: 'id',
    name: 'Karat Indonesia',
    currency: 'IDR',
    currencies: ['IDR', 'USD'],
    timeZone: 'Asia/Jakarta',
    language: 'id',
    country: 'ID',
    regionLevels: 3,
    open: true,
  },
  {
    code: 'my',
    name: 'Karat Malaysia',
    currency: 'MYR',
    currencies: ['MYR', 'USD'],
    timeZone: 'Asia/Kuala_Lumpur',
    language: 'en-US',
    country: 'MY',
    regionLevels: 1,
    open: true,
  },
]

export const demoCategories: NewCategory[] = [
  {
    id: 1,
    parent: null,
    slug: 'bars',
    name: { 'en-US': 'Gold bars', id: 'Emas batangan', zh: '金条' },
    image: 'cast-stack',
  },
  {
    id: 2,
    parent: null,
    slug: 'coins',
    name: { 'en-US': 'Gold coins', id: 'Koin emas', zh: '金币' },
    image: 'kawung-coin',
  },
  {
    id: 3,
    parent: null,
    slug: 'jewellery',
    name: { 'en-US': 'Jewellery', id: 'Perhiasan', zh: '首饰' },
    image: 'lingkar-22',
  },
  {
    id: 11,
    parent: 1,
    slug: 'minted-bars',
    name: { 'en-US': 'Minted bars', id: 'Batangan cetak', zh: '压铸金条' },
    image: 'karat-10g',
  },
  {
    id: 12,
    parent: 1,
    slug: 'cast-bars',
    name: { 'en-US': 'Cast bars', id: 'Batangan cor', zh: '浇铸金条' },
    image: 'karat-cast-100g',
  },
  {
    id: 13,
    parent: 1,
    slug: 'gift-bars',
    name: { 'en-US': 'Gift bars', id: 'Batangan hadiah', zh: '礼品金条' },
    image: 'mahar-5g',
  },
  {
    id: 21,
    parent: 2,
    slug: 'bullion-coins',
    name: { 'en-US': 'Bullion coins', id: 'Koin investasi', zh: '投资金币' },
    image: 'elang-coin',
  },
  { id: 22, parent: 2, slug: 'dinar', name: { 'en-US': 'Dinar', id: 'Dinar', zh: '第纳尔' }, image: 'dinar-coin' },
  {
    id: 23,
    parent: 2,
    slug: 'collector-coins',
    name: { 'en-US': 'Collector coins', id: 'Koin koleksi', zh: '纪念金币' },
    image: 'borobudur-coin',
  },
  {
    id: 31,
    parent: 3,
    slug: 'rings',
    name: { 'en-US': 'Rings', id: 'Cincin', zh: '戒指' },
    image: 'melati-ring-yellow',
  },
  {
    id: 32,
    parent: 3,
    slug: 'bracelets',
    name: { 'en-US': 'Bracelets', id: 'Gelang', zh: '手镯' },
    image: 'rolo-bracelet',
  },
  {
    id: 33,
    parent: 3,
    slug: 'necklaces',
    name: { 'en-US': 'Necklaces', id: 'Kalung', zh: '项链' },
    image: 'padi-chain-22',
  },
  {
    id: 34,
    parent: 3,
    slug: 'earrings',
    name: { 'en-US': 'Earrings', id: 'Anting', zh: '耳环' },
    image: 'melati-studs-yellow',
  },
  {
    id: 35,
    parent: 3,
    slug: 'pendants',
    name: { 'en-US': 'Pendants', id: 'Liontin', zh: '吊坠' },
    image: 'kawung-pendant-yellow',
  },
]
