/** Another premium: what the shop would ask stands beside what it asks now. */
import { useState } from 'react'
import type { OfficeProductView, OfficeSku, PremiumChangedView } from '../../../catalogue/office-contract.ts'
import { tiersOf } from '../../../catalogue/sku-price-rules.ts'
import * as m from '../../../locale/paraglide/messages.js'
import {
  bps,
  type Currency,
  exponentOf,
  isCurrency,
  minor,
  moneyText,
  parseDecimal,
  perGram,
  weight,
} from '../../../money/money.ts'
import { settings } from '../../../settings.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { TextArea, TextField } from '../../../ui/fields.tsx'
import { money } from '../../../ui/figures.tsx'
import { Form } from '../../../ui/form.tsx'
import { formatBps } from '../../../ui/format.ts'
import { language } from '../../../ui/language.ts'
import { toastDone } from '../../../ui/toast.tsx'
import { useForm } from '../../../ui/use-form.ts'
import { DialogEnd, reasonError } from '../../kit/pages/dialog-end.tsx'
import { officePost } from '../../kit/pages/office-client.ts'
import { useOfficeForm } from '../../kit/pages/use-office-form.ts'
import { premiumOf } from '../import-rules.ts'

type Props = { product: OfficeProductView; sku: OfficeSku; reload: () => Promise<void>; close: () => void }

export function PremiumDialog({ product, sku, reload, close }: Props) {
  const [first] = useState(sku.premium_bps)
  const form = useForm(
    { premium_bps: formatBps(sku.premium_bps, language()).replace(/\s?%/, ''), reason: '' },
    {
      premium_bps: (text) => {
        const points = premiumOf(text)
        if (points === null) return m.office_goods_premium_error()
        return points === sku.premium_bps ? m.office_goods_premium_same() : undefined
      },
      reason: reasonError,
    },
  )
  const points = premiumOf(form.values.premium_bps)
  const { busy, refusal, submit } = useOfficeForm(form, async ({ error }) => {
    if (error === 'edited_meanwhile') await reload()
    return false
  })
  const set = () =>
    submit(async () => {
      const wish = { sku_id: sku.id, premium_bps: points, seen_bps: sku.premium_bps, reason: form.values.reason.trim() }
      const { approval_id } = await officePost<PremiumChangedView>('/catalogue/changePremium', wish, { quiet: true })
      toastDone(approval_id ? m.office_goods_charges_asked() : m.office_goods_premium_done())
      await reload()
      close()
    })
  return (
    <Dialog
      open
      onClose={close}
      title={m.office_goods_premium_title({ label: sku.label })}
      text={m.office_goods_premium_text({ alone: formatBps(settings.catalogue.charges.alonePremiumBps, language()) })}
    >
      <Form form={form} onSubmit={set}>
        {sku.premium_bps !== first && (
          <p className="font-medium">
            {m.office_goods_premium_now({ percent: formatBps(sku.premium_bps, language()) })}
          </p>
        )}
        <TextField
          label={m.office_goods_premium_field()}
          inputMode="decimal"
          autoComplete="off"
          maxLength={8}
          {...form.text('premium_bps')}
        />
        <Preview product={product} sku={sku} points={points ?? sku.premium_bps} />
        <TextArea label={m.office_reason()} help={m.office_reason_help()} maxLength={500} {...form.text('reason')} />
        <DialogEnd confirm={m.office_goods_premium_set()} busy={busy} refusal={refusal} close={close} />
      </Form>
    </Dialog>
  )
}

/** By the very rules that the shop prices with, at the price that the page was read with. */
function Preview({ product, sku, points }: { product: OfficeProductView; sku: OfficeSku; points: number }) {
  const then = pricesThen(product, sku, points)
  if (!then) return <p className="small text-ink-2">{m.office_goods_no_price()}</p>
  const { currency } = product
  return (
    <table className="office-pairs">
      <caption className="small text-left text-ink-2">{m.office_goods_price_help()}</caption>
      <thead>
        <tr>
          <td />
          <th scope="col">{m.office_goods_now()}</th>
          <th scope="col">{m.office_goods_then()}</th>
        </tr>
      </thead>
      <tbody>
        {sku.tiers.map(({ from, unit_price }, index) => (
          <tr key={from}>
            <th scope="row">{m.office_goods_pieces_from({ n: from })}</th>
            <td className="whitespace-nowrap">{unit_price ? money({ amount: unit_price, currency }) : '–'}</td>
            <td className="whitespace-nowrap">{money({ amount: then[index] ?? '0', currency })}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function pricesThen({ prices, currency }: OfficeProductView, sku: OfficeSku, points: number): string[] | null {
  if (!prices || !isCurrency(currency)) return null
  const amount = (text: string) => parseDecimal(text, exponentOf(currency as Currency)) ?? 0n
  const rates = {
    ask: perGram(amount(prices.ask)),
    bid: perGram(amount(prices.bid)),
    spot: perGram(amount(prices.spot)),
  }
  const piece = {
    fineWeight: weight(parseDecimal(sku.fine_weight, 4) ?? 0n),
    premiumBps: bps(points),
    making: minor(amount(sku.making)),
  }
  const tiers = sku.tiers.map(({ from, off_bps: offBps }) => ({ from, offBps }))
  return tiersOf(piece, rates, tiers).map((tier) => {
    const listed = tier.prices.find(({ method }) => method === 'card') ?? tier.prices[0]
    return listed ? moneyText(listed.unit, currency) : '0'
  })
}
