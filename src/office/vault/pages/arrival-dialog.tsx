/** Notes which bars of a transport are there, or came back: nothing is ticked beforehand, so that somebody looks. */
import { useState } from 'react'
import type { TransportRow } from '../../../backing/transports/transport-contract.ts'
import * as m from '../../../locale/paraglide/messages.js'
import { Dialog } from '../../../ui/dialog.tsx'
import { Select, TextArea } from '../../../ui/fields.tsx'
import { Form } from '../../../ui/form.tsx'
import { toastDone } from '../../../ui/toast.tsx'
import { useForm } from '../../../ui/use-form.ts'
import { DialogEnd, reasonError } from '../../kit/pages/dialog-end.tsx'
import { officePost } from '../../kit/pages/office-client.ts'
import { useOfficeForm } from '../../kit/pages/use-office-form.ts'
import { BarChecks } from './bar-checks.tsx'

type Props = { transport: TransportRow; done: () => Promise<void>; close: () => void }

export function ArrivalDialog({ transport, done, close }: Props) {
  const { id, number, from_place, to_place, bars } = transport
  const form = useForm({ at: 'to', reason: '' }, { reason: reasonError })
  const [chosen, setChosen] = useState<string[]>([])
  const [lacking, setLacking] = useState(false)
  const { busy, refusal, submit } = useOfficeForm(form)
  const note = () => {
    setLacking(chosen.length === 0)
    return submit(async () => {
      if (chosen.length === 0) return
      const { at, reason } = form.values
      const wish = { transport_id: id, bar_ids: chosen, came_back: at === 'from', reason: reason.trim() }
      await officePost('/vault/arrive', wish, { quiet: true })
      toastDone(m.office_vault_arrive_done({ n: chosen.length }))
      await done()
      close()
    })
  }
  return (
    <Dialog open onClose={close} title={m.office_vault_arrive_title({ number })} text={m.office_vault_arrive_text()}>
      <Form form={form} onSubmit={note}>
        <Select
          label={m.office_vault_arrive_where()}
          choices={[
            { value: 'to', label: m.office_vault_arrive_there({ place: to_place }) },
            { value: 'from', label: m.office_vault_arrive_back({ place: from_place }) },
          ]}
          {...form.text('at')}
        />
        <BarChecks
          legend={m.office_vault_arrive_bars()}
          bars={bars
            .filter(({ ended }) => ended === null)
            .map(({ bar_id, serial, maker, fine_weight: fine }) => ({ id: bar_id, serial, maker, fine }))}
          chosen={chosen}
          choose={setChosen}
          empty={m.office_vault_arrive_none()}
          error={lacking && chosen.length === 0 ? m.office_vault_bars_error() : undefined}
        />
        <TextArea label={m.office_reason()} help={m.office_reason_help()} maxLength={500} {...form.text('reason')} />
        <DialogEnd confirm={m.office_vault_arrive_do()} busy={busy} refusal={refusal} close={close} />
      </Form>
    </Dialog>
  )
}
