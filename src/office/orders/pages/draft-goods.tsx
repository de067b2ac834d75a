/** What an order that staff put together holds: found by words, with the price of this moment, each with its quantity. */
import { useState } from 'react'
import { attributesLabel } from '../../../catalogue/attribute-rules.ts'
import * as m from '../../../locale/paraglide/messages.js'
import type { DraftGoodsView } from '../../../orders/drafts/draft-contract.ts'
import { settings } from '../../../settings.ts'
import { Button, IconButton } from '../../../ui/button.tsx'
import { TextField } from '../../../ui/fields.tsx'
import { Money } from '../../../ui/figures.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { language } from '../../../ui/language.ts'
import { QuantityStepper } from '../../../ui/quantity-stepper.tsx'
import { useOffice } from '../../kit/pages/use-office.ts'
import { useSettled } from './use-settled.ts'

type Goods = DraftGoodsView['goods'][number]
export type ChosenGoods = Goods & { quantity: number }

type Props = {
  store: string
  chosen: ChosenGoods[]
  onChange: (chosen: ChosenGoods[]) => void
  error: string | undefined
}

export function DraftGoods({ store, chosen, onChange, error }: Props) {
  const [typed, setTyped] = useState('')
  const q = useSettled(typed.trim())
  const { data } = useOffice<DraftGoodsView>('/orders/draftGoods', { store, q })
  const isChosen = (id: number) => chosen.some(({ sku_id }) => sku_id === id)
  const found = (data?.goods ?? []).filter(({ sku_id, stock }) => stock > 0 && !isChosen(sku_id))
  const setQuantity = (id: number, quantity: number) =>
    onChange(chosen.map((one) => (one.sku_id === id ? { ...one, quantity } : one)))
  return (
    <section className="office-panel grid gap-4" aria-label={m.office_orders_draft_goods()}>
      <h2 className="font-semibold">{m.office_orders_draft_goods()}</h2>
      {chosen.length > 0 && (
        <ul className="grid gap-3">
          {chosen.map((one) => (
            <li
              key={one.sku_id}
              className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-b border-line pb-3"
            >
              <Described goods={one} />
              <span className="flex items-center gap-1">
                <QuantityStepper
                  value={one.quantity}
                  max={Math.min(one.stock, settings.cart.maxQuantity)}
                  label={m.office_orders_draft_quantity({ name: nameOf(one) })}
                  onChange={(quantity) => setQuantity(one.sku_id, quantity)}
                />
                <IconButton
                  label={m.office_orders_draft_remove({ name: nameOf(one) })}
                  onClick={() => onChange(chosen.filter(({ sku_id }) => sku_id !== one.sku_id))}
                >
                  <Icon name="x" />
                </IconButton>
              </span>
            </li>
          ))}
        </ul>
      )}
      <TextField
        type="search"
        label={m.office_orders_draft_goods_search()}
        help={m.office_orders_draft_goods_help()}
        error={error}
        maxLength={100}
        autoComplete="off"
        value={typed}
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
      />
      {data && found.length === 0 && q && <p className="text-ink-2">{m.office_orders_draft_goods_none()}</p>}
      <FoundGoods
        found={found.slice(0, SHOWN)}
        currency={data?.currency ?? ''}
        onAdd={(one) => onChange([...chosen, { ...one, quantity: 1 }])}
      />
    </section>
  )
}

const SHOWN = 8

type FoundProps = { found: Goods[]; currency: string; onAdd: (goods: Goods) => void }

const FoundGoods = ({ found, currency, onAdd }: FoundProps) => (
  <ul className="grid gap-2">
    {found.map((one) => (
      <li
        key={one.sku_id}
        className="flex flex-wrap items-center justify-between gap-x-3 gap-y-2 border-b border-line pb-2"
      >
        <Described goods={one} />
        <span className="ml-auto flex shrink-0 items-center gap-3">
          <span className="small text-right">
            <Money amount={one.unit_price} currency={currency} />
            <span className="block text-ink-2">{m.office_orders_draft_stock({ n: one.stock })}</span>
          </span>
          <Button
            kind="ghost"
            size="s"
            aria-label={m.office_orders_draft_add_named({ name: nameOf(one) })}
            onClick={() => onAdd(one)}
          >
            {m.office_orders_draft_add()}
          </Button>
        </span>
      </li>
    ))}
  </ul>
)

const labelOf = ({ attributes }: Goods) => attributesLabel(attributes, language())
const nameOf = (goods: Goods) => [goods.name, labelOf(goods)].filter(Boolean).join(', ')

const Described = ({ goods }: { goods: Goods }) => (
  <p className="min-w-0">
    <span className="block font-semibold break-words">{goods.name}</span>
    <span className="small text-ink-2">{[labelOf(goods), goods.code].filter(Boolean).join(' · ')}</span>
  </p>
)
