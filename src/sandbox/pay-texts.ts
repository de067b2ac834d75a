/** The words of the acquirer's pages. */
import type { CardErrors, Scenario } from './card-rules.ts'
import type { Transfer } from './transfer-rules.ts'

type CardError = NonNullable<CardErrors[keyof CardErrors]>

type Texts = {
  title: string
  sandbox: string
  to: string
  until: string
  card_number: string
  expiry: string
  expiry_hint: string
  cvc: string
  name: string
  pay: (amount: string) => string
  back: string
  cards: string
  cards_hint: string
  use: string
  scenarios: Record<Scenario, string>
  errors: Record<CardError, string>
  challenge: {
    title: string
    text: string
    code: string
    confirm: string
    wrong: (left: number) => string
    hint: string
  }
  closed: Record<'captured' | 'declined' | 'expired' | 'closed' | 'waiting', { title: string; text: string }>
  transfer: {
    /** Of a virtual account, and of a QR code. */
    title: (bank: string | null) => string
    number: string
    hint: string
    how: Record<Transfer, string>
    over: string
    paid: string
  }
  missing: { title: string; text: string }
  broken: { title: string; text: string }
}

const en: Texts = {
  title: 'Pay by card',
  sandbox: 'Test mode: no real money moves',
  to: 'Payment to',
  until: 'Pay by',
  card_number: 'Card number',
  expiry: 'Valid until',
  expiry_hint: 'MM/YY',
  cvc: 'Security code',
  name: 'Name on the card',
  pay: (amount) => `Pay ${amount}`,
  back: 'Back to the shop without paying',
  cards: 'Test cards',
  cards_hint: 'Only these numbers are accepted. Nothing you type here is stored.',
  use: 'Fill in',
  scenarios: {
    success: 'Succeeds',
    challenge: 'Asks for a code (3-D Secure)',
    decline: 'Declined by the bank',
    funds: 'Declined: not enough money',
    timeout: 'The bank answers late, and no notice is sent',
    late_notice: 'Succeeds; the shop is told 20 seconds later',
    double_notice: 'Succeeds; the shop is told three times',
    after_expiry: 'Captured only after the time to pay is over',
    refund_refused: 'Succeeds; a refund is refused by the bank',
    refund_late: 'Succeeds; a refund takes 20 seconds',
    in_parts: 'Captured for half, and for the rest 15 seconds later',
    corrected_down: 'Captured, and corrected to half 15 seconds later',
    corrected_up: 'Captured, and corrected to one and a half times 15 seconds later',
    corrected_nothing: 'Captured, and taken back whole 15 seconds later',
    told_early: 'The shop is told that it is paid, but it is not',
    dispute_won: 'Succeeds; disputed after 15 seconds, decided for the shop a little later',
    dispute_lost: 'Succeeds; disputed after 15 seconds, decided against the shop a little later',
    dispute_turned_won: 'Succeeds; disputed after 15 seconds, lost by the shop, and won in the next round',
    dispute_turned_lost: 'Succeeds; disputed after 15 seconds, won by the shop, and lost in the next round',
  },
  errors: {
    required: 'Please fill this in.',
    not_a_test_card: 'This is not one of the test cards below. Please never type a real card number here.',
    expiry_form: 'Please write month and year, such as 12/30.',
    expired: 'This month is over.',
    cvc_form: 'Please write the three digits.',
  },
  challenge: {
    title: 'Confirm it is you',
    text: 'Your bank has sent you a code.',
    code: 'Code',
    confirm: 'Confirm the payment',
    wrong: (left) => `That code is wrong. ${left === 1 ? '1 try' : `${left} tries`} left.`,
    hint: 'In test mode the code is 123456.',
  },
  closed: {
    captured: { title: 'Paid', text: 'This payment has been made. Nothing is left to do here.' },
    declined: { title: 'Declined', text: 'The bank declined this payment. Your money has not moved.' },
    expired: { title: 'Time is over', text: 'This payment was not made in time. Your money has not moved.' },
    closed: {
      title: 'Closed by the shop',
      text: 'The shop takes no money for this order any more. Your money has not moved.',
    },
    waiting: {
      title: 'The bank has not answered yet',
      text: 'Your card was accepted. The shop shows the result as soon as the bank answers; please do not pay again.',
    },
  },
  transfer: {
    title: (bank) => (bank ? `Transfer at ${bank}` : 'Pay by QR code'),
    number: 'Virtual account number',
    hint: 'This page stands for your bank’s app. Choose what your bank is to do.',
    how: {
      exact: 'Pay the exact amount',
      less: 'Transfer too little',
      more: 'Transfer too much',
      late: 'Let a late transfer arrive',
      again: 'Pay once more',
    },
    over: 'Its time is over. A bank may still deliver a transfer that was on its way.',
    paid: 'The money has arrived, and the shop is being told.',
  },
  missing: {
    title: 'No such payment',
    text: 'This address belongs to no payment. Please go back to the shop and try again from there.',
  },
  broken: {
    title: 'Something went wrong',
    text: 'The page could not be shown. Please go back to the shop; it knows whether the payment was made.',
  },
}

