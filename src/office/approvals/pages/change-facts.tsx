/** What is asked for with a change of the settings of a store: which one, what of it, and from when on. */
import * as m from '../../../locale/paraglide/messages.js'
import type { Fact } from '../../kit/pages/detail.tsx'
import { isSetting, pointLines, settingLines, settingTitle } from './change-lines.ts'

type Said = Record<string, unknown>

/** Null of a request that changes no setting. */
export function changeFacts(facts: Said, currency: string): Fact[] | null {
  const { what, name, from, before, after } = facts
  if ((what === 'save' || what === 'open') && 'seen' in facts)
    return pointFacts(what, before as Parameters<typeof pointLines>[0], after as Parameters<typeof pointLines>[1])
  if (!isSetting(name) || typeof after !== 'object') return null
  type Values = Parameters<typeof settingLines>[0]['before']
  const lines = settingLines({ name, before: (before ?? {}) as Values, after: after as Values, from }, currency)
  return [
    { label: m.office_approvals_fact_setting(), value: settingTitle(name) },
    { label: m.office_approvals_fact_changes(), value: <Lines lines={lines} /> },
    {
      label: m.office_approvals_fact_holds_from(),
      value: typeof from === 'string' ? from : m.office_approvals_fact_at_once(),
    },
  ]
}

function pointFacts(
  what: 'save' | 'open',
  before: Parameters<typeof pointLines>[0],
  after: Parameters<typeof pointLines>[1],
): Fact[] {
  const title = before?.name ?? after.name
  const lines = what === 'open' ? [m.office_settings_point_open_title({ name: title })] : pointLines(before, after)
  return [
    { label: m.office_settings_points(), value: title },
    { label: m.office_approvals_fact_changes(), value: <Lines lines={lines} /> },
  ]
}

const Lines = ({ lines }: { lines: string[] }) => (
  <ul className="grid gap-1">
    {lines.map((line) => (
      <li key={line} className="break-words">
        {line}
      </li>
    ))}
  </ul>
)
