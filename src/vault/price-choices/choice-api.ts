/** Trades at a wrong price: what is to be chosen, and the choice. */
import type { Door } from '../../http/door.ts'
import type { Bag } from '../../karat.ts'
import { holderOf, onceWithPin } from '../holder-of.ts'
import * as shapes from './choice-contract.ts'
import { listPriceChoices } from './choice-queries.ts'
import { chooseTradePrice } from './choose-price.ts'

const tags = ['trade']

export function priceChoiceApi(door: Door, karat: Bag<'vault'>): void {
  door.get(
    '/trade/price_choices',
    {
      config: { access: 'member' },
      schema: {
        tags,
        summary: 'Trades that were made at a wrong price and wait for the member to choose',
        querystring: shapes.NoChoiceQuery,
        response: { 200: shapes.PriceChoices },
      },
    },
    (request) => listPriceChoices(karat.db, holderOf(request)),
  )
  door.post(
    '/trade/price_choice',
    {
      config: { access: 'member', rate: 'pin' },
      schema: {
        tags,
        summary: 'Undo a trade that was made at a wrong price, or have it at the right one',
        body: shapes.ChoosePrice,
        response: { 200: shapes.PriceChosen },
      },
    },
    (request) => {
      const { trade_id: tradeId, way, pin } = request.body
      return chooseTradePrice(karat, holderOf(request), { tradeId, way, pin }, onceWithPin(request))
    },
  )
}
