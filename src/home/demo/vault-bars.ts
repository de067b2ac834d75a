/** The bars that lie in the demonstration's vaults when it begins. */
import { addBars, type NewBars } from '../../backing/receive-bars.ts'
import type { Karat } from '../../karat.ts'
import { claimPart } from '../../stores/demo-parts.ts'

const KILO = 10_000_000n
const kilobars = (from: number, count: number) =>
  Array.from({ length: count }, (_, index) => ({ serial: `KM-${from + index}`, grossWeight: KILO }))

const bars: NewBars[] = [
  { store: 'id', maker: 'Karat Mint', kind: 'bar', fineness: 9999, place: 'JKT-1', bars: kilobars(204117, 12) },
  {
    ...({ store: 'id', maker: 'Rand Refinery', kind: 'bar', fineness: 9958, place: 'JKT-1' } as const),
    bars: [
      { serial: 'RA81140', grossWeight: 124_412_000n },
      { serial: 'RA81152', grossWeight: 125_067_000n },
    ],
  },
  { store: 'my', maker: 'Karat Mint', kind: 'bar', fineness: 9999, place: 'KUL-1', bars: kilobars(204201, 4) },
]

/** Once for a database, and only for the stores that there are. */
export const fillDemoVault = ({ db, stores }: Pick<Karat, 'db' | 'stores'>): Promise<void> =>
  db.transaction(async (tx) => {
    if (!(await claimPart(tx, 'vault, its bars'))) return
    for (const some of bars)
      if (stores.has(some.store)) await addBars(tx, some, { actor: 'house', reason: 'opening stock' })
  })
