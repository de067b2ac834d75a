/** The bars that lie in the demonstration's vaults when it begins, and what its bank says. */

import { addPlace, type NewPlace } from '../../backing/places/save-place.ts'
import { addBars, type NewBars } from '../../backing/register/receive-bars.ts'
import { sql, type Tx } from '../../db/database.ts'
import type { Karat } from '../../karat.ts'
import { decimal } from '../../money/money.ts'
import { keepBankBalance } from '../../proof/bank-balances.ts'
import { claimPart } from '../../stores/demo-parts.ts'

const KILO = 10_000_000n
const kilobars = (from: number, count: number) =>
  Array.from({ length: count }, (_, index) => ({ serial: `KM-${from + index}`, grossWeight: KILO }))

const bars: NewBars[] = [
  { store: 'id', maker: 'Karat Mint', kind: 'bar', fineness: 9999, place: 'JKT-1', bars: kilobars(204117, 9) },
  { store: 'id', maker: 'Karat Mint', kind: 'bar', fineness: 9999, place: 'SUB-1', bars: kilobars(204126, 3) },
  {
    ...({ store: 'id', maker: 'Rand Refinery', kind: 'bar', fineness: 9958, place: 'JKT-1' } as const),
    bars: [
      { serial: 'RA81140', grossWeight: 124_412_000n },
      { serial: 'RA81152', grossWeight: 125_067_000n },
    ],
  },
  { store: 'my', maker: 'Karat Mint', kind: 'bar', fineness: 9999, place: 'KUL-1', bars: kilobars(204201, 4) },
]

const places: NewPlace[] = [
  {
    store: 'id',
    code: 'JKT-1',
    keeper: 'PT Brankas Nusantara',
    address: 'Jl. Jend. Sudirman Kav. 29, Jakarta',
    insured: 60_000_000_000n,
  },
  {
    store: 'id',
    code: 'SUB-1',
    keeper: 'PT Gudang Aman Surabaya',
    address: 'Jl. Rungkut Industri 14, Surabaya',
    insured: 20_000_000_000n,
  },
  {
    store: 'my',
    code: 'KUL-1',
    keeper: 'Lembah Vaults Sdn. Bhd.',
    address: 'Jalan Sultan Ismail 50, Kuala Lumpur',
    insured: 300_000_000n,
  },
]

/** What two people see in the vault of Jakarta, a bar a line. */
export const seenInJakarta = bars
  .filter(({ place }) => place === 'JKT-1')
  .flatMap((some) => some.bars.map(({ serial, grossWeight }) => `${serial} ${decimal(grossWeight, 4)}`))
  .join('\n')

/** What the bank says of the account with members' cash, as of the day before. */
const bankBalance = { store: 'id', currency: 'IDR', balance: 400_000_000n, reference: 'RK-0417' }

async function fillBank(tx: Tx, stores: Karat['stores']): Promise<void> {
  const store = stores.get(bankBalance.store)
  if (!store || !(await claimPart(tx, 'vault, its bank'))) return
  const day = await tx.row<{ yesterday: string }>(sql`
    select to_char(now() at time zone ${store.timeZone}::text - interval '1 day', 'YYYY-MM-DD') as yesterday`)
  await keepBankBalance(tx, { ...bankBalance, statementDate: day?.yesterday ?? '', actor: 'house' })
}

/** Once for a database, and only for the stores that there are. */
export const fillDemoVault = ({ db, stores }: Pick<Karat, 'db' | 'stores'>): Promise<void> =>
  db.transaction(async (tx) => {
    await fillBank(tx, stores)
    if (!(await claimPart(tx, 'vault, its bars'))) return
    for (const place of places) if (stores.has(place.store)) await addPlace(tx, place)
    for (const some of bars)
      if (stores.has(some.store)) await addBars(tx, some, { actor: 'house', reason: 'opening stock' })
  })
