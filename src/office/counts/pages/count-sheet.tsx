/** The reader's own sheet: bars one by one, or a list; and the word that all was seen. */
import { useEffect, useRef, useState } from 'react'
import type { CountDetail } from '../../../backing/counts/count-contract.ts'
import { type BarFault, readBars } from '../../../backing/register/bar-list-rules.ts'
import * as m from '../../../locale/paraglide/messages.js'
import type { ApiError } from '../../../ui/api-client.ts'
import { Button, IconButton } from '../../../ui/button.tsx'
import { FieldError, TextField } from '../../../ui/fields.tsx'
import { Form } from '../../../ui/form.tsx'
import { formatGrams } from '../../../ui/format.ts'
import { Icon } from '../../../ui/icon.tsx'
import { language } from '../../../ui/language.ts'
import { toastDone } from '../../../ui/toast.tsx'
import { useForm } from '../../../ui/use-form.ts'
import { BarFaults } from '../../kit/pages/bar-faults.tsx'
import { FileChoice } from '../../kit/pages/file-choice.tsx'
import { officePost } from '../../kit/pages/office-client.ts'
import { useReasonDialog } from '../../kit/pages/reason-dialog.tsx'
import { useOfficeForm } from '../../kit/pages/use-office-form.ts'

type Props = { count: CountDetail; reload: () => Promise<void> }

const MOST = 200_000

export function CountSheet({ count, reload }: Props) {
  const { count_id, sheet } = count
  const { ask, dialog } = useReasonDialog(reload)
  const [added, setAdded] = useState(0)
  const lines = sheet ?? []
  const finish = () =>
    ask({
      ...{ title: m.office_counts_done_title(), text: m.office_counts_done_text({ n: lines.length }) },
      ...{ confirm: m.office_counts_done(), withoutReason: true },
      run: () => officePost('/vault/countDone', { count_id }, { quiet: true }),
      done: m.office_counts_done_done(),
    })
  return (
    <section className="office-panel">
      <h2 className="h3 mb-1">{m.office_counts_sheet()}</h2>
      <p className="small mb-4 max-w-[64ch] text-ink-2">{m.office_counts_sheet_text()}</p>
      <OneBar
        key={added}
        countId={count_id}
        follows={added > 0}
        done={async () => {
          await reload()
          setAdded((times) => times + 1)
        }}
      />
      <ListOfBars countId={count_id} reload={reload} />
      <Lines lines={lines} reload={reload} />
      <div className="mt-4">
        <Button kind="primary" onClick={finish}>
          {m.office_counts_done()}
        </Button>
      </div>
      {dialog}
    </section>
  )
}

type OneSeen = { serial: string; weight: string; maker: string; seal: string }

const cell = (text: string) => `"${text.trim().replaceAll('"', '""')}"`
const listOf = ({ serial, weight, maker, seal }: OneSeen) =>
  `serial,maker,gross_g,seal\n${[serial, maker, weight, seal].map(cell).join(',')}`
/** Whether a bar of which only this is known would be refused. */
const isWrong = (part: Partial<OneSeen>) =>
  readBars(listOf({ serial: 'A', weight: '1', maker: '', seal: '', ...part })).faults.length > 0

/** `follows`: another bar was added just before, so that the next number can be typed or scanned at once. */
type BarProps = { countId: string; follows: boolean; done: () => Promise<void> }

function OneBar({ countId, follows, done }: BarProps) {
  const form = useForm<OneSeen>(
    { serial: '', weight: '', maker: '', seal: '' },
    {
      serial: (serial) => (isWrong({ serial }) ? m.office_counts_serial_error() : undefined),
      weight: (weight) => (isWrong({ weight }) ? m.office_counts_weight_error() : undefined),
      maker: (maker) => (isWrong({ maker }) ? m.office_counts_maker_error() : undefined),
      seal: (seal) => (isWrong({ seal }) ? m.office_counts_seal_error() : undefined),
    },
  )
  const frame = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (follows) frame.current?.querySelector('input')?.focus()
  }, [follows])
  const { busy, refusal, submit } = useOfficeForm(form)
  const add = () =>
    submit(async () => {
      await officePost('/vault/countAdd', { count_id: countId, bars: listOf(form.values) }, { quiet: true })
      await done()
    })
  return (
    <div ref={frame}>
      <Form form={form} onSubmit={add}>
        <div className="grid items-start gap-4 md:grid-cols-2">
          <TextField
            label={m.office_vault_serial()}
            maxLength={40}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            {...form.text('serial')}
          />
          <TextField
            label={m.office_counts_weight()}
            inputMode="decimal"
            maxLength={12}
            autoComplete="off"
            {...form.text('weight')}
          />
          <TextField label={m.office_counts_maker()} maxLength={60} {...form.text('maker')} />
          <TextField label={m.office_counts_seal()} maxLength={80} autoComplete="off" {...form.text('seal')} />
        </div>
        {refusal && <FieldError>{refusal}</FieldError>}
        <div>
          <Button type="submit" kind="ghost" busy={busy}>
            {m.office_counts_add()}
          </Button>
        </div>
      </Form>
    </div>
  )
}

function ListOfBars({ countId, reload }: { countId: string; reload: () => Promise<void> }) {
  const [name, setName] = useState('')
  const [trouble, setTrouble] = useState<{ text: string; faults: BarFault[] }>()
  async function take(text: string, file: string) {
    setTrouble(undefined)
    try {
      const { added } = await officePost<{ added: number }>(
        '/vault/countAdd',
        { count_id: countId, bars: text },
        { quiet: true },
      )
      setName(file)
      toastDone(m.office_counts_list_done({ n: added }))
      await reload()
    } catch (failure) {
      const { error, data, message } = failure as ApiError
      setTrouble(
        error === 'bars_wrong'
          ? { text: m.office_counts_list_wrong(), faults: data.faults as BarFault[] }
          : { text: message, faults: [] },
      )
    }
  }
  return (
    <div className="mt-5">
      <p className="small mb-2 text-ink-2">{m.office_counts_list_help()}</p>
      <FileChoice most={MOST} size="200 kB" name={name} hint="" take={(text, file) => void take(text, file)} />
      {trouble && <FieldError>{trouble.text}</FieldError>}
      {trouble && trouble.faults.length > 0 && <BarFaults faults={trouble.faults} />}
    </div>
  )
}

type LinesProps = { lines: NonNullable<CountDetail['sheet']>; reload: () => Promise<void> }

function Lines({ lines, reload }: LinesProps) {
  const [removing, setRemoving] = useState<string>()
  // What was refused, as for an entry that is gone, is said and shown as it is.
  async function remove(id: string) {
    setRemoving(id)
    await officePost('/vault/countRemove', { entry_id: id }).catch(() => null)
    await reload()
    setRemoving(undefined)
  }
  return (
    <ul className="mt-5" aria-label={m.office_counts_sheet()}>
      {lines.map(({ id, serial, maker, gross_weight, seal }) => (
        <li key={id} className="flex items-center justify-between gap-3 border-t border-line py-2">
          <span className="min-w-0">
            <span className="font-semibold tabular-nums">{serial}</span>{' '}
            <span className="text-ink-2">{[maker, seal].filter(Boolean).join(' · ')}</span>
          </span>
          <span className="flex items-center gap-2">
            <span className="fig">{formatGrams(gross_weight, language())}</span>
            <IconButton
              label={m.office_counts_remove({ serial })}
              disabled={removing !== undefined}
              onClick={() => void remove(id)}
            >
              <Icon name="x" />
            </IconButton>
          </span>
        </li>
      ))}
    </ul>
  )
}
