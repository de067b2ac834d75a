/** Filters with how many products each would leave. Without JavaScript they are one form with a button. */
import { type ChangeEvent, type ReactNode, useId } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import * as m from '../../locale/paraglide/messages.js'
import { Button } from '../../ui/button.tsx'
import { Input } from '../../ui/control.tsx'
import { Checkbox } from '../../ui/fields.tsx'
import { formatCount } from '../../ui/format.ts'
import { language } from '../../ui/language.ts'
import { useFollowing } from '../../ui/use-following.ts'
import type { CategoryListView, FacetValueView, ProductListView } from '../contract.ts'
import { KeptFields } from './kept-fields.tsx'
import { changed, filterNames, hrefOf, toggled, valuesOf } from './list-query.ts'
import { PriceRange } from './price-range.tsx'

type Props = { list: ProductListView; categories: CategoryListView }

export function Facets({ list, categories }: Props) {
  const { facets } = list
  const [search] = useSearchParams()
  return (
    <form action="/product/product" onSubmit={(event) => event.preventDefault()}>
      <KeptFields but={filterNames} />
      <InStock count={facets.in_stock} />
      <Group title={m.catalogue_facet_category()}>
        <Categories values={facets.category} tree={categories} />
      </Group>
      <Choices title={m.catalogue_facet_karat()} name="karat" values={facets.karat} />
      <Choices title={m.catalogue_facet_weight()} name="weight" values={facets.weight} />
      <Group title={m.catalogue_facet_price()}>
        <PriceRange key={search.toString()} currency={list.currency} range={facets.price} />
      </Group>
      <Choices title={m.catalogue_facet_brand()} name="brand" values={facets.brand} />
      <Choices title={m.catalogue_facet_form()} name="form" values={facets.form} />
      <noscript>
        <Button type="submit" kind="ghost" className="w-full">
          {m.catalogue_filters_apply()}
        </Button>
      </noscript>
    </form>
  )
}

export function useSearch() {
  const [search] = useSearchParams()
  const navigate = useNavigate()
  return { search, go: (next: URLSearchParams) => void navigate(hrefOf(next), { preventScrollReset: true }) }
}

const Group = ({ title, children }: { title: string; children: ReactNode }) => (
  <fieldset className="mb-5 border-b border-line pb-4 last-of-type:border-0">
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
function useTicked(chosen: boolean, follow: (chosen: boolean) => void) {
  const [checked, setChecked] = useFollowing(chosen)
  const onChange = (event: ChangeEvent<HTMLInputElement>) => {
    setChecked(event.target.checked)
    follow(event.target.checked)
  }
  return { checked, onChange }
}

function InStock({ count }: { count: number }) {
  const { search, go } = useSearch()
  const tick = useTicked(search.get('in_stock') === '1', (chosen) =>
    go(changed(search, { in_stock: chosen ? '1' : '' })),
  )
  const id = useId()
  return (
    <div className="mb-5 flex min-h-11 items-center gap-3 border-b border-line pb-4 text-[15px]">
      <label htmlFor={id} className="flex flex-1 justify-between gap-2 font-medium">
        {m.catalogue_facet_in_stock()}
        <span className="text-sm font-normal text-ink-3">{formatCount(count, language())}</span>
      </label>
      <Input id={id} type="checkbox" role="switch" name="in_stock" value="1" className="switch" {...tick} />
    </div>
  )
}

type BoxProps = { name: string; value: FacetValueView }

function Box({ name, value: { value, label, count, chosen } }: BoxProps) {
  const { search, go } = useSearch()
  const tick = useTicked(chosen, () => go(toggled(search, name, value)))
  return <Checkbox name={name} value={value} label={<Label text={label} count={count} />} {...tick} />
}

type ChoicesProps = { title: string; name: string; values: FacetValueView[] }

/** No heading over nothing. */
const Choices = ({ title, ...values }: ChoicesProps) =>
  values.values.some(isShown) ? (
    <Group title={title}>
      <Values {...values} />
    </Group>
  ) : null

/** A value that would leave nothing is shown only while it is chosen. */
const isShown = ({ count, chosen }: FacetValueView): boolean => count > 0 || chosen

function Values({ name, values, indent = false }: { name: string; values: FacetValueView[]; indent?: boolean }) {
  return values.filter(isShown).map((value) => (
    <div key={value.value} className={indent ? 'pl-7' : ''}>
      <Box name={name} value={value} />
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
