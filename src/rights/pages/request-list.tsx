/** What the member asked, by when it is answered, and what the answer was. */
import * as m from '../../locale/paraglide/messages.js'
import { dataOf } from '../../ui/api-client.ts'
import { ask } from '../../ui/asking.ts'
import { Button } from '../../ui/button.tsx'
import { formatMoment } from '../../ui/format.ts'
import { language } from '../../ui/language.ts'
import { useShell } from '../../ui/shell-data.ts'
import { Tag } from '../../ui/states.tsx'
import { toastDone } from '../../ui/toast.tsx'
import { useAttempt } from '../../ui/use-attempt.ts'
import type { DataRequestsView, DataRequestView } from '../contract.ts'
import { aboutWords, groundWords, kindWords, stateTones, stateWords } from './data-words.ts'

type Props = { requests: DataRequestView[]; onChanged: (known: DataRequestsView) => void }

export function RequestList({ requests, onChanged }: Props) {
  const send = useAttempt()
  if (requests.length === 0) return <p className="border-t border-line py-6 text-ink-2">{m.rights_list_empty()}</p>

  async function withdraw({ id, kind }: DataRequestView) {
    const question = { title: kindWords[kind](), text: m.rights_withdraw_text(), confirm: m.rights_withdraw() }
    if (!(await ask({ ...question, cancel: m.rights_withdraw_keep() }))) return
    try {
      const body = { request_id: id }
      onChanged(await dataOf(send<DataRequestsView>('/user/withdrawDataRequest', body, { loading: true })))
      toastDone(m.rights_withdrawn())
    } catch {
      // The refusal was said in a toast; the list stands as it was.
    }
  }

  return (
    <ul className="border-t border-line">
      {requests.map((one) => (
        <li key={one.id} className="grid gap-2 border-b border-line py-5">
          <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <span className="font-semibold">{kindWords[one.kind]()}</span>
            <Tag tone={stateTones[one.state]}>{stateWords[one.state]()}</Tag>
          </p>
          <Times request={one} />
          {one.about && <p className="small text-ink-2">{aboutWords[one.about]()}</p>}
          {one.words && <p className="break-words whitespace-pre-line">{one.words}</p>}
          {one.answer && (
            <blockquote className="mt-1 grid gap-2 border-l-2 border-nila pl-4 break-words whitespace-pre-line">
              {one.ground && <p className="font-medium">{groundWords[one.ground]()}</p>}
              <p>{one.answer}</p>
            </blockquote>
          )}
          {one.state === 'waiting' && (
            <Button
              kind="quiet"
              size="s"
              className="-ml-3 justify-self-start"
              aria-label={`${m.rights_withdraw()}: ${kindWords[one.kind]()}`}
              onClick={() => withdraw(one)}
            >
              {m.rights_withdraw()}
            </Button>
          )}
        </li>
      ))}
    </ul>
  )
}

function Times({ request: { kind, state, asked_at, due_at, decided_at } }: { request: DataRequestView }) {
  const { store } = useShell()
  const moment = (text: string) => formatMoment(Date.parse(text), store.time_zone, language())
  if (kind === 'access') return <p className="small text-ink-2">{m.rights_made_on({ moment: moment(asked_at) })}</p>
  const end = moment(decided_at ?? due_at)
  const second = { waiting: m.rights_due_on, withdrawn: m.rights_withdrawn_on }[state as 'waiting' | 'withdrawn']
  return (
    <p className="small text-ink-2">
      {m.rights_asked_on({ moment: moment(asked_at) })} · {(second ?? m.rights_decided_on)({ moment: end })}
    </p>
  )
}
