/** Grants or refuses a request about personal data: an answer to the member always, a ground for a no. */
import { useState } from 'react'
import * as m from '../../../locale/paraglide/messages.js'
import type { OfficeRequestView } from '../../../rights/office-contract.ts'
import { groundWords } from '../../../rights/pages/data-words.ts'
import { grounds, opensName } from '../../../rights/request-rules.ts'
import { ApiError } from '../../../ui/api-client.ts'
import { Button } from '../../../ui/button.tsx'
import { FieldError, Select, TextArea } from '../../../ui/fields.tsx'
import { Form } from '../../../ui/form.tsx'
import { toastDone } from '../../../ui/toast.tsx'
import { useForm } from '../../../ui/use-form.ts'
import { officePost } from '../../kit/pages/office-client.ts'

type Decision = 'grant' | 'refuse'

export function DataDecision({ row, reload }: { row: OfficeRequestView; reload: () => Promise<void> }) {
  const [wanted, setWanted] = useState<Decision>('grant')
  const [busy, setBusy] = useState<Decision | null>(null)
  const [refusal, setRefusal] = useState<string>()
  const form = useForm(
    { answer: '', ground: '' },
    {
      answer: (text) => (text.trim().length < 3 ? m.office_rights_answer_error() : undefined),
      ground: (ground) => (wanted === 'refuse' && !ground ? m.office_rights_ground_error() : undefined),
    },
  )

  async function decide() {
    setRefusal(undefined)
    if (!form.check()) return
    setBusy(wanted)
    const { answer, ground } = form.values
    const wish = { request_id: row.id, decision: wanted, answer: answer.trim() }
    try {
      await officePost('/rights/decide', { ...wish, ...(wanted === 'refuse' ? { ground } : {}) }, { quiet: true })
      toastDone(wanted === 'grant' ? m.office_rights_granted() : m.office_rights_refused())
      await reload()
    } catch (failure) {
      if (!form.takeErrors(failure)) setRefusal(failure instanceof ApiError ? failure.message : m.ui_system_error())
    } finally {
      setBusy(null)
    }
  }

  return (
    <Form form={form} onSubmit={decide}>
      <p className="small text-ink-2">
        {opensName(row.about) ? m.office_rights_grant_name() : whatFollows[row.kind]()}
      </p>
      <TextArea
        label={m.office_rights_answer()}
        help={m.office_rights_answer_help()}
        maxLength={1000}
        {...form.text('answer')}
      />
      <Select
        label={m.office_rights_ground()}
        empty={m.office_rights_ground_choose()}
        choices={grounds.map((value) => ({ value, label: groundWords[value]() }))}
        {...form.text('ground')}
      />
      {refusal && <FieldError>{refusal}</FieldError>}
      <div className="flex flex-wrap gap-3">
        <Button
          type="submit"
          kind={row.kind === 'deletion' ? 'danger' : 'primary'}
          busy={busy === 'grant'}
          onClick={() => setWanted('grant')}
        >
          {row.kind === 'deletion' ? m.office_rights_delete() : m.office_rights_grant()}
        </Button>
        <Button type="submit" kind="ghost" busy={busy === 'refuse'} onClick={() => setWanted('refuse')}>
          {m.office_rights_refuse()}
        </Button>
      </div>
    </Form>
  )
}

const whatFollows: Record<OfficeRequestView['kind'], () => string> = {
  access: () => '',
  correction: m.office_rights_grant_correction,
  restriction: m.office_rights_grant_restriction,
  deletion: m.office_rights_grant_deletion,
}
