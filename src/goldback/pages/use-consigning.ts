/** What a member chooses to sell, where they bring it and where the money goes, and the price that is held for it. */
import { useState } from 'react'
import { useNavigate } from 'react-router'
import type { AddressView } from '../../delivery/contract.ts'
import { inBase64 } from '../../kyc/pages/signature-text.ts'
import * as m from '../../locale/paraglide/messages.js'
import { parseDecimal, perGram } from '../../money/money.ts'
import { accountName } from '../../payouts/account-name-rules.ts'
import type { DestinationView } from '../../payouts/contract.ts'
import { ApiError, dataOf } from '../../ui/api-client.ts'
import { askPin } from '../../ui/ask-pin.ts'
import { money } from '../../ui/figures.tsx'
import { formatGrams } from '../../ui/format.ts'
import { language } from '../../ui/language.ts'
import { minorOf, wireMoney } from '../../ui/price.ts'
import { toastDone } from '../../ui/toast.tsx'
import { useAttempt } from '../../ui/use-attempt.ts'
import { useStorePrice } from '../../vault/pages/use-store-price.ts'
import { type CaseKind, worthOf } from '../case-rules.ts'
import type { GoldBackCaseView, GoldBackQuoteView, OwnForSaleView } from '../contract.ts'
import { goldbackPlaces } from './goldback-places.ts'
import { useChosen } from './use-chosen.ts'

/** Instead of a counter's number. */
export const COURIER = 'courier'

export type Consigning = ReturnType<typeof useConsigning>
export type OwnPieceView = OwnForSaleView['pieces'][number]

type Known = { own: OwnForSaleView; accounts: DestinationView[]; addresses: AddressView[] }

export function useConsigning({ own, accounts, addresses }: Known) {
  const { currency } = own
  const send = useAttempt()
  const navigate = useNavigate()
  const price = useStorePrice(currency)
  const bid = price ? perGram(minorOf(price.bid, currency)) : null
  const [place, setPlace] = useState(String(own.points[0]?.id ?? COURIER))
  const [addressId, setAddressId] = useState(addresses[0]?.id ?? '')
  const [paidTo, setPaidTo] = useState<string>(accounts.find(({ is_default }) => is_default)?.id ?? 'cash')
  const [quote, setQuote] = useState<GoldBackQuoteView | null>(null)
  const { busy, refused, setRefused, attempt } = useTrying()
  const gold = useChosen(own, () => {
    setQuote(null)
    setRefused(null)
  })
  const { of } = gold
  const account = accounts.find(({ id }) => id === paidTo) ?? null
  const inGrams = paidTo === 'gold'
  const at = (units: bigint) => (bid === null ? null : wireMoney(worthOf(units, bid), currency))
  const worth = (weight: string) => at(parseDecimal(weight, 4) ?? 0n)
  const amount = of === 'titled' ? null : at(gold.fine)

  const hold = () => attempt(async () => setQuote(await dataOf(gold.askPrice(), { beside: true })))

  const sign = (drawn: File) =>
    attempt(async () => {
      if (!quote) return
      const to = place === COURIER ? { address_id: addressId } : { pickup_point_id: Number(place) }
      const body = { ...paidOf({ account, inGrams, own }), ...to, quote_id: quote.quote_id }
      const signature = await inBase64(drawn)
      const answer = await askPin({
        ...{
          title: m.vault_pin_title(),
          lines: [],
          text: consignWords(quote, { inGrams, of }),
          action: m.goldback_consign(),
          toldBehind: true,
        },
        submit: (pin) => send<GoldBackCaseView>('/trade/goldBack', { ...body, signature, pin }, { beside: true }),
      })
      if (answer?.status === 'success') {
        toastDone(consignedWords(answer.data))
        await navigate(goldbackPlaces.case(answer.data.case_id))
      } else if (answer) setRefused(answer.message)
    })

  return {
    ...gold,
    ...{ own, accounts, addresses, currency, price, worth, amount },
    ...{ place, setPlace, addressId, setAddressId, paidTo, setPaidTo, inGrams },
    ...{ quote, dropQuote: () => setQuote(null), hold, sign, busy, refused },
    payee: payeeOf({ account, inGrams, own }),
  }
}

/** One call at a time; what the shop says no to is said on the page. */
function useTrying() {
  const [busy, setBusy] = useState(false)
  const [refused, setRefused] = useState<string | null>(null)
  async function attempt<T>(act: () => Promise<T>): Promise<T | undefined> {
    setBusy(true)
    setRefused(null)
    try {
      return await act()
    } catch (failure) {
      if (!(failure instanceof ApiError)) throw failure
      setRefused(failure.message)
    } finally {
      setBusy(false)
    }
  }
  return { busy, refused, setRefused, attempt }
}

const consignedWords = ({ collection, number }: GoldBackCaseView) =>
  collection ? m.goldback_consigned_courier({ number }) : m.goldback_consigned({ number })

type Paid = { account: DestinationView | null; inGrams: boolean; own: OwnForSaleView }

/** What a consignment says of where it is paid to; grams accept the agreement that the page shows beside them. */
function paidOf({ account, inGrams, own: { agreement_version } }: Paid) {
  if (account) return { destination_id: account.id }
  return inGrams ? { paid_in: 'grams', ...(agreement_version && { agreement_version }) } : {}
}

function payeeOf({ account, inGrams, own }: Paid): string {
  if (inGrams) return m.goldback_gold_account()
  if (account) return accountName(account)
  return own.keeps_cash ? m.vault_cash() : m.goldback_unnamed()
}

/** The sentence before the signature and before the PIN. */
export const consignWords = (
  { weight, amount, currency, pieces, fixed_until }: GoldBackQuoteView,
  { inGrams, of }: { inGrams: boolean; of: CaseKind },
): string => {
  const words = {
    count: pieces.length,
    grams: formatGrams(weight, language()),
    amount: money({ amount, currency }),
  }
  if (of === 'titled') return inGrams ? m.goldback_sentence_titled_grams(words) : m.goldback_sentence_titled(words)
  if (of === 'other') return inGrams ? m.goldback_sentence_other_grams(words) : m.goldback_sentence_other(words)
  if (inGrams) return m.goldback_sentence_grams(words)
  return fixed_until ? m.goldback_sentence_fixed(words) : m.goldback_sentence_open(words)
}
