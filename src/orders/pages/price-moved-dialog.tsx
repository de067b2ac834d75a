/** "The price moved": old, new and difference, per line and in total. Nothing goes on before it was seen and answered. */
import { attributesLabel } from '../../catalogue/attribute-rules.ts'
import * as m from '../../locale/paraglide/messages.js'
import { Button } from '../../ui/button.tsx'
import { Alert } from '../../ui/dialog.tsx'
import { money } from '../../ui/figures.tsx'
import { formatSignedMoney } from '../../ui/format.ts'
import { language } from '../../ui/language.ts'
import type { PriceChanged } from '../contract.ts'

type Props = { moved: PriceChanged; onAccept: () => void; onLeave: () => void }

export function PriceMovedDialog({ moved, onAccept, onLeave }: Props) {
  const { currency, difference, old_total, new_total, changes, guarantee } = moved
  const amount = (text: string) => money({ amount: text, currency })
  const fell = difference.startsWith('-')
  const size = amount(difference.replace(/^-/, ''))
  return (
    <Alert
      open
      title={m.orders_checkout_moved_title()}
      text={fell ? m.orders_checkout_moved_fell({ amount: size }) : m.orders_checkout_moved_rose({ amount: size })}
    >
      <div className="grid w-full gap-6">
        <div className="grid gap-4 border-y border-line py-4">
          {changes.length > 1 &&
            changes.map((change) => (
              <Comparison
                key={change.sku_id}
                name={nameOf(change, guarantee.lines)}
                old={amount(change.old)}
                now={amount(change.new)}
                difference={signed(change.difference, currency)}
              />
            ))}
          <Comparison
            strong
            name={m.orders_total()}
            old={amount(old_total)}
            now={amount(new_total)}
            difference={signed(difference, currency)}
          />
        </div>
        <div className="grid gap-3">
          <Button size="l" onClick={onAccept}>
            {m.orders_checkout_moved_accept({ amount: amount(new_total) })}
          </Button>
          <Button kind="ghost" onClick={onLeave}>
            {m.orders_checkout_moved_leave()}
          </Button>
        </div>
      </div>
    </Alert>
  )
}

/** "2 × Karat Mint batangan, 10 g": two lines may have one name. */
function nameOf(
  { sku_id, quantity, name }: PriceChanged['changes'][number],
  lines: PriceChanged['guarantee']['lines'],
) {
  const attributes = lines.find((line) => line.sku_id === sku_id)?.attributes ?? {}
  return [`${quantity} × ${name}`, attributesLabel(attributes, language())].filter(Boolean).join(', ')
}

function signed(amount: string, currency: string): string {
  const arrow = amount.startsWith('-') ? '▼ ' : /^[0.]+$/.test(amount) ? '' : '▲ '
  return arrow + formatSignedMoney(amount, currency, language())
}

type Row = { name: string; old: string; now: string; difference: string; strong?: boolean }

const Comparison = ({ name, old, now, difference, strong = false }: Row) => (
  <div className={strong ? '' : 'small'}>
    <p className="font-semibold">{name}</p>
    <dl className="kv mt-1 !gap-y-0.5">
      <dt className="small">{m.orders_checkout_moved_old()}</dt>
      <dd className="small !font-normal text-ink-2 line-through">{old}</dd>
      <dt className="small">{m.orders_checkout_moved_new()}</dt>
      <dd className={strong ? 'fig-m' : ''}>{now}</dd>
      <dt className="small">{m.orders_checkout_moved_difference()}</dt>
      <dd className="small">{difference}</dd>
    </dl>
  </div>
)
