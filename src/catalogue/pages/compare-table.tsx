/** The comparison: a table whose head stays in view; on a phone every line of it becomes a short list of its own. */
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import * as m from '../../locale/paraglide/messages.js'
import { Moved, money } from '../../ui/figures.tsx'
import { formatBps, formatFineness, formatGrams } from '../../ui/format.ts'
import { Icon } from '../../ui/icon.tsx'
import { language } from '../../ui/language.ts'
import { ProductPicture } from '../../ui/picture.tsx'
import { wireMoney } from '../../ui/price.ts'
import { Tag } from '../../ui/states.tsx'
import type { ComparedPiece, Judged } from '../compare-rules.ts'
import type { ComparedItem } from '../contract.ts'

type Props = { items: ComparedItem[]; pieces: ComparedPiece[]; currency: string; onRemove: (skuId: number) => void }
type Cell = { main: ReactNode; below?: ReactNode }
type Row = { key: string; label: string; cell: (item: ComparedItem, piece: ComparedPiece) => Cell; judged?: Judged }

export function CompareTable({ items, pieces, currency, onRemove }: Props) {
  return (
    <table className="compare" data-count={items.length}>
      <caption className="sr-only">{m.catalogue_compare_title()}</caption>
      <thead>
        <tr>
          <td className="max-md:hidden" />
          {items.map((item) => (
            <Head key={item.sku.sku_id} item={item} onRemove={() => onRemove(item.sku.sku_id)} />
          ))}
        </tr>
      </thead>
      <tbody>
        {rowsOf(currency).map(({ key, label, cell, judged }) => (
          <tr key={key}>
            <th scope="row">{label}</th>
            {items.map((item, place) => {
              const piece = pieces[place]
              if (!piece) return null
              const { main, below } = cell(item, piece)
              return (
                <td key={item.sku.sku_id}>
                  <span className="compare-name" aria-hidden="true">
                    {item.name} {item.sku.weight_label}
                  </span>
                  <span className="compare-value">
                    <span className="whitespace-nowrap">{main}</span>
                    {below && <span className="compare-below small text-ink-2">{below}</span>}
                    {judged && piece.best[judged] && <Tag tone="up">{m.catalogue_compare_best()}</Tag>}
                  </span>
                </td>
              )
            })}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function Head({ item, onRemove }: { item: ComparedItem; onRemove: () => void }) {
  const { sku, name, picture, product_id } = item
  const full = `${name} ${sku.weight_label}`
  return (
    <th scope="col">
      <span className="relative block">
        <Link to={`/product/productDetail?id=${product_id}&sku=${sku.sku_id}`} className="group block">
          <span className="tile mb-2.5 aspect-square md:aspect-[4/3]">
            {picture && (
              <ProductPicture picture={picture} alt="" sizes="(min-width: 768px) 220px, 30vw" className="md:w-[74%]" />
            )}
          </span>
          <span className="fine line-clamp-2 block font-medium group-hover:text-nila md:text-base md:leading-5">
            {name} <span className="whitespace-nowrap">{sku.weight_label}</span>
          </span>
        </Link>
        <button
          type="button"
          className="absolute -top-3 -right-3 grid size-11 place-items-center"
          aria-label={m.catalogue_compare_remove({ name: full })}
          onClick={onRemove}
        >
          <span className="grid size-5 place-items-center rounded-full bg-ink text-paper md:size-6">
            <Icon name="x" size="s" className="size-3" />
          </span>
        </button>
      </span>
    </th>
  )
}

function rowsOf(currency: string): Row[] {
  const wire = (amount: bigint) => wireMoney(amount, currency)
  const say = (amount: bigint) => money({ amount: wire(amount), currency })
  const percent = (points: number, sign = false) => formatBps(points, language(), { sign })
  return [
    {
      key: 'price',
      label: m.catalogue_compare_price(),
      cell: (_item, { now }) => ({
        main: <Moved className="fig-m" amount={wire(now.withTax)} currency={currency} />,
        ...(now.tax > 0n && { below: m.catalogue_compare_tax({ tax: say(now.tax) }) }),
      }),
    },
    {
      key: 'per-gram',
      label: m.catalogue_compare_per_gram(),
      judged: 'perGram',
      cell: (_item, { now }) => ({ main: say(now.perGram) }),
    },
    {
      key: 'premium',
      label: m.catalogue_compare_premium(),
      judged: 'overSpot',
      cell: (_item, { now }) => ({ main: percent(now.overSpotBps, true) }),
    },
    {
      key: 'buyback',
      label: m.catalogue_cost_buyback(),
      cell: (_item, { now }) => ({ main: <Moved amount={wire(now.buyback)} currency={currency} /> }),
    },
    {
      key: 'spread',
      label: m.catalogue_compare_spread(),
      judged: 'spread',
      cell: (_item, { cost }) => ({ main: say(-cost.spread), below: percent(-cost.spreadBps) }),
    },
    {
      key: 'even',
      label: m.catalogue_compare_even(),
      judged: 'breakEven',
      cell: (_item, { cost }) => ({
        main: `${say(cost.breakEven)}/g`,
        below: m.catalogue_ruler_rise({ percent: percent(cost.breakEvenRiseBps) }),
      }),
    },
    {
      key: 'fine',
      label: m.catalogue_facts_fine(),
      cell: ({ sku }) => ({ main: formatGrams(sku.fine_weight, language()) }),
    },
    {
      key: 'gross',
      label: m.catalogue_facts_gross(),
      cell: ({ sku }) => ({ main: formatGrams(sku.gross_weight, language()) }),
    },
    {
      key: 'fineness',
      label: m.catalogue_facts_fineness(),
      cell: ({ sku }) => ({ main: `${formatFineness(sku.fineness, language())} (${sku.karat}K)` }),
    },
    { key: 'brand', label: m.catalogue_facts_brand(), cell: ({ brand }) => ({ main: brand }) },
    { key: 'form', label: m.catalogue_facts_form(), cell: ({ form_label }) => ({ main: form_label }) },
    { key: 'stock', label: m.catalogue_facet_stock(), cell: ({ sku }) => ({ main: stockWords(sku.stock) }) },
  ]
}

const stockWords = ({ state, left }: ComparedItem['sku']['stock']): string =>
  state === 'out_of_stock'
    ? m.ui_stock_out()
    : state === 'low'
      ? m.catalogue_stock_left({ count: left ?? 0 })
      : m.catalogue_stock_ready()
