/** Orders that wait for a transfer, and the statements that tell of it. */
import { referenceOf } from '../../src/bank/reference-rules.ts'
import { hundredths } from '../../src/bank/statements/statement-rules.ts'
import { sql } from '../../src/db/database.ts'
import type { PaymentViewData, SubmittedView } from '../../src/orders/contract.ts'
import { tellName } from './kyc.ts'
import { signedIn, type TestMember } from './members.ts'
import { ask, someSku, submitted } from './purchase.ts'
import type { Shop } from './shop.ts'
import { askStaff, type TestStaff } from './staff.ts'

export type Transfer = { member: TestMember; order: SubmittedView; reference: string; amount: bigint }

/** An order of a member with the verified name Ratna Wulandari, to be paid by a transfer; in hundredths. */
export async function transfer(shop: Shop): Promise<Transfer> {
  const member = await signedIn(shop)
  await tellName(shop, member)
  const order = await submitted(shop, member, await someSku(shop))
  const body = { order_id: order.order_id, method: 'bank_transfer' }
  const { payment_id } = await ask<PaymentViewData>(shop, member, '/product/pay_order', body)
  await ask(shop, member, '/payment/getPay', { payment_id })
  return { member, order, reference: referenceOf(payment_id), amount: BigInt(order.total) * 100n }
}

export type Told = { amount: bigint; text?: string; name?: string; account?: string }
let next = 1

/** MT940 of today that begins where the last import of the shop ended, or at `opening`. */
export async function statementOf({ karat }: Shop, lines: Told[], opening?: bigint): Promise<string> {
  const row = await karat.db.row<{ closing: bigint | null; day: string }>(sql`
    select (select closing_e2 from bank.statements where store = 'id' order by position desc limit 1) as closing,
      to_char(now() at time zone 'Asia/Jakarta', 'YYMMDD') as day`)
  const from = opening ?? row?.closing ?? 1_000_000_00n
  const day = row?.day ?? ''
  const shown = (amount: bigint) => hundredths(amount < 0n ? -amount : amount).replace('.', ',')
  const to = lines.reduce((sum, { amount }) => sum + amount, from)
  return [
    ...[':20:TEST', ':25:5420112233', `:28C:${next++}/1`, `:60F:C${day}IDR${shown(from)}`],
    ...lines.flatMap(({ amount, text = '', name = 'RATNA WULANDARI', account = '7001234567' }) => [
      `:61:${day}${day.slice(2)}${amount < 0n ? 'D' : 'C'}${shown(amount)}NTRFNONREF//T${next++}`,
      `:86:166?00TRF?20${text}?31${account}${name && `?32${name}`}`,
    ]),
    `:62F:C${day}IDR${shown(to)}`,
    '',
  ].join('\n')
}

export const imported = (shop: Shop, who: TestStaff, text: string, more: object = {}) =>
  askStaff(shop, who, '/bank/import', { store: 'id', text, reason: 'the day’s statement', ...more })

type Line = { id: string; state: string; why: string[]; outcome: string | null }
/** The lines that name this reference, in the order of their import. */
export const linesOf = ({ karat }: Shop, { reference }: Pick<Transfer, 'reference'>) =>
  karat.db.rows<Line>(sql`
    select id, state, why, outcome from bank.lines where array_to_string(texts, ' ') like ${`%${reference}%`} order by decided_at nulls last, id`)
