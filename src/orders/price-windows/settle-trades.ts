/** What becomes of trades of a price window: quotes are void, purchases that wait end, and of what was traded the member chooses. */
import { type Queryable, sql, type Tx } from '../../db/database.ts'
import { findContact } from '../../identity/member-queries.ts'
import type { Karat } from '../../karat.ts'
import { queueMail } from '../../mail/send-mail.ts'
import { endOverdueChoices } from '../../vault/price-choices/choose-price.ts'
import { openChoice } from '../../vault/price-choices/open-choice.ts'
import { endPurchase, findPriced, listEndedChoices, voidQuote } from '../../vault/price-choices/priced-trades.ts'
import { pricesAt } from './find-sales.ts'
import type { ListedBecause, WindowSaleState } from './window-rules.ts'
import { addSale, findWindow, moveSale, type Reach, type Waiting } from './window-sales.ts'

/** Void, unless it was being used when the window was approved: then what it became is a sale of the window. */
export async function settleTradeQuote(tx: Tx, sale: Waiting, { market }: Reach): Promise<void> {
  const { isVoid, usedFor } = await voidQuote(tx, sale.id)
  if (usedFor) await addSale(tx, sale, usedFor, market)
  await moveSale(tx, sale, ['waiting', isVoid ? 'void' : 'over'])
}

/** Ended and said, unless its money has come: then its trade is a sale of the window. Money that comes later goes back by itself. */
export async function settlePurchase(tx: Tx, sale: Waiting, { market }: Reach): Promise<void> {
  const { memberId, store, number, isEnded, tradeId } = await endPurchase(tx, sale.id)
  if (tradeId) await addSale(tx, sale, tradeId, market)
  await moveSale(tx, sale, ['waiting', isEnded ? 'ended' : 'over'])
  if (!isEnded) return
  await queueMail(tx, {
    ...{ ...(await findContact(tx, memberId)), store, template: 'purchase_price_ended', values: { number } },
    onceKey: `purchase_price_ended:${sale.id}`,
  })
}

/** Its member is asked, unless what it brought has moved on. */
export async function settleTrade(tx: Tx, sale: Waiting, karat: Reach): Promise<void> {
  const window = await findWindow(tx, sale.windowId, karat.market)
  const priced = await findPriced(tx, sale.id)
  const prices = window && priced && pricesAt(window.level, priced, karat.market)
  if (!prices) throw new Error('a trade of a price window has no right price')
  const opened = await openChoice(tx, karat, sale.id, prices)
  if (opened === 'opened') await moveSale(tx, sale, ['waiting', 'choosing'])
  else await moveSale(tx, sale, ['waiting', 'listed'], opened)
}

const became: Record<'undone' | 'repriced' | 'released', [WindowSaleState, ListedBecause | null]> = {
  undone: ['returned', null],
  repriced: ['repriced', null],
  released: ['listed', 'stopped'],
}

/** Undoes trades of those who chose nothing in time, and takes down what others chose. */
export async function endTradeChoices(karat: Pick<Karat, 'db' | 'log' | 'config'>): Promise<void> {
  await endOverdueChoices(karat)
  for (const { id, state } of await listEndedChoices(karat.db, await listChoosing(karat.db))) {
    const [to, because] = became[state]
    await karat.db.transaction((tx) => moveSale(tx, { kind: 'trade', id }, ['choosing', to], because))
  }
}

const listChoosing = async (db: Queryable): Promise<string[]> =>
  (
    await db.rows<{ id: string }>(
      sql`select sale_id as id from orders.window_sales where kind = 'trade' and state = 'choosing'`,
    )
  ).map(({ id }) => id)
