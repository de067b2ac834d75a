/** What became of a request: the desk's quote, its price while it is open, and the trade that was made of it. */
import { type Queryable, sql } from '../db/database.ts'
import { type Currency, minor, moneyText } from '../money/money.ts'
import { numberOfPaper } from '../papers/paper-queries.ts'
import type { WithholdingReason } from '../pricing/withholding-rules.ts'
import { settings } from '../settings.ts'
import { endsOfQuotes, numbersOfTrades } from '../vault/business-quotes.ts'
import type { Side } from '../vault/trade-rules.ts'
import { agreementToAccept } from '../vault/vault-agreement.ts'
import { viewAgreement } from './agreement-queries.ts'
import type { BusinessRequestView } from './contract.ts'
import { contractPapers } from './contract-queries.ts'
import { type BuyerKind, depositOf, isSigned, type RequestState } from './request-rules.ts'

type TradeOf = Pick<BusinessRequestView, 'offer' | 'price' | 'last_price' | 'settled' | 'contract' | 'agreed'>
type Offer = {
  bps: number
  buyer: BuyerKind
  letter: string | null
  words: string
  at: Date
  until: Date
  openings: number
}
type Opening = {
  id: string
  price: bigint
  amount: bigint
  tax: bigint
  tax_bps: number
  tax_reason: WithholdingReason
  opened: Date
  trade: string | null
  made: Date | null
}
type Of = { id: string; side: Side; state: RequestState; currency: Currency; memberId: string; store: string }

export async function readTradeOf(db: Queryable, { id, side, currency, state, ...member }: Of): Promise<TradeOf> {
  const [contract, agreed, offer, openings] = await Promise.all([
    isSigned(state) ? numberOfPaper(db, contractPapers.subject, id) : null,
    isSigned(state) ? viewAgreement(db, id, currency) : null,
    db.row<Offer>(sql`
      select bps, buyer_kind as buyer, letter_until::text as letter, words, made_at as at, valid_until as until,
        (select count(*)::int from business.openings p where p.offer_id = o.id) as openings
      from business.offers o where request_id = ${id} order by made_at desc limit 1`),
    db.rows<Opening>(sql`
      select p.quote_id as id, p.price_minor as price, p.amount_minor as amount, p.tax_minor as tax, p.tax_bps, p.tax_reason,
        p.opened_at as opened, d.trade_id as trade, d.made_at as made
      from business.openings p left join business.deals d on d.quote_id = p.quote_id
      where p.request_id = ${id} order by p.opened_at desc, p.quote_id desc limit 2`),
  ])
  const [newest, before] = openings
  const settled = openings.find(({ trade }) => trade !== null)
  const money = (amount: bigint) => moneyText(minor(amount), currency)
  const figures = ({ price, amount, tax }: Opening) => ({
    ...{ price: money(price), amount: money(amount), tax: money(tax) },
    total: money(side === 'buy' ? amount + tax : amount),
  })
  const until = newest && state === 'quoted' ? (await endsOfQuotes(db, [newest.id])).get(newest.id) : undefined
  return {
    offer: offer ? viewOffer(offer) : null,
    price:
      newest && until
        ? {
            ...{ quote_id: newest.id, ...figures(newest), tax_bps: newest.tax_bps, tax_reason: newest.tax_reason },
            deposit: side === 'buy' ? money(depositOf(minor(newest.amount + newest.tax))) : null,
            agreement_version: side === 'buy' ? await agreementToAccept(db, member) : null,
            opened_at: newest.opened.toISOString(),
            expires_at: new Date(until.getTime() - settings.trade.graceSeconds * 1000).toISOString(),
          }
        : null,
    last_price: until && before ? money(before.price) : null,
    settled: settled ? await viewSettled(db, settled, figures(settled)) : null,
    contract,
    agreed,
  }
}

const viewOffer = ({ bps, buyer, letter, words, at, until, openings }: Offer): TradeOf['offer'] => ({
  ...{ bps, buyer_kind: buyer, letter_until: letter, words },
  made_at: at.toISOString(),
  valid_until: until.toISOString(),
  openings_left: Math.max(0, settings.business.openings - openings),
})

type Figures = Pick<NonNullable<TradeOf['settled']>, 'price' | 'amount' | 'tax' | 'total'>

async function viewSettled(db: Queryable, { trade, made }: Opening, figures: Figures): Promise<TradeOf['settled']> {
  if (trade === null || made === null) return null
  const number = (await numbersOfTrades(db, [trade])).get(trade) ?? ''
  return { ...figures, trade_id: trade, trade_number: number, made_at: made.toISOString() }
}