const id: Texts = {
  title: 'Bayar dengan kartu',
  sandbox: 'Mode uji coba: tidak ada uang sungguhan yang berpindah',
  to: 'Pembayaran kepada',
  until: 'Bayar sebelum',
  card_number: 'Nomor kartu',
  expiry: 'Berlaku sampai',
  expiry_hint: 'BB/TT',
  cvc: 'Kode keamanan',
  name: 'Nama pada kartu',
  pay: (amount) => `Bayar ${amount}`,
  back: 'Kembali ke toko tanpa membayar',
  cards: 'Kartu uji coba',
  cards_hint: 'Hanya nomor ini yang diterima. Isian Anda di sini tidak disimpan.',
  use: 'Isikan',
  scenarios: {
    success: 'Berhasil',
    challenge: 'Meminta kode (3-D Secure)',
    decline: 'Ditolak bank',
    funds: 'Ditolak: saldo tidak cukup',
    timeout: 'Bank terlambat menjawab, tanpa pemberitahuan',
    late_notice: 'Berhasil; toko diberi tahu 20 detik kemudian',
    double_notice: 'Berhasil; toko diberi tahu tiga kali',
    after_expiry: 'Baru tertagih setelah batas waktu lewat',
    refund_refused: 'Berhasil; pengembalian dana ditolak bank',
    refund_late: 'Berhasil; pengembalian dana perlu 20 detik',
    in_parts: 'Tertagih separuh, sisanya 15 detik kemudian',
    corrected_down: 'Tertagih, lalu dikoreksi menjadi separuh 15 detik kemudian',
    corrected_up: 'Tertagih, lalu dikoreksi menjadi satu setengah kali 15 detik kemudian',
    corrected_nothing: 'Tertagih, lalu dibatalkan seluruhnya 15 detik kemudian',
    told_early: 'Toko diberi tahu sudah dibayar, padahal belum',
    dispute_won: 'Berhasil; disanggah setelah 15 detik, lalu dimenangkan toko',
    dispute_lost: 'Berhasil; disanggah setelah 15 detik, lalu dimenangkan pemilik kartu',
    dispute_turned_won:
      'Berhasil; disanggah setelah 15 detik, dimenangkan pemilik kartu, lalu toko pada putaran berikutnya',
    dispute_turned_lost:
      'Berhasil; disanggah setelah 15 detik, dimenangkan toko, lalu pemilik kartu pada putaran berikutnya',
  },
  errors: {
    required: 'Mohon diisi.',
    not_a_test_card: 'Nomor ini bukan kartu uji coba di bawah. Jangan pernah mengetik nomor kartu sungguhan di sini.',
    expiry_form: 'Tulis bulan dan tahun, misalnya 12/30.',
    expired: 'Bulan ini sudah lewat.',
    cvc_form: 'Tulis tiga angka.',
  },
  challenge: {
    title: 'Pastikan ini Anda',
    text: 'Bank Anda telah mengirim sebuah kode.',
    code: 'Kode',
    confirm: 'Konfirmasi pembayaran',
    wrong: (left) => `Kode salah. Sisa ${left} percobaan.`,
    hint: 'Dalam mode uji coba kodenya 123456.',
  },
  closed: {
    captured: {
      title: 'Sudah dibayar',
      text: 'Pembayaran ini sudah selesai. Tidak ada lagi yang perlu dilakukan di sini.',
    },
    declined: { title: 'Ditolak', text: 'Bank menolak pembayaran ini. Uang Anda tidak berpindah.' },
    closed: {
      title: 'Ditutup oleh toko',
      text: 'Toko tidak lagi menerima pembayaran untuk pesanan ini. Uang Anda tidak berpindah.',
    },
    expired: { title: 'Waktu habis', text: 'Pembayaran ini tidak dilakukan tepat waktu. Uang Anda tidak berpindah.' },
    waiting: {
      title: 'Bank belum menjawab',
      text: 'Kartu Anda diterima. Toko menampilkan hasilnya begitu bank menjawab; mohon jangan membayar lagi.',
    },
  },
  transfer: {
    title: (bank) => (bank ? `Transfer di ${bank}` : 'Bayar dengan kode QR'),
    number: 'Nomor virtual account',
    hint: 'Halaman ini berperan sebagai aplikasi bank Anda. Pilih apa yang dilakukan bank.',
    how: {
      exact: 'Bayar tepat sesuai tagihan',
      less: 'Transfer kurang',
      more: 'Transfer lebih',
      late: 'Kirim transfer yang terlambat',
      again: 'Bayar sekali lagi',
    },
    over: 'Waktunya sudah habis. Bank masih bisa meneruskan transfer yang sudah dalam perjalanan.',
    paid: 'Uang sudah masuk, dan toko sedang diberi tahu.',
  },
  missing: {
    title: 'Pembayaran tidak ditemukan',
    text: 'Alamat ini bukan milik pembayaran mana pun. Silakan kembali ke toko dan coba lagi dari sana.',
  },
  broken: {
    title: 'Terjadi kesalahan',
    text: 'Halaman tidak dapat ditampilkan. Silakan kembali ke toko; toko tahu apakah pembayaran sudah terjadi.',
  },
}

export type PageLanguage = 'en' | 'id'
export const payTexts: Record<PageLanguage, Texts> = { en, id }

/** Indonesian unless the visitor chose another language; the acquirer speaks two. */
export function pageLanguage(cookies: string | undefined): PageLanguage {
  const chosen = /(?:^|;\s*)language=([\w-]+)/.exec(cookies ?? '')?.[1]
  return chosen === undefined || chosen === 'id' ? 'id' : 'en'
}
