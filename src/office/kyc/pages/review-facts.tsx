/** What a member told beside what the number of their card says. */
import { Link } from 'react-router'
import type { OfficeReviewView } from '../../../kyc/office-contract.ts'
import * as m from '../../../locale/paraglide/messages.js'
import { formatDay } from '../../../ui/format.ts'
import { language } from '../../../ui/language.ts'
import { type Fact, Facts, type Pair, SideBySide } from '../../kit/pages/detail.tsx'
import { useMay, useTimes } from '../../kit/pages/use-office.ts'
import { sourceWords } from './kyc-words.ts'

const sexWords = { female: m.office_kyc_female, male: m.office_kyc_male }

export function ReviewFacts({ review }: { review: OfficeReviewView }) {
  const { told, number_says: says, addresses } = review
  const may = useMay()
  return (
    <section className="office-panel grid gap-4">
      <h2 className="h3">{m.office_kyc_facts()}</h2>
      {review.kind === 'funds' && <Funds review={review} />}
      {told ? <Facts facts={factsOf(review)} /> : <p className="text-ink-2">{m.office_kyc_no_name()}</p>}
      {review.documents.length === 0 && <p className="small text-ink-2">{m.office_kyc_no_documents()}</p>}
      {told && says && (
        <SideBySide
          heads={[m.office_kyc_told(), m.office_kyc_number_says()]}
          differs={m.office_kyc_differs()}
          pairs={pairsOf(told, says)}
        />
      )}
      <Facts
        facts={[
          {
            label: m.office_kyc_addresses(),
            value:
              addresses.length === 0
                ? m.office_kyc_no_address()
                : addresses.map((address) => (
                    <span key={address} className="mb-1 block">
                      {address}
                    </span>
                  )),
          },
        ]}
      />
      {review.kind !== 'funds' && <Funds review={review} />}
      <p className="small flex flex-wrap gap-x-5 gap-y-2">
        {may('members.see') && (
          <Link className="link" to={`/admin/member?id=${review.member_id}`}>
            {m.office_kyc_to_member()}
          </Link>
        )}
        {may('audit.see') && (
          <Link className="link" to={`/admin/audit?subject=${review.member_id}&action=kyc`}>
            {m.office_kyc_to_log()}
          </Link>
        )}
      </p>
    </section>
  )
}

type Told = NonNullable<OfficeReviewView['told']>
type Says = NonNullable<OfficeReviewView['number_says']>

function factsOf({ told, number_says: says, account_name: account }: OfficeReviewView): Fact[] {
  if (!told) return []
  const types = { nik: m.office_kyc_nik, nric: m.office_kyc_nric }
  return [
    { label: m.office_kyc_name(), value: told.name },
    ...(account === told.name ? [] : [{ label: m.office_kyc_account_name(), value: account }]),
    {
      label: m.office_kyc_id_type(),
      value: told.id_type === 'passport' ? m.office_kyc_passport({ country: told.country }) : types[told.id_type](),
    },
    { label: m.office_kyc_number(), value: told.number },
    ...(says
      ? []
      : [
          { label: m.office_kyc_birth(), value: dayOf(told.birth_date) },
          { label: m.office_kyc_sex(), value: sexWords[told.sex]() },
        ]),
    ...(told.id_type === 'nik'
      ? [{ label: m.office_kyc_region(), value: says?.region ?? m.office_kyc_region_unknown() }]
      : []),
  ]
}

const dayOf = (date: string) => formatDay(Date.parse(date), 'UTC', language())

function pairsOf(told: Told, says: Says): Pair[] {
  const [year = '', month, day] = told.birth_date.split('-')
  const birth = `${day}-${month}-${year.slice(2)}`
  return [
    { label: m.office_kyc_birth(), left: dayOf(told.birth_date), right: says.birth, agrees: birth === says.birth },
    {
      label: m.office_kyc_sex(),
      left: sexWords[told.sex](),
      right: sexWords[says.sex](),
      agrees: told.sex === says.sex,
    },
  ]
}

function Funds({ review: { funds } }: { review: OfficeReviewView }) {
  const { moment } = useTimes()
  if (!funds) return null
  return (
    <div className="grid gap-2">
      <h3 className="font-semibold">{m.office_kyc_kind_funds()}</h3>
      <Facts
        facts={[
          { label: m.office_kyc_tax(), value: funds.tax_number },
          { label: m.office_kyc_source(), value: sourceWords[funds.source]() },
        ]}
      />
      <p className="border-l-2 border-line pl-3 break-words whitespace-pre-line">{funds.explanation}</p>
      <p className="fine text-ink-2">{moment(funds.told_at)}</p>
    </div>
  )
}
