/** Delivery zones and couriers as rows: their parts by name, and their values as a reader sees them. */
import type { ZonePartsView } from '../../../delivery/office-contract.ts'
import * as m from '../../../locale/paraglide/messages.js'
import type { Currency } from '../../../money/money.ts'
import type { RowValues } from '../../../stores/list-row-rules.ts'
import { listed, tariffField } from '../../../stores/zone-rules.ts'
import { formatCount, formatMoney } from '../../../ui/format.ts'
import { language } from '../../../ui/language.ts'
import { causeName } from '../../kit/pages/cause-words.ts'

export type RowList = 'zones' | 'couriers' | 'causes'
type Kind = 'text' | 'whole' | 'switch' | 'provinces' | 'money'
export type RowPart = { part: string; kind: Kind; label: string; help?: string; currency?: string }

/** By list, whether a row is in use. */
export const switchOf = { zones: 'served', couriers: 'serves', causes: 'offered' } as const

/** What a row is called; the release's own reasons have no name until somebody gives them one. */
export const rowName = (list: RowList, code: string, name: string | number | undefined): string =>
  list === 'causes' ? causeName({ code, name: String(name ?? '') }) : String(name || code)

const causeParts = (): RowPart[] => [
  {
    ...{ part: 'name', kind: 'text', label: m.office_settings_courier_name() },
    help: m.office_settings_cause_name_help(),
  },
  { part: 'offered', kind: 'switch', label: m.office_settings_cause_offered() },
  {
    ...{ part: 'ours', kind: 'switch', label: m.office_settings_cause_ours() },
    help: m.office_settings_cause_ours_help(),
  },
  {
    part: 'place',
    kind: 'whole',
    label: m.office_settings_row_place(),
    help: m.office_settings_courier_place_help(),
  },
]

export function rowPartsOf(list: RowList, facts: Pick<ZonePartsView, 'currencies'>): RowPart[] {
  if (list === 'causes') return causeParts()
  return list === 'couriers' ? courierParts() : zoneParts(facts)
}

const courierParts = (): RowPart[] => [
  { part: 'name', kind: 'text', label: m.office_settings_courier_name() },
  { part: 'serves', kind: 'switch', label: m.office_settings_courier_serves() },
  {
    ...{ part: 'tracking', kind: 'text', label: m.office_settings_courier_tracking() },
    help: m.office_settings_courier_tracking_help({ place: '{number}' }),
  },
  {
    part: 'place',
    kind: 'whole',
    label: m.office_settings_row_place(),
    help: m.office_settings_courier_place_help(),
  },
]

const zoneParts = ({ currencies }: Pick<ZonePartsView, 'currencies'>): RowPart[] => [
  { part: 'name', kind: 'text', label: m.office_settings_zone_name() },
  { part: 'served', kind: 'switch', label: m.office_settings_zone_served() },
  { part: 'provinces', kind: 'provinces', label: m.office_settings_zone_provinces() },
  {
    ...{ part: 'postcodes', kind: 'text', label: m.office_settings_zone_postcodes() },
    help: m.office_settings_zone_postcodes_help(),
  },
  {
    part: 'more_days',
    kind: 'whole',
    label: m.office_settings_zone_days(),
    help: m.office_settings_zone_days_help(),
  },
  ...currencies.flatMap((currency: Currency): RowPart[] =>
    (
      [
        ['first', m.office_settings_zone_first({ currency }), m.office_settings_zone_first_help()],
        ['further', m.office_settings_zone_further({ currency }), undefined],
        ['value_step', m.office_settings_zone_value_step({ currency }), m.office_settings_zone_value_step_help()],
        ['per_step', m.office_settings_zone_per_step({ currency }), undefined],
      ] as const
    ).map(([part, label, help]) => ({
      ...{ part: tariffField(part, currency), kind: 'money' as const, label, currency },
      ...(help && { help }),
    })),
  ),
  {
    part: 'place',
    kind: 'whole',
    label: m.office_settings_row_place(),
    help: m.office_settings_zone_place_help(),
  },
]

/** What is no value of its part, since somebody is typing, stands as it is. */
export function shownPart(
  { kind, currency }: RowPart,
  value: string | number | undefined,
  { provinces }: ZonePartsView,
): string {
  if (value === undefined || value === '') return '–'
  if (kind === 'switch') return value === 'on' ? m.office_settings_row_on() : m.office_settings_row_off()
  if (kind === 'provinces') return provincesInWords(value, provinces)
  if (kind === 'money' && currency && /^\d{1,15}(\.\d+)?$/.test(String(value)))
    return formatMoney(String(value), currency, language())
  return typeof value === 'number' ? formatCount(value, language()) : value
}

function provincesInWords(value: string | number, provinces: ZonePartsView['provinces']): string {
  const names = new Map(provinces.map(({ code, name }) => [code, name]))
  return listed(value)
    .map((code) => (code === '*' ? m.office_settings_zone_anywhere() : (names.get(code) ?? code)))
    .join(', ')
}

type Change = { parts: RowPart[]; facts: ZonePartsView; before?: RowValues; after: RowValues }

/** "Name: A → B", for what is another value; without a state before, what it is. Fields are those of the list, "near.name". */
export function rowDifferences(code: string, { parts, facts, before, after }: Change): string[] {
  return parts.flatMap((part) => {
    const field = `${code}.${part.part}`
    const [was, is] = [before?.[field] ?? '', after[field] ?? '']
    if (was === is || !(field in after)) return []
    const [then, now] = [shownPart(part, was, facts), shownPart(part, is, facts)]
    return [before ? m.office_settings_difference({ field: part.label, was: then, is: now }) : `${part.label}: ${now}`]
  })
}

type Said = { list: RowList; now: RowValues; said: RowValues; facts: ZonePartsView }

/** What a row of the history says, each with the name that its row has now. */
export function historyLines({ list, now, said, facts }: Said): string[] {
  const parts = rowPartsOf(list, facts)
  const codes = [...new Set(Object.keys(said).map((field) => field.split('.')[0] ?? ''))]
  return codes.flatMap((code) =>
    rowDifferences(code, { parts, facts, after: said }).map(
      (line) => `${rowName(list, code, now[`${code}.name`])} · ${line}`,
    ),
  )
}
