/**
 * The small history of the demonstration: what customers and the house have done before a visitor comes. The people are those
 * of seed-members.ts and seed-staff.ts; every story is told once, by the shop's own commands, at the moment it is told.
 */
import { demoMembers } from '../../identity/seed-members.ts'
import type { Karat } from '../../karat.ts'
import { askForData } from '../../rights/ask-request.ts'
import { activityStories } from './history-activities.ts'
import { homes } from './history-addresses.ts'
import { agentStories } from './history-agents.ts'
import { businessStories } from './history-business.ts'
import { goldBackStories } from './history-goldback.ts'
import * as scene from './history-scene.ts'
import * as steps from './history-steps.ts'
import { vaultStories } from './history-vault.ts'

export type Story = { name: string; tell: (karat: Karat) => Promise<unknown> }

const { atCounter, atHome, buys, collected, customer, orders, pays, prepared, readied, shipped } = scene
/** An order of the demonstration that waits for its money does so for a week, or nobody would ever see one. */
const WEEK = 604_800
const [MENTENG, DAGO, TUNJUNGAN, BUKIT_BINTANG] = [1, 2, 3, 11]

const ratna = (karat: Karat) => customer(karat, 'ratna@karat.test')
const bagus = (karat: Karat) => customer(karat, 'bagus@karat.test')
const sri = (karat: Karat) => customer(karat, 'sri@karat.test')
const dimas = (karat: Karat) => customer(karat, 'dimas@karat.test')
const aisyah = (karat: Karat) => customer(karat, 'aisyah@karat.test')
const nurul = (karat: Karat) => customer(karat, 'nurul@karat.test')

const ofRatna: Story[] = [
  {
    name: 'collected',
    tell: async (karat) =>
      collected(karat, await buys(karat, await ratna(karat), { product: 1001, grams: '2', to: atCounter(MENTENG) })),
  },
  {
    name: 'lost and paid back',
    async tell(karat) {
      const who = await ratna(karat)
      const orderId = await buys(karat, who, { product: 1001, grams: '1', to: await atHome(karat, who, homes.menteng) })
      await shipped(karat, orderId, { carrier: 'pos', tracking: 'P2611180024417' })
      await steps.lost(karat, orderId, 'Pos Indonesia memastikan paket hilang di pusat sortir Jakarta Timur')
      const note = 'Menurut pelacakan, paket tidak bergerak lagi sejak pusat sortir. Saya memilih uang kembali.'
      const requestId = await steps.asksBack(karat, who, { orderId, reason: 'not_arrived', note })
      const answer = 'Pos Indonesia memastikan paket hilang. Uang Anda kembali seluruhnya, termasuk ongkos kirim.'
      await steps.granted(karat, requestId, { answer, reason: 'Surat kehilangan dari Pos Indonesia sudah diterima' })
      await steps.executed(karat, requestId, 'Sesuai persetujuan, paket hilang')
    },
  },
  {
    name: 'damaged',
    async tell(karat) {
      const who = await ratna(karat)
      const to = await atHome(karat, who, homes.menteng)
      const orderId = await buys(karat, who, { product: 1008, grams: '1', pieces: 2, to })
      await shipped(karat, orderId, { carrier: 'jne', tracking: 'JT6042718835102' })
      await steps.arrived(karat, orderId, 'JNE melaporkan paket diterima oleh penerima')
      const note = 'Segel salah satu kemasan Mahar sudah terbuka di sudutnya ketika paket saya buka.'
      await steps.asksBack(karat, who, { orderId, reason: 'damaged', note })
    },
  },
  {
    name: 'cancelled',
    async tell(karat) {
      const who = await ratna(karat)
      const orderId = await buys(karat, who, { product: 1001, grams: '0.5', to: atCounter(MENTENG) })
      await steps.cancelsPaid(karat, who, orderId, 'Salah memilih berat')
    },
  },
  {
    name: 'expired',
    tell: async (karat) =>
      orders(karat, await ratna(karat), { product: 1021, grams: '1', to: atCounter(MENTENG), seconds: 1 }),
  },
  {
    name: 'shipped',
    async tell(karat) {
      const who = await ratna(karat)
      const orderId = await buys(karat, who, { product: 1041, to: await atHome(karat, who, homes.menteng) })
      await shipped(karat, orderId, { carrier: 'jne', tracking: 'JT6042718851290' })
    },
  },
  {
    name: 'ready',
    tell: async (karat) =>
      readied(karat, await buys(karat, await ratna(karat), { product: 1001, grams: '2', to: atCounter(MENTENG) })),
  },
  {
    name: 'unpaid',
    tell: async (karat) =>
      orders(karat, await ratna(karat), { product: 1026, grams: '2', to: atCounter(MENTENG), seconds: WEEK }),
  },
]

