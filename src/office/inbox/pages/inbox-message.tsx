/** One message with its answers, and what may be done with it. */
import { Link } from 'react-router'
import type { InboxRowView } from '../../../community/office-contract.ts'
import * as m from '../../../locale/paraglide/messages.js'
import { Button } from '../../../ui/button.tsx'
import { Tag } from '../../../ui/states.tsx'
import { Detail, Facts } from '../../kit/pages/detail.tsx'
import { languageName } from '../../kit/pages/language-words.ts'
import { mailTones, mailWords } from '../../kit/pages/mail-words.ts'
import { officePost } from '../../kit/pages/office-client.ts'
import { type ReasonedAction, useReasonDialog } from '../../kit/pages/reason-dialog.tsx'
import { useMay, useTimes } from '../../kit/pages/use-office.ts'
import { useStores } from '../../kit/pages/use-stores.ts'
import { AnswerForm } from './answer-form.tsx'
import { messageTones, messageWords } from './inbox-words.ts'

type Props = { row: InboxRowView; close: () => void; reload: () => Promise<void> }

export function InboxMessage({ row, close, reload }: Props) {
  const { moment } = useTimes()
  const stores = useStores()
  const may = useMay()
  const isTheirs = row.state === 'in_hand' && !row.is_mine
  return (
    <Detail
      title={`${row.number} · ${row.name}`}
      aside={`${stores.nameOf(row.store)} · ${moment(row.created_at)}`}
      onClose={close}
    >
      <div className="flex flex-wrap items-center gap-3">
        <Tag tone={messageTones[row.state]}>{messageWords[row.state]()}</Tag>
        {row.assigned_to && (
          <span className="small text-ink-2">{m.office_inbox_with_name({ name: row.assigned_to })}</span>
        )}
      </div>
      <blockquote className="border-l-2 border-line pl-3 break-words whitespace-pre-line" lang={row.language}>
        {row.text}
      </blockquote>
      <Facts
        facts={[
          { label: m.office_staff_email(), value: row.email },
          { label: m.office_language(), value: languageName(row.language) },
          ...(row.member_id && may('members.see')
            ? [
                {
                  label: m.office_member(),
                  value: (
                    <Link to={`/admin/member?id=${row.member_id}`} className="link">
                      {row.name}
                    </Link>
                  ),
                },
              ]
            : []),
          ...(row.handled_by && row.handled_at
            ? [{ label: m.office_inbox_handled(), value: `${row.handled_by}, ${moment(row.handled_at)}` }]
            : []),
          ...(row.note ? [{ label: m.office_inbox_note(), value: row.note }] : []),
        ]}
      />
      <Answers row={row} />
      {may('inbox.answer') && !isTheirs && row.state !== 'spam' && <AnswerForm row={row} reload={reload} />}
      <Steps row={row} reload={reload} isTheirs={isTheirs} />
    </Detail>
  )
}

function Answers({ row }: Pick<Props, 'row'>) {
  const { moment } = useTimes()
  if (row.answers.length === 0) return null
  return (
    <section aria-label={m.office_inbox_answers()}>
      <h3 className="h3 mb-3">{m.office_inbox_answers()}</h3>
      <ul className="grid gap-4">
        {row.answers.map(({ text, by, at, mail }) => (
          <li key={at} className="border-l-2 border-nila pl-3">
            <p className="break-words whitespace-pre-line">{text}</p>
            <p className="fine mt-1 flex flex-wrap items-center gap-2 text-ink-2">
              {by}, {moment(at)}
              {mail && <Tag tone={mailTones[mail]}>{mailWords[mail]()}</Tag>}
            </p>
          </li>
        ))}
      </ul>
    </section>
  )
}

function Steps({ row, reload, isTheirs }: Omit<Props, 'close'> & { isTheirs: boolean }) {
  const { ask, dialog } = useReasonDialog(reload)
  const may = useMay()
  const isOpen = row.state === 'new' || row.state === 'in_hand'
  const take: ReasonedAction = {
    title: isTheirs ? m.office_inbox_take_over() : m.office_inbox_take(),
    text: isTheirs ? m.office_inbox_take_over_text({ name: row.assigned_to ?? '' }) : m.office_inbox_take_text(),
    confirm: isTheirs ? m.office_inbox_take_over() : m.office_inbox_take(),
    withoutReason: true,
    run: () => officePost('/inbox/take', seenOf(row), { quiet: true }),
    done: m.office_inbox_taken(),
  }
  return (
    <div className="flex flex-wrap gap-3">
      {may('inbox.answer') && isOpen && !row.is_mine && (
        <Button kind={isTheirs ? 'primary' : 'ghost'} onClick={() => ask(take)}>
          {take.title}
        </Button>
      )}
      {may('inbox.answer') && row.state === 'in_hand' && row.is_mine && (
        <Button kind="ghost" onClick={() => ask(releasing(row))}>
          {m.office_inbox_release()}
        </Button>
      )}
      {may('inbox.close') &&
        (isOpen || row.state === 'answered' ? (
          <>
            <Button kind="ghost" onClick={() => ask(closing(row, 'closed'))}>
              {m.office_inbox_close()}
            </Button>
            {isOpen && (
              <Button kind="quiet" onClick={() => ask(closing(row, 'spam'))}>
                {m.office_inbox_spam()}
              </Button>
            )}
          </>
        ) : (
          <Button kind="ghost" onClick={() => ask(closing(row, 'new'))}>
            {m.office_inbox_reopen()}
          </Button>
        ))}
      {dialog}
    </div>
  )
}

const seenOf = ({ id, revision }: InboxRowView) => ({ message_id: id, revision })

const releasing = (row: InboxRowView): ReasonedAction => ({
  title: m.office_inbox_release(),
  text: m.office_inbox_release_text(),
  confirm: m.office_inbox_release(),
  withoutReason: true,
  run: () => officePost('/inbox/release', seenOf(row), { quiet: true }),
  done: m.office_inbox_released(),
})

const closeWords = {
  closed: { title: m.office_inbox_close, text: m.office_inbox_close_text, done: m.office_inbox_closed },
  spam: { title: m.office_inbox_spam, text: m.office_inbox_spam_text, done: m.office_inbox_spam_done },
  new: { title: m.office_inbox_reopen, text: m.office_inbox_reopen_text, done: m.office_inbox_reopened },
}

const closing = (row: InboxRowView, state: keyof typeof closeWords): ReasonedAction => ({
  title: closeWords[state].title(),
  text: closeWords[state].text({ number: row.number }),
  confirm: closeWords[state].title(),
  run: (reason) => officePost('/inbox/close', { ...seenOf(row), state, reason }, { quiet: true }),
  done: closeWords[state].done(),
})
