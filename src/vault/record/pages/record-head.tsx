/** Which period is shown, its files, and which movements of it. */
import * as m from '../../../locale/paraglide/messages.js'
import { momentOf } from '../../../ui/clock.ts'
import { DownloadButton } from '../../../ui/download-button.tsx'
import { Select, TextField } from '../../../ui/fields.tsx'
import { formatMonth } from '../../../ui/format.ts'
import { language } from '../../../ui/language.ts'
import { Seg } from '../../../ui/seg.tsx'
import { Tag } from '../../../ui/states.tsx'
import type { StandingView } from '../record-contract.ts'
import { type Group, groups } from '../record-rules.ts'
import { type Chosen, periodQuery } from './record-choice.ts'

type OnChoose = (change: Record<string, string | undefined>) => void
type Props = { standing: StandingView; chosen: Chosen; onChoose: OnChoose }

/** "November 2026" is the same in every zone at its middle. */
export const monthName = (month: string) => formatMonth(momentOf(`${month}-15T12:00:00Z`), 'UTC', language())

export function PeriodHead({ standing, chosen, onChoose }: Props) {
  const { period, from, to } = chosen
  const isClosed = standing.closed.some(({ month }) => month === period)
  const pick = (value: string) => {
    const isMonth = value !== 'all' && value !== 'days'
    onChoose({
      month: isMonth ? value : undefined,
      period: isMonth ? undefined : value,
      ...(value === 'days' ? {} : { from: undefined, to: undefined }),
    })
  }
  const choices = [
    ...standing.months.map((month) => ({ value: month, label: monthName(month) })),
    ...(standing.months.includes(period) || period === 'all' || period === 'days'
      ? []
      : [{ value: period, label: monthName(period) }]),
    { value: 'all', label: m.vault_record_period_all() },
    { value: 'days', label: m.vault_record_period_days() },
  ]
  return (
    <div className="mt-11 grid gap-4">
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-4">
        <div className="flex items-end gap-3">
          <div className="w-[210px]">
            <Select
              label={m.vault_record_period()}
              choices={choices}
              value={period}
              onChange={({ target }) => pick(target.value)}
            />
          </div>
          {period === standing.months[0] && (
            <span className="pb-2.5">
              <Tag>{m.vault_record_running()}</Tag>
            </span>
          )}
          {isClosed && (
            <span className="pb-2.5">
              <Tag tone="up" icon="lock-simple">
                {m.vault_record_closed_tag()}
              </Tag>
            </span>
          )}
        </div>
        <Files chosen={chosen} />
      </div>
      {period === 'days' && (
        <div className="grid max-w-[440px] grid-cols-2 gap-3">
          <TextField
            type="date"
            label={m.vault_record_from()}
            value={from ?? ''}
            max={to}
            onChange={({ target }) => onChoose({ from: target.value || undefined })}
          />
          <TextField
            type="date"
            label={m.vault_record_to()}
            value={to ?? ''}
            min={from}
            onChange={({ target }) => onChoose({ to: target.value || undefined })}
          />
        </div>
      )}
    </div>
  )
}

const formats = [
  ['pdf', () => 'PDF'],
  ['csv', () => 'CSV'],
  ['json', m.vault_record_json],
] as const

const Files = ({ chosen }: { chosen: Chosen }) => (
  <fieldset className="flex flex-wrap gap-2">
    <legend className="sr-only">{m.vault_record_files()}</legend>
    {formats.map(([format, name]) => (
      <SaveStatement key={format} query={{ ...periodQuery(chosen), format }} name={name()} />
    ))}
  </fieldset>
)

type Saved = { query: Record<string, string>; name: string; isBare?: boolean }

export const SaveStatement = ({ isBare = false, ...of }: Saved) => (
  <DownloadButton path="/trade/statement" {...of} kind={isBare ? 'quiet' : 'ghost'} size="s" isBare={isBare} />
)

const groupNames: Record<Group, () => string> = {
  bought: m.vault_record_group_bought,
  sold: m.vault_record_group_sold,
  sent: m.vault_record_group_sent,
  paid: m.vault_record_group_paid,
  other: m.vault_record_group_other,
}

export function Choice({ chosen: { kind, asset }, onChoose }: Omit<Props, 'standing'>) {
  const chips = [
    [undefined, m.vault_record_all] as const,
    ...groups.map((group) => [group, groupNames[group]] as const),
  ]
  return (
    <div className="mt-4 mb-4 flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
      <fieldset className="chip-row min-w-0">
        <legend className="sr-only">{m.vault_record_kinds()}</legend>
        {chips.map(([group, name]) => (
          <button
            key={group ?? 'all'}
            type="button"
            className="chip relative flex-none"
            aria-pressed={kind === group}
            onClick={() => onChoose({ kind: group })}
          >
            {name()}
          </button>
        ))}
      </fieldset>
      <Seg
        label={m.vault_record_asset()}
        value={asset ?? ''}
        choices={[
          ['', m.vault_record_asset_all()],
          ['gold', m.vault_record_gold()],
          ['money', m.vault_record_money()],
        ]}
        onChange={(value) => onChoose({ asset: value || undefined })}
      />
    </div>
  )
}