const ofOthers: Story[] = [
  {
    name: 'late money',
    async tell(karat) {
      const who = await bagus(karat)
      const orderId = await orders(karat, who, { product: 1001, grams: '3', to: atCounter(DAGO), seconds: 4 })
      await pays(karat, who, orderId, 'afterExpiry')
    },
  },
  {
    name: 'sent again',
    async tell(karat) {
      const who = await bagus(karat)
      const orderId = await buys(karat, who, { product: 1001, grams: '2', to: await atHome(karat, who, homes.depok) })
      await shipped(karat, orderId, { carrier: 'pos', tracking: 'P2611190031108' })
      const reason = 'Truk pos terbakar di Cibinong; berita acara sudah diterima'
      await steps.lost(karat, orderId, reason)
      await steps.sentAgain(karat, { orderId, reason, carrier: 'brinks', tracking: 'BRK-ID-2207741' })
    },
  },
  {
    name: 'in preparation',
    tell: async (karat) =>
      prepared(karat, await buys(karat, await bagus(karat), { product: 1009, to: atCounter(DAGO) })),
  },
  {
    name: 'address to correct',
    async tell(karat) {
      const who = await bagus(karat)
      const password = demoMembers.find(({ email }) => email === 'bagus@karat.test')?.password ?? ''
      const words =
        'Kecamatan pada alamat saya tertulis Beji, seharusnya Pancoran Mas. Jalan dan kode posnya sudah benar.'
      await askForData(karat, who, { kind: 'correction', about: 'address', words, password, address: 'demo' })
    },
  },
  {
    name: 'to prepare',
    tell: async (karat) =>
      buys(karat, await sri(karat), {
        product: 1001,
        grams: '5',
        to: await atHome(karat, await sri(karat), homes.sleman),
      }),
  },
  {
    name: 'refund refused',
    async tell(karat) {
      const who = await sri(karat)
      const orderId = await buys(karat, who, { product: 1027, grams: '1', to: atCounter(TUNJUNGAN) })
      await collected(karat, orderId)
      const note = 'Warna koinnya lebih pucat daripada di foto.'
      const requestId = await steps.asksBack(karat, who, { orderId, reason: 'not_as_described', note })
      const answer =
        'Koin diperiksa bersama Anda di gerai Tunjungan: kadar dan beratnya sesuai sertifikat. Warna di layar dapat berbeda. Anda dapat menjualnya kembali kapan saja dengan harga buyback hari itu.'
      await steps.rejected(karat, requestId, answer)
    },
  },
  {
    name: 'waits for a second person',
    async tell(karat) {
      const who = await dimas(karat)
      const orderId = await buys(karat, who, {
        product: 1001,
        grams: '10',
        to: await atHome(karat, who, homes.surabaya),
      })
      await shipped(karat, orderId, { carrier: 'brinks', tracking: 'BRK-ID-2207688' })
      await steps.arrived(karat, orderId, 'Brink’s menyerahkan paket dengan tanda tangan penerima')
      const note = 'Nomor seri di batangan tidak sama dengan nomor di kartu ujinya.'
      const requestId = await steps.asksBack(karat, who, { orderId, reason: 'wrong_piece', note })
      await steps.noted(karat, orderId, 'Pembeli membawa batangan ke gerai Tunjungan; nomor seri sudah dicocokkan.')
      const answer = 'Anda benar: kartu uji tertukar di gudang kami. Batangan sudah kami terima kembali.'
      await steps.granted(karat, requestId, { answer, reason: 'Batangan diterima di Tunjungan, kartu uji tertukar' })
      const found = 'Segel utuh dan nomor serinya cocok dengan faktur; kartu uji yang benar sudah dipasangkan.'
      await steps.cameBack(karat, { orderId, requestId, found })
      await steps.executed(karat, requestId, 'Batangan sudah kembali dan diperiksa')
    },
  },
  {
    name: 'too slow',
    async tell(karat) {
      const who = await dimas(karat)
      const orderId = await buys(karat, who, {
        product: 1001,
        grams: '5',
        to: await atHome(karat, who, homes.surabaya),
      })
      await prepared(karat, orderId)
      const note = 'Saya perlu emasnya sebelum acara lamaran hari Minggu; kalau belum dikirim, tolong dibatalkan.'
      await steps.asksBack(karat, who, { orderId, reason: 'too_slow', note })
    },
  },
  {
    name: 'large day',
    async tell(karat) {
      const who = await customer(karat, 'surya@karat.test')
      await steps.trusted(karat, who, 'Pengusaha toko emas di Pasar Baru, berkas lengkap diperiksa di gerai Menteng')
      await buys(karat, who, { product: 1002, grams: '250', to: atCounter(MENTENG) })
    },
  },
]

const ofMalaysia: Story[] = [
  {
    name: 'malaysia, collected',
    tell: async (karat) =>
      collected(
        karat,
        await buys(karat, await aisyah(karat), { product: 2001, grams: '1', to: atCounter(BUKIT_BINTANG) }),
      ),
  },
  {
    name: 'malaysia, shipped',
    async tell(karat) {
      const who = await aisyah(karat)
      const orderId = await buys(karat, who, { product: 2004, to: await atHome(karat, who, homes.bangsar) })
      await shipped(karat, orderId, { carrier: 'poslaju', tracking: 'EN260741183MY' })
    },
  },
  {
    name: 'malaysia, ready',
    tell: async (karat) =>
      readied(
        karat,
        await buys(karat, await aisyah(karat), { product: 2007, grams: '1', to: atCounter(BUKIT_BINTANG) }),
      ),
  },
  {
    name: 'malaysia, to prepare',
    tell: async (karat) => buys(karat, await nurul(karat), { product: 2001, grams: '5', to: atCounter(BUKIT_BINTANG) }),
  },
  {
    name: 'malaysia, unpaid',
    tell: async (karat) =>
      orders(karat, await nurul(karat), { product: 2001, grams: '1', to: atCounter(BUKIT_BINTANG), seconds: WEEK }),
  },
]

/** In the order in which they are told. */
export const stories: Story[] = [
  ...vaultStories.savers,
  ...ofRatna,
  ...ofOthers,
  ...ofMalaysia,
  ...goldBackStories,
  ...businessStories,
  ...agentStories,
  ...activityStories,
  ...vaultStories.stopped,
]
