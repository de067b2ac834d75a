/** One case beside the list: what is known, what may be done, what happened. */
import { Link } from 'react-router'
import type { CaseRowView, OneCaseView } from '../../../cases/office-contract.ts'
import * as m from '../../../locale/paraglide/messages.js'
import { Button } from '../../../ui/button.tsx'
import { ErrorState, Skeleton, Tag, Timeline } from '../../../ui/states.tsx'
import { Detail, Facts, SideBySide } from '../../kit/pages/detail.tsx'
import { useMay, useOffice, useTimes } from '../../kit/pages/use-office.ts'
import { CaseActions } from './case-actions.tsx'
import { CaseDocuments } from './case-documents.tsx'
import { CaseNote } from './case-note.tsx'
import { aboutCase, didWords, stateTones, stateWords } from './case-words.ts'
import { LargeDay } from './large-day.tsx'

type Props = { row: CaseRowView; close: () => void; done: () => Promise<void> }

export function CaseDetail({ row, close, done }: Props) {
  const { data, failed, reload } = useOffice<OneCaseView>('/cases/case', { case_id: row.id })
  const changed = async () => {
    await reload()
    await done()
  }
  return (
    <Detail title={`${row.number}, ${row.name}`} aside={aboutCase(row)} onClose={close}>
      {failed && !data && (
        <ErrorState title={m.office_table_error()} action={<Button onClick={reload}>{m.office_try_again()}</Button>} />
      )}
      {!data && !failed && <Skeleton className="h-40" />}
      {data && <Known of={data} changed={changed} noted={reload} />}
    </Detail>
  )
}

type KnownProps = { of: OneCaseView; changed: () => Promise<void>; noted: () => Promise<void> }

function Known({ of, changed, noted }: KnownProps) {
  const may = useMay()
  const { moment } = useTimes()
  return (
    <>
      <div className="flex flex-wrap items-center gap-3">
        <Tag tone={stateTones[of.state]}>{stateWords[of.state]()}</Tag>
        {may('members.see') && (
          <Link to={`/admin/member?id=${of.member_id}`} className="link small">
            {m.office_cases_to_member()}
          </Link>
        )}
        {of.kind === 'large_sum' && may('kyc.see') && (
          <Link to="/admin/kyc/reports" className="link small">
            {m.office_cases_to_report()}
          </Link>
        )}
        {of.gold_back && may('goldback.see') && (
          <Link to={`/admin/goldback/case?id=${of.gold_back.case_id}`} className="link small">
            {m.office_cases_to_sale_back({ number: of.gold_back.number })}
          </Link>
        )}
      </div>
      {of.gold_back && <p>{m.office_cases_retained()}</p>}
      {of.stops && <p>{m.office_cases_stopped()}</p>}
      {of.hit && <Hit hit={of.hit} />}
      {of.day && may('kyc.see') && <LargeDay memberId={of.member_id} day={of.day} />}
      <Facts
        facts={[
          { label: m.office_cases_opened(), value: moment(of.opened_at) },
          ...(of.ended_at ? [{ label: m.office_cases_ended(), value: moment(of.ended_at) }] : []),
        ]}
      />
      <CaseActions of={of} done={changed} />
      <CaseDocuments of={of} added={noted} />
      {may('cases.note') && <CaseNote caseId={of.id} noted={noted} />}
      <History of={of} />
    </>
  )
}

const rules: Record<NonNullable<OneCaseView['hit']>['rule'], (values: { listed: string }) => string> = {
  number: () => m.office_cases_rule_number(),
  same_name: m.office_cases_rule_same_name,
  part_of_name: m.office_cases_rule_part_of_name,
}

function Hit({ hit }: { hit: NonNullable<OneCaseView['hit']> }) {
  const lines = (values: string[]) => (values.length > 0 ? values.join('; ') : '–')
  return (
    <>
      <SideBySide
        heads={[m.office_cases_list(), m.office_cases_member()]}
        differs={m.office_cases_differs()}
        pairs={[
          { label: m.office_cases_names(), left: lines(hit.listed.names), right: lines(hit.member.names) },
          {
            label: m.office_cases_births(),
            left: lines(hit.listed.birth_dates),
            right: lines(hit.member.birth_dates),
            agrees: hit.birth !== 'differs',
          },
        ]}
      />
      <Facts
        facts={[
          { label: m.office_cases_why(), value: rules[hit.rule]({ listed: hit.matched }) },
          { label: m.office_cases_source(), value: `${hit.source}, ${hit.reference}` },
          ...(hit.listed.numbers.length > 0
            ? [{ label: m.office_cases_numbers(), value: lines(hit.listed.numbers) }]
            : []),
          ...(hit.note ? [{ label: m.office_cases_note_of_list(), value: hit.note }] : []),
        ]}
      />
      {!hit.is_listed && <p className="small text-ink-2">{m.office_cases_not_listed()}</p>}
    </>
  )
}

function History({ of: { events } }: { of: OneCaseView }) {
  const { moment } = useTimes()
  return (
    <section aria-label={m.office_cases_history()}>
      <h3 className="mb-3 font-semibold">{m.office_cases_history()}</h3>
      <Timeline
        steps={events.map(({ did, by, words, at }, index) => ({
          key: `${at} ${index}`,
          state: index === 0 ? ('now' as const) : ('done' as const),
          title: didWords[did](),
          text: [by, words].filter(Boolean).join(': '),
          at: moment(at),
        }))}
      />
    </section>
  )
}
