/** What both people saw against the register, and how what differs is settled. */
import type { CountDetail, FindingRow } from '../../../backing/counts/count-contract.ts'
import { isDifference } from '../../../backing/counts/count-rules.ts'
import * as m from '../../../locale/paraglide/messages.js'
import { formatGrams } from '../../../ui/format.ts'
import { language } from '../../../ui/language.ts'
import { Tag } from '../../../ui/states.tsx'
import { DialogButton } from '../../kit/pages/dialog-button.tsx'
import { useMay, useTimes } from '../../kit/pages/use-office.ts'
import { kindWords, wayWords } from './count-words.tsx'
import { SettleDialog } from './settle-dialog.tsx'

type Props = { count: CountDetail; findings: FindingRow[]; reload: () => Promise<void> }

export function CountFindings({ count, findings, reload }: Props) {
  const differing = findings.filter(({ kind }) => isDifference(kind))
  const numberOf = (kind: FindingRow['kind']) => findings.filter((one) => one.kind === kind).length
  const rest = findings.filter(({ kind }) => !isDifference(kind))
  return (
    <>
      <section className="office-panel">
        <h2 className="h3 mb-1">{m.office_counts_found()}</h2>
        <p className="mb-3 text-ink-2">
          {m.office_counts_sums({
            matched: numberOf('matched'),
            moved: numberOf('moved'),
            differing: differing.length,
          })}
        </p>
        {differing.length === 0 && <p>{m.office_counts_none_differ()}</p>}
        <ul>
          {differing.map((finding) => (
            <Difference key={finding.id} finding={finding} count={count} reload={reload} />
          ))}
        </ul>
      </section>
      {rest.length > 0 && (
        <details className="office-panel">
          <summary className="cursor-pointer font-semibold">{m.office_counts_rest({ n: rest.length })}</summary>
          <ul className="mt-3">
            {rest.map((finding) => (
              <li key={finding.id} className="flex flex-wrap justify-between gap-x-3 border-t border-line py-2">
                <Bar finding={finding} />
                <span className="text-ink-2">{kindWords[finding.kind]()}</span>
              </li>
            ))}
          </ul>
        </details>
      )}
    </>
  )
}

const Bar = ({ finding: { serial, maker } }: { finding: FindingRow }) => (
  <span className="min-w-0">
    <span className="font-semibold tabular-nums">{serial}</span> <span className="text-ink-2">{maker}</span>
  </span>
)

/** The weight, and the maker and the seal where somebody wrote them down. */
const sawOf = (seen: FindingRow['first']) =>
  seen === null
    ? m.office_counts_not_seen()
    : [
        formatGrams(seen.gross_weight, language()),
        seen.maker,
        seen.seal !== null && m.office_counts_seal_of({ seal: seen.seal }),
      ]
        .filter(Boolean)
        .join(' · ')

type DifferenceProps = { finding: FindingRow; count: CountDetail; reload: () => Promise<void> }

function Difference({ finding, count, reload }: DifferenceProps) {
  const { kind, expected, first, second, ways, resolution, resolved_by, resolved_at, resolved_because } = finding
  const may = useMay()
  const { moment } = useTimes()
  return (
    <li className="border-t border-line py-3">
      <p className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
        <Bar finding={finding} />
        <Tag tone={resolution ? 'plain' : 'down'}>{kindWords[kind]()}</Tag>
      </p>
      <dl className="small mt-1 flex flex-wrap gap-x-6 text-ink-2">
        {[
          [
            m.office_counts_register(),
            expected === null ? m.office_counts_not_there() : formatGrams(expected, language()),
          ],
          [m.office_counts_first(), sawOf(first)],
          [m.office_counts_second(), sawOf(second)],
        ].map(([label, value]) => (
          <div key={label} className="flex min-w-0 gap-1.5">
            <dt className="whitespace-nowrap">{label}</dt>
            <dd className="fig min-w-0 break-words text-ink">{value}</dd>
          </div>
        ))}
      </dl>
      {resolution && resolved_at && (
        <p className="small mt-1">
          {wayWords[resolution]()}: {resolved_because} ({resolved_by}, {moment(resolved_at)})
        </p>
      )}
      {ways.length > 0 && may('vault.resolve') && (
        <DialogButton
          name={m.office_counts_settle()}
          className="mt-2"
          dialog={(close) => <SettleDialog finding={finding} done={reload} close={close} />}
        />
      )}
      {resolution === null && count.is_counter && (
        <p className="small mt-1 text-ink-2">{m.office_counts_other_settles()}</p>
      )}
    </li>
  )
}
