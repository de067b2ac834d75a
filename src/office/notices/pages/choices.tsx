/** Of what one is told, and how: saved with each tick. */
import { useState } from 'react'
import * as m from '../../../locale/paraglide/messages.js'
import type { NoticeKind } from '../../../staff/notices/notice-rules.ts'
import { ApiError } from '../../../ui/api-client.ts'
import { Button } from '../../../ui/button.tsx'
import { Checkbox, FieldError } from '../../../ui/fields.tsx'
import { ErrorState, Skeleton } from '../../../ui/states.tsx'
import { toastDone } from '../../../ui/toast.tsx'
import { officePost } from '../../kit/pages/office-client.ts'
import { useOffice } from '../../kit/pages/use-office.ts'
import type { NoticeChoiceView } from '../contract.ts'
import { kindWords } from './kind-words.ts'

export function Choices() {
  const list = useOffice<{ choices: NoticeChoiceView[] }>('/notices/choices')
  return (
    <section className="office-panel mt-6 max-w-2xl" aria-busy={list.loading}>
      <h2 className="h3">{m.office_notices_choices()}</h2>
      <p className="small mt-1 mb-3 text-ink-2">{m.office_notices_choices_text()}</p>
      {list.failed && (
        <ErrorState
          title={m.office_table_error()}
          action={<Button onClick={list.reload}>{m.office_try_again()}</Button>}
        />
      )}
      {!list.data && !list.failed && <Skeleton className="h-40" />}
      <ul>
        {list.data?.choices.map((choice) => (
          <OneChoice key={choice.kind} choice={choice} reload={list.reload} />
        ))}
      </ul>
    </section>
  )
}

const helps: Partial<Record<NoticeKind, () => string>> = { breach: m.office_notices_kind_breach_help }

function OneChoice({ choice, reload }: { choice: NoticeChoiceView; reload: () => Promise<void> }) {
  const [shown, setShown] = useState(choice)
  const [refusal, setRefusal] = useState('')
  const kind = kindWords[choice.kind]()
  async function change(next: NoticeChoiceView) {
    const before = shown
    setShown(next)
    setRefusal('')
    try {
      await officePost('/notices/choose', next, { quiet: true })
      toastDone(m.office_notices_chosen())
    } catch (failure) {
      setShown(before)
      setRefusal(failure instanceof ApiError ? (failure.fields.by_mail ?? failure.message) : m.ui_system_error())
      await reload()
    }
  }
  return (
    <li className="flex flex-wrap items-center gap-x-5 border-t border-line py-1">
      <span className="min-w-40 flex-1 py-1">
        <span className="block font-semibold">{kind}</span>
        {helps[choice.kind] && <span className="fine block text-ink-2">{helps[choice.kind]?.()}</span>}
      </span>
      <span className="flex gap-x-5">
        <Checkbox
          checked={shown.in_office}
          onChange={({ target }) => change({ ...shown, in_office: target.checked })}
          aria-label={m.office_notices_choice_of_office({ kind })}
          label={m.office_notices_choice_office()}
        />
        <Checkbox
          checked={shown.by_mail}
          onChange={({ target }) => change({ ...shown, by_mail: target.checked })}
          aria-label={m.office_notices_choice_of_mail({ kind })}
          label={m.office_notices_choice_mail()}
        />
      </span>
      {refusal && <FieldError>{refusal}</FieldError>}
    </li>
  )
}
