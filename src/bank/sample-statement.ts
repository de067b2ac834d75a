/** The file that a bank would give for the demonstration: it pays every transfer that is open, and has a stranger in it. */
import { type Queryable, sql } from '../db/database.ts'
import { namesOfMembers } from '../identity/member-name-queries.ts'
import type { Bag } from '../karat.ts'
import { verifiedNamesOf } from '../kyc/verification-queries.ts'
import { exponentOf } from '../money/money.ts'
import { readMatchable } from '../payments/matchable-queries.ts'
import { Refusal } from '../refusals.ts'
import { storeOf } from '../stores/stores.ts'
import { findAccount } from './account-queries.ts'
import { hundredths } from './statements/statement-rules.ts'

type Line = { amount: bigint; reference: string; name: string }

/** MT940 of today that continues what was imported last. Refuses no_bank_account. */
export async function makeSample(karat: Bag<'bank'>, code: string): Promise<string> {
  const store = storeOf(karat, code)
  const account = await findAccount(karat.db, code)
  if (!account) throw new Refusal('no_bank_account')
  const [before, today, lines] = await Promise.all([
    karat.db.row<{ closing: bigint }>(
      sql`select closing_e2 as closing from bank.statements where store = ${code} order by position desc limit 1`,
    ),
    karat.db.row<{ day: string; number: string }>(sql`
      select to_char(now() at time zone ${store.timeZone}::text, 'YYMMDD') as day, to_char(now() at time zone ${store.timeZone}::text, 'HH24MISS') as number`),
    readOpen(karat.db, code, 10n ** BigInt(2 - exponentOf(store.currency))),
  ])
  const { day = '', number = '' } = today ?? {}
  const opening = before?.closing ?? 100_000_000_00n
  const stranger: Line = { amount: 1_500_000_00n, reference: 'salah transfer', name: 'NN' }
  const all = [...lines, stranger]
  const closing = all.reduce((sum, { amount }) => sum + amount, opening)
  const text = (amount: bigint) => hundredths(amount).replace('.', ',')
  return [
    ...[
      `:20:KARAT${day}`,
      `:25:${account.number.replace(/\D/g, '')}`,
      `:28C:${day.slice(1)}/1`,
      `:60F:C${day}${store.currency}${text(opening)}`,
    ],
    ...all.flatMap(({ amount, reference, name }, at) => [
      `:61:${day}${day.slice(2)}C${text(amount)}NTRFNONREF//D${day}${number}${String(at + 1).padStart(3, '0')}`.slice(
        0,
        80,
      ),
      `:86:166?00TRANSFER?20${reference}?31${7_000_000_000 + at}?32${name.slice(0, 27)}?33${name.slice(27, 54)}`,
    ]),
    `:62F:C${day}${store.currency}${text(closing)}`,
    '-',
    '',
  ].join('\n')
}

async function readOpen(db: Queryable, store: string, unit: bigint): Promise<Line[]> {
  const charges = await db.rows<{ id: string; reference: string; amount: bigint }>(sql`
    select c.payment_id as id, c.reference, c.amount_minor as amount from bank.charges c
    where c.store = ${store} and not exists (select from bank.lines l where l.payment_id = c.payment_id) and c.made_at > now() - interval '2 days'
    order by c.made_at limit 50`)
  const payments = await readMatchable(
    db,
    charges.map(({ id }) => id),
  )
  const members = [...new Set([...payments.values()].map(({ memberId }) => memberId))]
  const [verified, shown] = await Promise.all([verifiedNamesOf(db, members), namesOfMembers(db, members)])
  return charges.flatMap(({ id, reference, amount }) => {
    const payment = payments.get(id)
    if (!payment || payment.captured || !payment.open) return []
    const name = verified.get(payment.memberId) ?? shown.get(payment.memberId) ?? ''
    return [{ amount: amount * unit, reference, name: name.toUpperCase() }]
  })
}
