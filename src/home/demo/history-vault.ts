/** The part of the demonstration's history that is about grams and money of the vault, and about who is stopped. */
import { addSeen, finishSheet } from '../../backing/counts/fill-sheet.ts'
import { openCount } from '../../backing/counts/open-count.ts'
import { importList } from '../../cases/import-list.ts'
import { openHold } from '../../cases/legal-hold.ts'
import * as saving from './history-saving.ts'
import { atCounter, customer, deposits, ofTheHouse } from './history-scene.ts'
import * as steps from './history-steps.ts'
import type { Story } from './history-stories.ts'
import { seenInJakarta } from './vault-bars.ts'

const TUNJUNGAN = 3
const RATNA = { number: '3171054203880001', birthDate: '1988-03-02', sex: 'female' } as const
const SRI = { number: '3404076108910002', birthDate: '1991-08-21', sex: 'female' } as const
const DIMAS = { number: '3578061402930003', birthDate: '1993-02-14', sex: 'male' } as const
const RAHMAT = { number: '3273010905790004', birthDate: '1979-05-09', sex: 'male' } as const

const ofKeepers: Story[] = [
  {
    name: 'two people count a vault',
    async tell(karat) {
      const [hendra, siti] = [await ofTheHouse(karat, 'hendra'), await ofTheHouse(karat, 'siti')]
      const wish = { store: 'id', place: 'JKT-1', reason: 'Hitung bulanan' }
      const { count_id: countId } = await openCount(karat, hendra, wish, null)
      for (const who of [hendra, siti]) await addSeen(karat, who, { countId, typed: seenInJakarta }, null)
      for (const who of [hendra, siti]) await finishSheet(karat, who, { countId }, null)
    },
  },
]

const ofSavers: Story[] = [
  {
    name: 'saves by the gram',
    async tell(karat) {
      const who = await customer(karat, 'ratna@karat.test')
      await saving.verified(karat, who, RATNA)
      await steps.trusted(karat, who, 'KTP dan swafoto cocok, diperiksa di gerai Menteng', 2)
      await deposits(karat, who, 12_750_000n)
    },
  },
  {
    name: 'saves every month by a plan',
    async tell(karat) {
      await saving.savesMonthly(karat, await customer(karat, 'ratna@karat.test'), 750_000n)
    },
  },
  {
    name: 'buys when the price falls',
    async tell(karat) {
      const who = await customer(karat, 'ratna@karat.test')
      await saving.namesPrice(karat, who, { side: 'buy', by: 'amount', value: '1500000', bps: -200n })
    },
  },
  {
    name: 'sells and withdraws',
    async tell(karat) {
      const who = await customer(karat, 'sri@karat.test')
      await saving.verified(karat, who, SRI)
      await steps.trusted(karat, who, 'KTP dan swafoto cocok, diperiksa di gerai Tunjungan', 2)
      await saving.sells(karat, who, '3')
      await saving.withdraws(karat, who, { provider: 'bca', number: '3720114589', amount: 5_000_000n })
    },
  },
  {
    name: 'sells when the price rises',
    async tell(karat) {
      const who = await customer(karat, 'sri@karat.test')
      await saving.namesPrice(karat, who, { side: 'sell', by: 'weight', value: '2', bps: 400n })
    },
  },
  {
    name: 'gives grams',
    async tell(karat) {
      const who = await customer(karat, 'sri@karat.test')
      const note = 'Selamat ulang tahun, Ratna. Semoga panjang umur.'
      await saving.sends(karat, who, { to: 'ratna@karat.test', weight: '1', note, card: 'birthday' })
    },
  },
  {
    name: 'gives grams to somebody without an account',
    async tell(karat) {
      const who = await customer(karat, 'sri@karat.test')
      const note = 'Untuk tabungan si kecil.'
      await saving.sends(karat, who, { to: 'keponakan@surel.test', weight: '0.5', note, card: 'thanks' })
    },
  },
  {
    name: 'takes a gift back',
    async tell(karat) {
      const who = await customer(karat, 'sri@karat.test')
      const gift = { to: '+6281299990417', weight: '0.25', note: '', card: 'none' } as const
      await saving.recalls(karat, who, await saving.sends(karat, who, gift))
    },
  },
  {
    name: 'pays a bar with grams',
    async tell(karat) {
      const who = await customer(karat, 'sri@karat.test')
      await saving.redeems(karat, who, { product: 1001, grams: '2', to: atCounter(TUNJUNGAN) })
    },
  },
  {
    name: 'withdraws to a closed account',
    async tell(karat) {
      const who = await customer(karat, 'dimas@karat.test')
      await saving.verified(karat, who, DIMAS)
      await saving.sells(karat, who, '1')
      await saving.withdraws(karat, who, { provider: 'bni', number: '0981230004', amount: 1_500_000n })
    },
  },
]

/** Reads a list, which everybody is compared with anew: told last, since nobody moves anything meanwhile. */
const ofTheStopped: Story[] = [
  {
    name: 'a court stops somebody',
    async tell(karat) {
      const { id: memberId } = await customer(karat, 'hartono@karat.test')
      const reason = 'Penetapan Pengadilan Negeri Jakarta Pusat, surat no. 114/Pen.Pdt/2026, sengketa waris'
      await openHold(karat, await ofTheHouse(karat, 'hendra'), { memberId, kind: 'court', reason })
    },
  },
  {
    name: 'a name stands on a list',
    async tell(karat) {
      await saving.verified(karat, await customer(karat, 'rahmat@karat.test'), RAHMAT)
      const reason = 'Daftar contoh untuk demonstrasi, nama-namanya rekaan'
      await importList(karat, await ofTheHouse(karat, 'hendra'), { source: 'Daftar contoh', text: LIST, reason })
    },
  },
]

const LIST = `reference,name,aliases,birth_dates,note
ID-C-0417,Rahmat Hidayat,Abu Hidayat; Rahmad Hidayat,1979,Contoh: nama yang sama dengan seorang anggota
ID-C-0418,Yusuf Kartawijaya,Jusuf Karta,1966-11-30,Contoh
ID-C-0419,Tan Boon Seng,Chen Wencheng,1971,Contoh
`

export const vaultStories: { savers: Story[]; stopped: Story[] } = {
  savers: [...ofKeepers, ...ofSavers],
  stopped: ofTheStopped,
}
