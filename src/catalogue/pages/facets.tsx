/** Filters with how many products each would leave. */
import { type ReactNode, useEffect, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import * as m from '../../locale/paraglide/messages.js'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/fields.tsx'
import { formatCount, symbolOf } from '../../ui/format.ts'
import { language } from '../../ui/language.ts'
import type { CategoryListView, FacetValueView, ProductListView } from '../contract.ts'
import { changed, hrefOf, toggled, valuesOf } from './list-query.ts'

type Props = { list: ProductListView; categories: CategoryListView }

export function Facets({ list, categories }: Props) {
  const { facets } = list
  const { search, go } = useSearch()
  return (
    <>
      <Group title={m.facet_category()}>
        <Categories values={facets.category} tree={categories} />
      </Group>
      <Group title={m.facet_karat()}>
        <Values name="karat" values={facets.karat} />
      </Group>
      <Group title={m.facet_weight()}>
        <Values name="weight" values={facets.weight} />
      </Group>
      <Group title={m.facet_brand()}>
        <Values name="brand" values={facets.brand} />
      </Group>
      <Group title={m.facet_price()}>
        <PriceRange currency={list.currency} />
      </Group>
      <Group title={m.facet_stock()}>
        <Box
          chosen={search.get('in_stock') === '1'}
          onChange={(chosen) => go(changed(search, { in_stock: chosen ? '1' : '' }))}
          label={<Label text={m.facet_in_stock()} count={facets.in_stock} />}
        />
      </Group>
    </>
  )
}

function useSearch() {
  const [search] = useSearchParams()
  const navigate = useNavigate()
  return { search, go: (next: URLSearchParams) => void navigate(hrefOf(next), { preventScrollReset: true }) }
}

const Group = ({ title, children }: { title: string; children: ReactNode }) => (
  <fieldset className="mb-5 border-b border-line pb-4">
    <legend className="mb-1 text-sm font-semibold">{title}</legend>
    {children}
  </fieldset>
)

const Label = ({ text, count }: { text: string; count: number }) => (
  <span className="flex justify-between gap-2">
    {text}
    <span className="text-sm text-ink-3">{formatCount(count, language())}</span>
  </span>
)

/** Ticked at once; the address and the list follow. */
function Box({ chosen, onChange, label }: { chosen: boolean; onChange: (chosen: boolean) => void; label: ReactNode }) {
  const [ticked, setTicked] = useState(chosen)
  useEffect(() => setTicked(chosen), [chosen])
  return (
    <Checkbox
      checked={ticked}
      label={label}
      onChange={(event) => {
        setTicked(event.target.checked)
        onChange(event.target.checked)
      }}
    />
  )
}

/** A value that would leave nothing is shown only while it is chosen. */
function Values({ name, values, indent = false }: { name: string; values: FacetValueView[]; indent?: boolean }) {
  const { search, go } = useSearch()
  return values
    .filter(({ count, chosen }) => count > 0 || chosen)
    .map(({ value, label, count, chosen }) => (
      <div key={value} className={indent ? 'pl-7' : ''}>
        <Box
          chosen={chosen}
          onChange={() => go(toggled(search, name, value))}
          label={<Label text={label} count={count} />}
        />
      </div>
    ))
}

/** The three kinds; what is below one of them opens when it, or something below it, is chosen. */
function Categories({ values, tree }: { values: FacetValueView[]; tree: CategoryListView }) {
  const [search] = useSearchParams()
  const chosen = valuesOf(search, 'category')
  const of = (slugs: string[]) => values.filter(({ value }) => slugs.includes(value))
  return tree.map(({ slug, children }) => {
    const below = children.map((child) => child.slug)
    const open = [slug, ...below].some((each) => chosen.includes(each))
    return (
      <div key={slug}>
        <Values name="category" values={of([slug])} />
        {open && <Values name="category" values={of(below)} indent />}
      </div>
    )
  })
}

const amount = /^(0|[1-9]\d{0,14})(\.\d{1,2})?$/

function PriceRange({ currency }: { currency: string }) {
  const { search, go } = useSearch()
  const [from, setFrom] = useState(search.get('price_from') ?? '')
  const [to, setTo] = useState(search.get('price_to') ?? '')
  const usable = (text: string) => (amount.test(text) ? text : '')
  return (
    <form
      className="grid grid-cols-2 gap-2 pt-1"
      onSubmit={(event) => {
        event.preventDefault()
        go(changed(search, { price_from: usable(from), price_to: usable(to) }))
      }}
    >
      <input
        className="control px-2.5 text-sm"
        inputMode="numeric"
        value={from}
        onChange={(event) => setFrom(digits(event.target.value))}
        placeholder={`${symbolOf(currency)} ${m.facet_price_from()}`}
        aria-label={m.facet_price_from()}
      />
      <input
        className="control px-2.5 text-sm"
        inputMode="numeric"
        value={to}
        onChange={(event) => setTo(digits(event.target.value))}
        placeholder={`${symbolOf(currency)} ${m.facet_price_to()}`}
        aria-label={m.facet_price_to()}
      />
      <Button type="submit" kind="ghost" size="s" className="col-span-2">
        {m.facet_price_use()}
      </Button>
    </form>
  )
}

const digits = (text: string): string => text.replace(/[^\d]/g, '').replace(/^0+(?=\d)/, '')
