/** The demo's banners. One is over and one has not begun, so that the schedule can be seen to work. */
import type { NewBanner } from '../../content/add-banners.ts'

export const demoBanners: NewBanner[] = [
  {
    store: 'id',
    position: 1,
    title: { 'en-US': 'Bars with a serial number', id: 'Batangan bernomor seri', zh: '每根金条都有编号' },
    text: {
      'en-US': 'From 0.5 g to 1 kg, 999.9 fine, each sealed with its assay card.',
      id: 'Dari 0,5 g sampai 1 kg, kemurnian 999,9, tersegel bersama kartu uji.',
      zh: '0.5 克至 1 公斤，成色 999.9，随附检测卡密封包装。',
    },
    link: '/product/product?category=bars',
    image: 'banner-bars',
    fromDays: null,
    toDays: null,
  },
  {
    store: 'id',
    position: 2,
    title: { 'en-US': 'Mahar: gold for the wedding', id: 'Mahar: emas untuk hari pernikahan', zh: 'Mahar 婚礼金条' },
    text: {
      'en-US': 'Bars of 1 to 10 g in a box that can be engraved.',
      id: 'Batangan 1 sampai 10 g dalam kotak yang bisa diukir nama.',
      zh: '1 至 10 克金条，礼盒可刻名。',
    },
    link: '/product/product?category=gift-bars',
    image: 'banner-gifts',
    fromDays: -10,
    toDays: 60,
  },
  {
    store: 'id',
    position: 3,
    title: { 'en-US': 'Independence Day coin', id: 'Koin Hari Kemerdekaan', zh: '独立日金币' },
    text: { 'en-US': 'Sold until the end of August.', id: 'Dijual sampai akhir Agustus.', zh: '售至八月底。' },
    link: '/product/product?category=collector-coins',
    image: 'borobudur-coin',
    fromDays: -90,
    toDays: -60,
  },
  {
    store: 'id',
    position: 4,
    title: { 'en-US': 'New year bars', id: 'Batangan tahun baru', zh: '新年金条' },
    text: { 'en-US': 'From next month.', id: 'Mulai bulan depan.', zh: '下月开售。' },
    link: '/product/product?category=gift-bars',
    image: 'naga-5g',
    fromDays: 30,
    toDays: 90,
  },
  {
    store: 'my',
    position: 1,
    title: {
      'en-US': 'Gold by the gram, priced in ringgit',
      id: 'Emas per gram, dalam ringgit',
      zh: '以令吉计价的黄金',
    },
    text: {
      'en-US': 'Bars of 1 g to 1 kg, with our buyback price beside every price.',
      id: 'Batangan 1 g sampai 1 kg, harga buyback di samping setiap harga.',
      zh: '1 克至 1 公斤金条，售价旁即列回购价。',
    },
    link: '/product/product?category=bars',
    image: 'banner-bars',
    fromDays: null,
    toDays: null,
  },
]
