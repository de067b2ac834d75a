/** The PIN of a trade, beside the sentence that says exactly what it does. */
import * as m from '../../locale/paraglide/messages.js'
import { accountName } from '../../payouts/account-name-rules.ts'
import type { Answer } from '../../ui/api-client.ts'
import { askPin } from '../../ui/ask-pin.ts'
import { money } from '../../ui/figures.tsx'
import { formatGrams } from '../../ui/format.ts'
import { language } from '../../ui/language.ts'
import { useAttempt } from '../../ui/use-attempt.ts'
import type { TradeQuoteView, TradeView } from '../contract.ts'
import type { Side } from '../trade-rules.ts'
import type { PaidTo } from './pay-to.tsx'

export const tradeCalls = {
  buy: { quote: '/trade/purchase_quote', trade: '/trade/purchase' },
  sell: { quote: '/trade/cashingIn_quote', trade: '/trade/cashingIn' },
} as const

type Words = { grams: string; amount: string; price: string }
type Proceeds = { paidTo: PaidTo; keepsCash: boolean }

/** Null when the dialog was closed. A quote trades once, in however many windows; what is sent again after no answer has its key again. */
export function useAskTrade() {
  const send = useAttempt()
  return (side: Side, held: TradeQuoteView, proceeds: Proceeds): Promise<Answer<TradeView> | null> =>
    askPin(questionOf(send, side, { held, ...proceeds }))
}

type Asked = Proceeds & { held: TradeQuoteView }

function questionOf(send: ReturnType<typeof useAttempt>, side: Side, { held, ...proceeds }: Asked) {
  const { quote_id, currency, agreement_version } = held
  const { paidTo } = proceeds
  const words = {
    grams: formatGrams(held.weight, language()),
    amount: money({ amount: held.amount, currency }),
    price: money({ amount: held.price, currency }),
  }
  return {
    title: m.vault_pin_title(),
    lines: [],
    text: side === 'buy' ? m.vault_sentence_buy(words) : sentenceOfSale(words, proceeds),
    until: held.expires_at,
    action: side === 'buy' ? m.vault_confirm_buy(words) : m.vault_confirm_sell(words),
    toldBehind: true,
    submit: (pin: string) =>
      send<TradeView>(
        tradeCalls[side].trade,
        {
          ...{ quote_id, pin, ...(agreement_version && { agreement_version }) },
          ...(side === 'sell' && paidTo && { destination_id: paidTo.id }),
        },
        { beside: true },
      ),
  }
}

function sentenceOfSale(words: Words, { paidTo, keepsCash }: Proceeds): string {
  if (!paidTo) return keepsCash ? m.vault_sentence_sell(words) : m.vault_sentence_sell_unnamed(words)
  const account = accountName(paidTo)
  return keepsCash
    ? m.vault_sentence_sell_account({ ...words, account })
    : m.vault_sentence_sell_owed({ ...words, account })
}
