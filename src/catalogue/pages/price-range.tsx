/** From which price to which; what there is stands below. */
import { type KeyboardEvent, useState } from 'react'
import * as m from '../../locale/paraglide/messages.js'
import { Button } from '../../ui/button.tsx'
import { Input } from '../../ui/control.tsx'
import { formatDecimal, formatShortMoney, symbolOf } from '../../ui/format.ts'
import { language } from '../../ui/language.ts'
import type { ProductListView } from '../contract.ts'
import { useSearch } from './facets.tsx'
import { changed } from './list-query.ts'

const amount = /^(0|[1-9]\d{0,14})(\.\d{1,2})?$/
const usable = (text: string) => (amount.test(text) ? text : '')

type Props = { currency: string; range: ProductListView['facets']['price'] }

export function PriceRange({ currency, range }: Props) {
  const { search, go } = useSearch()
  const [from, setFrom] = useState(search.get('price_from') ?? '')
  const [to, setTo] = useState(search.get('price_to') ?? '')
  const use = () => go(changed(search, { price_from: usable(from), price_to: usable(to) }))
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return
    event.preventDefault()
    use()
  }
  const field = (name: string, label: string, value: string, set: (text: string) => void) => (
    <label className="grid gap-1">
      <span className="fine text-ink-2">
        {label} ({symbolOf(currency)})
      </span>
      <Input
        className="control px-2.5 text-sm"
        inputMode="numeric"
        name={name}
        value={value && formatDecimal(value, language())}
        onChange={(event) => set(digits(event.target.value))}
        onKeyDown={onKeyDown}
      />
    </label>
  )
  return (
    <div className="grid grid-cols-2 gap-2 pt-1">
      {field('price_from', m.catalogue_facet_price_from(), from, setFrom)}
      {field('price_to', m.catalogue_facet_price_to(), to, setTo)}
      {range && (
        <p className="fine col-span-2 text-ink-3">
          {m.catalogue_facet_price_range({ from: short(range.from, currency), to: short(range.to, currency) })}
        </p>
      )}
      <Button kind="ghost" size="s" className="col-span-2" onClick={use}>
        {m.catalogue_facet_price_use()}
      </Button>
    </div>
  )
}

const short = (money: string, currency: string) => `${symbolOf(currency)} ${formatShortMoney(money, language())}`

/** Whole units as they are typed: separators are for reading only. */
const digits = (text: string): string =>
  text
    .replace(/[^\d]/g, '')
    .replace(/^0+(?=\d)/, '')
    .slice(0, 15)
