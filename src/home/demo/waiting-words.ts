/** What waits in the demo's inbox. */
import type { WaitingMessage, WaitingTestimonial } from '../../community/add-waiting-words.ts'

export const waitingTestimonials: WaitingTestimonial[] = [
  {
    store: 'id',
    name: 'Rizky H.',
    place: 'Bandung',
    rating: 5,
    language: 'id',
    hoursAgo: 3,
    text: 'Harga yang saya pegang tetap sama sampai saya selesai membayar, padahal saat itu pasar sedang naik. Paketnya tiba dua hari kemudian dengan nomor seri yang persis seperti di faktur.',
  },
  {
    store: 'id',
    name: 'Lestari P.',
    place: 'Semarang',
    rating: 3,
    language: 'id',
    hoursAgo: 20,
    text: 'Emasnya bagus dan segelnya utuh, tetapi di gerai saya menunggu hampir setengah jam karena hanya satu petugas yang boleh membuka brankas. Tolong ditambah pada hari Sabtu.',
  },
  {
    store: 'my',
    name: 'Wei Ling T.',
    place: 'Penang',
    rating: 4,
    language: 'en-US',
    hoursAgo: 9,
    text: 'Collected at the counter, the officer read every serial number to me before I signed. One star held back because the receipt was only in Malay.',
  },
]

export const waitingMessages: WaitingMessage[] = [
  {
    store: 'id',
    name: 'Agus Hermawan',
    email: 'agus.hermawan@example.com',
    topic: 'delivery',
    language: 'id',
    hoursAgo: 2,
    text: 'Selamat pagi. Saya akan pindah rumah minggu depan. Apakah alamat pengiriman pesanan yang sudah dibayar masih dapat diubah, dan sampai kapan?',
  },
  {
    store: 'id',
    name: 'Chen Mei',
    email: 'chen.mei@example.com',
    topic: 'price',
    language: 'zh',
    hoursAgo: 26,
    text: '您好，我想把去年在门店买的两块 10 克金条卖回给你们。需要带发票原件吗？卖回价是按当天的还是按到店时的？',
  },
  {
    store: 'my',
    name: 'Farid Iskandar',
    email: 'farid.iskandar@example.com',
    topic: 'partner',
    language: 'en-US',
    hoursAgo: 50,
    text: 'We run three jewellery workshops in Johor and would like to buy grain and small bars regularly. Whom may we visit to talk about terms?',
  },
]
