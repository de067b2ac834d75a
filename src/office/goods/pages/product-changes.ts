/** What is different about a product since it was read, as lines that a person can compare. */
import type { OfficeProductView, OfficeSku } from '../../../catalogue/office-contract.ts'
import * as m from '../../../locale/paraglide/messages.js'
import { money, pieceWeight } from '../../../ui/figures.tsx'
import { formatBps, formatFineness } from '../../../ui/format.ts'
import { language } from '../../../ui/language.ts'
import { formName } from './goods-parts.tsx'
import { textFields, textLabel, textLanguages } from './text-fields.tsx'

type ProductChange = { label: string; before: string; value: string }
type Said = [label: string, value: string]

/** Everything that a change of the product's revision may have changed, what matters for an order first; stock and prices of gold are not. */
export function changesOf(before: OfficeProductView, now: OfficeProductView): ProductChange[] {
  const skusBefore = new Map(before.skus.map((sku) => [sku.id, sku]))
  const there = new Set(now.skus.map(({ id }) => id))
  return [
    ...compare(factsOf(before), factsOf(now)),
    ...now.skus.flatMap((sku) => {
      const known = skusBefore.get(sku.id)
      return known
        ? compare(skuFacts(known, before), skuFacts(sku, now))
        : [{ label: sku.code, before: '', value: sku.label }]
    }),
    ...before.skus
      .filter(({ id }) => !there.has(id))
      .map(({ code, label }) => ({ label: code, before: label, value: m.office_goods_meanwhile_gone() })),
    ...picturesOf(before, now),
    ...compare(textsOf(before), textsOf(now)),
  ]
}

const compare = (before: Said[], now: Said[]): ProductChange[] =>
  now.flatMap(([label, value], place) => {
    const was = before[place]?.[1] ?? ''
    return was === value ? [] : [{ label, before: was, value }]
  })

const shownWord = (shown: boolean) => (shown ? m.office_goods_shown() : m.office_goods_hidden())

const factsOf = ({ shown, form, category, brand, series }: OfficeProductView): Said[] => [
  [m.office_state(), shownWord(shown)],
  [m.office_goods_form(), formName(form)],
  [m.office_goods_category(), category],
  [m.office_goods_maker(), brand],
  [m.office_goods_series(), series ?? m.office_goods_series_none()],
]

const textsOf = ({ texts }: OfficeProductView): Said[] =>
  textFields.flatMap((field) =>
    textLanguages.map((each): Said => [textLabel(`${field}.${each}`), texts[field][each] ?? '']),
  )

const skuFacts = (sku: OfficeSku, { currency, numbered }: OfficeProductView): Said[] =>
  (
    [
      [m.office_goods_import_code(), sku.code],
      [m.office_state(), shownWord(sku.shown)],
      [m.office_goods_sku_label(), sku.label],
      numbered
        ? [m.office_goods_weight(), pieceWeight(sku.fine_weight)]
        : [m.office_goods_weight_gross(), pieceWeight(sku.gross_weight)],
      [m.office_goods_fineness(), formatFineness(sku.fineness, language())],
      [m.office_goods_premium(), formatBps(sku.premium_bps, language())],
      [m.office_goods_making_in({ currency }), money({ amount: sku.making, currency })],
    ] as Said[]
  ).map(([label, value]) => [`${sku.code}: ${label}`, value])

function picturesOf({ pictures: before }: OfficeProductView, { pictures }: OfficeProductView): ProductChange[] {
  if (JSON.stringify(before) === JSON.stringify(pictures)) return []
  const isCount = before.length !== pictures.length
  const value = isCount ? String(pictures.length) : m.office_goods_meanwhile_order()
  return [{ label: m.office_goods_pictures(), before: isCount ? String(before.length) : '', value }]
}
