/** What a change of a setting or of a pickup point says to its second person, line by line, as the pages of the settings say it. Pure. */
import { hoursInWords } from '../../../delivery/pages/opening-hours.ts'
import * as m from '../../../locale/paraglide/messages.js'
import { currencies } from '../../../money/money.ts'
import { type AnySettingValue, type SettingName, settingNames } from '../../../stores/setting-rules.ts'
import { language } from '../../../ui/language.ts'
import { type RowList, rowDifferences, rowName, rowPartsOf } from '../../settings/pages/row-words.ts'
import { differences, settingWords } from '../../settings/pages/setting-words.ts'
import { taxEffects } from '../../settings/pages/tax-words.ts'

const listTitles: Record<RowList, () => string> = {
  zones: m.office_settings_zones,
  couriers: m.office_settings_couriers,
  causes: m.office_settings_causes,
}
const isRows = (name: SettingName): name is RowList => name in listTitles

export const isSetting = (name: unknown): name is SettingName => (settingNames as readonly unknown[]).includes(name)

export const settingTitle = (name: SettingName): string => {
  if (name === 'holidays') return m.office_settings_holidays()
  return isRows(name) ? listTitles[name]() : settingWords[name].title()
}

type Change = { name: SettingName; before: AnySettingValue; after: AnySettingValue; from?: unknown }

/** `currency`: of the store. */
export function settingLines({ name, before, after, from }: Change, currency: string): string[] {
  if (name === 'holidays')
    return Object.keys(after).map((day) => changed(day, String(before[day] ?? ''), String(after[day])))
  if (!isRows(name))
    return [
      ...differences(name, currency, before, after),
      ...(name === 'taxes' ? taxEffects(before, after, currency, from) : []),
    ]
  const facts = { provinces: [], currencies: [...currencies] }
  const parts = rowPartsOf(name, facts)
  const codes = [...new Set(Object.keys(after).map((field) => field.split('.')[0] ?? ''))]
  return codes.flatMap((code) =>
    rowDifferences(code, { parts, facts, before, after }).map(
      (line) => `${rowName(name, code, after[`${code}.name`])} · ${line}`,
    ),
  )
}

type Point = Record<'name' | 'street' | 'city' | 'telephone', string> &
  Record<'hours' | 'closed_days', Record<string, string>>

/** `before` null: a new point. */
export function pointLines(before: Point | null, after: Point): string[] {
  const told = ({ name, street, city, telephone, hours, closed_days: days }: Point): [string, string][] => [
    [m.office_settings_point_name(), name],
    [m.office_settings_street(), street],
    [m.office_settings_city(), city],
    [m.office_settings_telephone(), telephone],
    [m.office_settings_point_hours(), hoursInWords(hours, language())],
    [
      m.office_settings_point_days(),
      Object.entries(days)
        .map(([day, why]) => `${day} ${why}`)
        .join(', '),
    ],
  ]
  const was = before ? told(before) : []
  return told(after).flatMap(([label, is], at) => {
    const then = was[at]?.[1] ?? ''
    return then === is ? [] : [before ? changed(label, then, is) : `${label}: ${is}`]
  })
}

const changed = (field: string, was: string, is: string) =>
  m.office_settings_difference({ field, was: was || '–', is: is || '–' })
